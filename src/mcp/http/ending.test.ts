import { expect, onTestFinished, test, vi } from 'vitest';
import { answer, connect, endAfter, failureOf, isCall, PRIMED, SECRET } from '../../../test/mcp/http/connected.ts';
import {
  type Asked,
  eventOf,
  mcpServer,
  sendEvents,
  sendJson,
  startHttp,
} from '../../../test/mcp/http/played-server.ts';
import { proves } from '../../../test/requirements.ts';
import { type Exchange, Wire } from './fetch.ts';

const ping = { jsonrpc: '2.0', id: 'ours', method: 'ping' } as const;
const complaint = (id: unknown, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_602, message } });

proves(
  'S2.params.server-error',
  'a complaint that comes with HTTP 400 or 404 is the answer of its call alone',
  async () => {
    for (const status of [400, 404]) {
      const words = 'session_name must be one of "work"';
      const waiting: Asked[] = [];
      const server = await startHttp(
        mcpServer((asked) => {
          if (waiting.push(asked) === 2) asked.response.writeHead(status).end(complaint(asked.message.id, words));
        }),
      );
      const { call, ends } = await connect(server.url);
      const neighbour = call();
      await server.first(isCall);
      const error = await failureOf(call());
      expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(words) });
      expect(server.asked.filter(isCall)).toHaveLength(2);
      sendJson(waiting[0] as Asked, answer);
      expect(await neighbour).toMatchObject(answer);
      expect(ends()).toBe(0);
    }
  },
);

proves('L10', 'such a complaint does not bring a secret back', async () => {
  const server = await startHttp(
    mcpServer(({ response, message, headers }) =>
      response.writeHead(400).end(complaint(message.id, `no: ${headers.authorization}`)),
    ),
  );
  const { call } = await connect(server.url);
  const error = await failureOf(call());
  expect(error.message).toContain('no: [redacted]');
  expect(JSON.stringify(error)).not.toContain(SECRET);
});

test('from the moment that the session is known to be lost, nothing is sent, and that is said', async () => {
  const server = await startHttp(mcpServer(({ response }) => response.writeHead(404).end()));
  const { call, transport, ended } = await connect(server.url);
  const sentAtOnce = failureOf(call()).then(async (error) => {
    expect(error).toMatchObject({ trouble: { kind: 'session-lost' } });
    return failureOf(transport.send(ping));
  });
  expect(await sentAtOnce).toMatchObject({ code: 'NOT_CONNECTED' });
  await ended;
  expect(await failureOf(transport.send(ping))).toMatchObject({ code: 'NOT_CONNECTED' });
  expect(server.asked.filter(({ message }) => message.method === 'ping')).toEqual([]);
});

proves('L8', 'a call that our closing cuts off ends as that, whether its answer had begun or not', async () => {
  const begun: ((asked: Asked) => void)[] = [
    () => {},
    (asked) => sendEvents(asked),
    ({ response }) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  ];
  for (const play of begun) {
    const server = await startHttp(mcpServer(play));
    const { call, client } = await connect(server.url);
    const calling = failureOf(call());
    await server.first(isCall);
    await client.close();
    expect(await calling).toMatchObject({ code: 'CONNECTION_CLOSED' });
  }
});

proves('L8', 'a call that is cut off by the loss of the session, which another has met, ends as that', async () => {
  let calls = 0;
  const server = await startHttp(
    mcpServer(({ response }) => {
      if (calls++ > 0) response.writeHead(404).end();
    }),
  );
  const { call } = await connect(server.url);
  const [first, second] = [failureOf(call()), server.first(isCall).then(() => failureOf(call()))];
  expect(await second).toMatchObject({ trouble: { kind: 'session-lost' } });
  expect(await first).toMatchObject({ code: 'CONNECTION_CLOSED' });
});

test('the SDK keeps the context of a message up to its fetch, and up to the fetch that resumes its stream', async () => {
  const made: { readonly what: string; readonly exchange: Exchange }[] = [];
  const real = Wire.prototype.fetch;
  const spy = vi.spyOn(Wire.prototype, 'fetch').mockImplementation(function (this: Wire, to, init, exchange) {
    const { method = '' } = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    const resumed = new Headers(init?.headers).has('last-event-id') ? 'to resume' : '';
    made.push({ what: `${init?.method} ${method}${resumed}`.trim(), exchange });
    return real.call(this, to, init, exchange);
  });
  onTestFinished(() => spy.mockRestore());
  const server = await startHttp(
    mcpServer(
      (asked) => (isCall(asked) ? endAfter(asked, PRIMED) : sendJson(asked, {})),
      (asked) => sendEvents(asked),
    ),
  );
  const { call, ends } = await connect(server.url);
  const calling = failureOf(call());
  await server.first(({ headers }) => headers['last-event-id'] !== undefined);
  expect(Object.fromEntries(made.map(({ what, exchange }) => [what, exchange.expects]))).toEqual({
    'POST initialize': 'answer',
    'POST notifications/initialized': 'word',
    GET: 'answer',
    'POST tools/call': 'answer',
    'GET to resume': 'answer',
  });
  // The stream that resumes is the call's: what is wrong with it ends the call, not the connection.
  made.at(-1)?.exchange.onUnreadable?.(new Error('of that stream'));
  expect((await calling).message).toContain('of that stream');
  expect(ends()).toBe(0);
});

test('an answer that arrives while we say goodbye is still an answer', async () => {
  const server = await startHttp((asked) => {
    if (asked.method !== 'DELETE') return mcpServer((each) => sendEvents(each))(asked);
    const called = server.asked.find(isCall) as Asked;
    called.response.end(eventOf(called.message.id, answer), () => setTimeout(() => asked.response.end(), 20));
  });
  const { call, client } = await connect(server.url);
  const calling = call();
  await server.first(isCall);
  await client.close();
  expect(await calling).toMatchObject(answer);
});
