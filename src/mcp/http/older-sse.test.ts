import { Client, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Asked, eventOf, initialized, sendEvents, startHttp } from '../../../test/mcp/http/played-server.ts';
import { proves } from '../../../test/requirements.ts';
import { endingOf } from '../read-trouble.ts';
import { httpTransport } from './index.ts';

const SECRET = 'sk-canary-0123456789';
const ENDPOINT = 'event: endpoint\ndata: /messages?id=1\n\n';
const answer = { content: [{ type: 'text', text: 'done' }] };

/** A server that speaks SSE as it was before streamable HTTP; calls are the test's. */
function olderServer(onCall: (asked: Asked, stream: Asked) => void, first = ENDPOINT) {
  let stream: Asked | undefined;
  return (asked: Asked): void => {
    const { id, method } = asked.message;
    if (asked.method === 'GET') {
      stream = asked;
      sendEvents(asked, first);
    } else if (stream !== undefined && method === 'tools/call') onCall(asked, stream);
    else {
      asked.response.writeHead(202).end('Accepted');
      if (stream !== undefined && method === 'initialize') sendEvents(stream, eventOf(id, initialized));
    }
  };
}

async function connect(url: string, messageBytes = 100_000, connectMs = 2_000) {
  const client = new Client({ name: 'test', version: '1' });
  const errors: string[] = [];
  const ended = Promise.withResolvers<void>();
  let ends = 0;
  client.onerror = (error) => errors.push(error.message);
  client.onclose = () => {
    ends++;
    ended.resolve();
  };
  const headers = { authorization: `Bearer ${SECRET}` };
  onTestFinished(() => client.close());
  const transport = httpTransport({ url, headers }, 'sse', { messageBytes, connectMs });
  await client.connect(transport);
  return {
    client,
    transport,
    errors,
    ended: ended.promise,
    ends: () => ends,
    call: () => client.callTool({ name: 'x' }),
  };
}

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('it succeeded'),
    (error) => error,
  );

const accept = (asked: Asked, stream: Asked, ...events: readonly string[]): void => {
  asked.response.writeHead(202).end();
  sendEvents(stream, ...events);
};

