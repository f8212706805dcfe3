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

proves('S2.params.server-error', 'A JSON-RPC error with HTTP 400 or 404 answers only its own call', async () => {
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
});

proves('L10', 'A secret that the server repeats in a JSON-RPC error is redacted', async () => {
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

test('After the session is lost, messages are rejected as not connected and never sent', async () => {
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

proves('L8', 'A call that is running when we close fails as closed, whether its answer had begun or not', async () => {
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

proves('L8', 'If one call finds the session lost, the other running calls fail as closed', async () => {
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

test('The SDK keeps the async context of a message for its fetch and for the fetch that resumes its stream', async () => {
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
  // The resumed stream belongs to the call: an error in it fails the call, not the connection.
  made.at(-1)?.exchange.onUnreadable?.(new Error('of that stream'));
  expect((await calling).message).toContain('of that stream');
  expect(ends()).toBe(0);
});

test('An answer that arrives while the session is being terminated is still delivered', async () => {
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