test('a server is spoken to, with our headers, and left without a socket', async () => {
  const server = await startHttp(
    olderServer((asked, stream) => accept(asked, stream, eventOf(asked.message.id, answer))),
  );
  const { client, call, ends } = await connect(server.url);
  expect(await call()).toMatchObject(answer);
  expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${SECRET}`]));
  await Promise.all([client.close(), client.close()]);
  expect(ends()).toBe(1);
  await expect.poll(() => server.sockets.size).toBe(0);
});

describe('when its stream', () => {
  test.each<[string, (stream: Asked) => void, string]>([
    ['ends', ({ response }) => void response.end(), 'the server ended its stream of messages'],
    ['breaks', ({ response }) => void response.destroy(), 'terminated'],
    ['brings an event of 100 MB', (s) => sendEvents(s, `data: ${'x'.repeat(100_000_000)}`), 'longer than 100000 bytes'],
  ])('%s, the calls end, the connection ends once, and no new stream is opened', async (_, end, reason) => {
    const server = await startHttp(
      olderServer((asked, stream) => {
        accept(asked, stream);
        setImmediate(() => end(stream));
      }),
    );
    const { call, ended, ends, errors } = await connect(server.url);
    expect(await failureOf(call())).toMatchObject({ code: 'CONNECTION_CLOSED' });
    await ended;
    expect(ends()).toBe(1);
    expect(errors.join()).toContain(reason);
    expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    await expect.poll(() => server.sockets.size).toBe(0);
    await expect(call()).rejects.toThrow();
  });
});

describe('L10: a hostile server', () => {
  proves('L10', 'cannot name an endpoint elsewhere', async () => {
    const elsewhere = await startHttp(({ response }) => response.end());
    const server = await startHttp(olderServer(() => {}, `event: endpoint\ndata: ${elsewhere.url}\n\n`));
    expect((await failureOf(connect(server.url))).message).toContain('Endpoint origin does not match');
    expect(elsewhere.asked).toEqual([]);
  });

  proves('L10', 'cannot name an endpoint elsewhere later on', async () => {
    const elsewhere = await startHttp(({ response }) => response.end());
    const server = await startHttp(
      olderServer((asked, stream) => accept(asked, stream, `event: endpoint\ndata: ${elsewhere.url}\n\n`)),
    );
    const { call, ended } = await connect(server.url);
    await failureOf(call());
    await ended;
    await failureOf(call());
    expect(elsewhere.asked).toEqual([]);
  });

  proves('L10', 'cannot lead the stream, a message or our headers elsewhere by a redirect', async () => {
    const elsewhere = await startHttp(({ response }) => response.end());
    const redirect = ({ response }: Asked): void => {
      response.writeHead(307, { location: elsewhere.url }).end();
    };
    const byStream = await startHttp(redirect);
    expect((await failureOf(connect(byStream.url))).message).toBe(`the server redirects to ${elsewhere.url}`);
    const byMessage = await startHttp(olderServer(redirect));
    const { call } = await connect(byMessage.url);
    expect((await failureOf(call())).message).toBe(`the server redirects to ${elsewhere.url}`);
    expect(elsewhere.asked).toEqual([]);
  });

  proves('L10', 'gets no secret into an error message by sending it back', async () => {
    const server = await startHttp(olderServer(({ response }) => response.writeHead(500).end(`no: ${SECRET}`)));
    const { call, errors } = await connect(server.url);
    const error = await failureOf(call());
    expect(error).toBeInstanceOf(SdkHttpError);
    expect(error.message).toContain('HTTP 500');
    expect(JSON.stringify([error, error.message, error.stack, errors])).not.toContain(SECRET);
  });

  proves('L9', 'that never says where messages go is not waited for', async () => {
    const server = await startHttp(olderServer(() => {}, ': wait\n\n'));
    expect((await failureOf(connect(server.url, 1_000, 100))).message).toContain('within 100 ms');
    await expect.poll(() => server.sockets.size).toBe(0);
  });
});

test('authorization that a server wants is explained, and nothing else is asked', async () => {
  const server = await startHttp(({ response }) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="/meta"' }).end(),
  );
  const error = await failureOf(connect(server.url));
  expect(error.message).toBe('the token is refused (HTTP 401)');
  expect(error).toMatchObject({ trouble: { kind: 'unauthorized', status: 401 } });
  expect(server.asked).toHaveLength(1);
});

test('a status that is no stream is an error with that status', async () => {
  const server = await startHttp(({ response }) => response.writeHead(404).end());
  const error = await failureOf(connect(server.url));
  expect(error).toBeInstanceOf(SdkHttpError);
  expect(error).toMatchObject({ status: 404 });
});

test('a server that is not there: the reason of the network is the cause', async () => {
  const server = await startHttp(() => {});
  await server.stop();
  expect((await failureOf(connect(server.url))).cause).toMatchObject({ code: 'ECONNREFUSED' });
});

test('a server that no longer knows the session ends the connection after the call', async () => {
  const server = await startHttp(olderServer(({ response }) => response.writeHead(404).end('Could not find session')));
  const { call, ended, ends, transport } = await connect(server.url);
  expect(await failureOf(call())).toMatchObject({ trouble: { kind: 'session-lost' } });
  await ended;
  expect(ends()).toBe(1);
  expect(endingOf(transport)).toContain('no longer knew the session');
});

proves('S2.params.server-error', 'a complaint that comes with HTTP 400 is the answer of its call', async () => {
  const error = { code: -32_602, message: 'session_name must be one of "work"' };
  const server = await startHttp(
    olderServer(({ response, message }) =>
      response.writeHead(400).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error })),
    ),
  );
  const { call, ends } = await connect(server.url);
  expect(await failureOf(call())).toMatchObject({ code: error.code, message: expect.stringContaining(error.message) });
  expect(ends()).toBe(0);
});

test('from the moment that the session is known to be lost, nothing is sent, and that is said', async () => {
  const server = await startHttp(olderServer(({ response }) => response.writeHead(404).end()));
  const { call, transport } = await connect(server.url);
  const next = failureOf(call()).then(() => failureOf(transport.send({ jsonrpc: '2.0', id: 'p', method: 'ping' })));
  expect(await next).toMatchObject({ code: 'NOT_CONNECTED' });
  expect(server.asked.filter(({ message }) => message.method === 'ping')).toEqual([]);
});

proves('L8', 'a message that our closing cuts off ends as that', async () => {
  const server = await startHttp(olderServer(() => {}));
  const { client, transport } = await connect(server.url);
  const sending = failureOf(transport.send({ jsonrpc: '2.0', id: 'c', method: 'tools/call' }));
  await server.first(({ message }) => message.method === 'tools/call');
  await client.close();
  expect(await sending).toMatchObject({ code: 'CONNECTION_CLOSED' });
});

proves('L9', 'an event that is nested too deep ends the connection, with the reason', async () => {
  const deep = `data: ${'['.repeat(2_000)}${']'.repeat(2_000)}\n\n`;
  const server = await startHttp(olderServer((asked, stream) => accept(asked, stream, deep)));
  const { call, ended, errors, transport } = await connect(server.url);
  expect(await failureOf(call())).toMatchObject({ code: 'CONNECTION_CLOSED' });
  await ended;
  expect(errors.join()).toContain('nested too deep: more than 1000 levels');
  expect(endingOf(transport)).toContain('nested too deep');
});

proves('L9', 'a server that asks without end and takes no answer gets few of them', async () => {
  const pings = Array.from({ length: 500 }, (_, at) => `data: {"jsonrpc":"2.0","id":"p${at}","method":"ping"}\n\n`);
  const play = olderServer((asked, stream) => accept(asked, stream, pings.join(''), eventOf(asked.message.id, answer)));
  const server = await startHttp((asked) => {
    if (asked.method === 'GET' || asked.message.method !== undefined) play(asked);
  });
  const { call, errors } = await connect(server.url);
  expect(await call()).toMatchObject(answer);
  await expect.poll(() => errors.filter((each) => each.includes('48 wait for it already')).length).toBe(452);
});

test('closing while it starts ends the start', async () => {
  const server = await startHttp(() => {});
  const transport = httpTransport({ url: server.url, headers: {} }, 'sse', { messageBytes: 1_000, connectMs: 60_000 });
  const starting = failureOf(transport.start());
  await server.first(() => true);
  await transport.close();
  expect((await starting).message).toContain('closed');
});
