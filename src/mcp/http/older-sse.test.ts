import { Client, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Asked, eventOf, initialized, sendEvents, startHttp } from '../../../test/mcp/http/played-server.ts';
import { proves } from '../../../test/requirements.ts';
import { endingOf } from '../classify-error.ts';
import { httpTransport } from './index.ts';

const SECRET = 'sk-canary-0123456789';
const ENDPOINT = 'event: endpoint\ndata: /messages?id=1\n\n';
const answer = { content: [{ type: 'text', text: 'done' }] };

/** Imitates a server with the older SSE transport; the test handles its calls. */
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
    () => expect.fail('The work succeeded.'),
    (error) => error,
  );

const accept = (asked: Asked, stream: Asked, ...events: readonly string[]): void => {
  asked.response.writeHead(202).end();
  sendEvents(stream, ...events);
};

test('A server gets our headers with every request, and closing leaves no socket open', async () => {
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

describe('The event stream of an older server', () => {
  test.each<[string, (stream: Asked) => void, string]>([
    ['ends', ({ response }) => void response.end(), 'the server ended its event stream'],
    ['breaks', ({ response }) => void response.destroy(), 'terminated'],
    [
      'delivers an event of 100 MB',
      (s) => sendEvents(s, `data: ${'x'.repeat(100_000_000)}`),
      'longer than 100000 bytes',
    ],
  ])(
    'If the event stream %s, the calls fail, the connection ends once, and no new stream is opened',
    async (_, end, reason) => {
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
    },
  );
});

describe('L10: A hostile older server', () => {
  proves('L10', 'An endpoint at another origin is rejected', async () => {
    const elsewhere = await startHttp(({ response }) => response.end());
    const server = await startHttp(olderServer(() => {}, `event: endpoint\ndata: ${elsewhere.url}\n\n`));
    expect((await failureOf(connect(server.url))).message).toContain('Endpoint origin does not match');
    expect(elsewhere.asked).toEqual([]);
  });

  proves('L10', 'A later change of the endpoint to another origin is rejected', async () => {
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

  proves('L10', 'Redirects of the stream or of a message to another origin are not followed', async () => {
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

  proves('L10', 'A secret that an older server repeats in an error body is redacted', async () => {
    const server = await startHttp(olderServer(({ response }) => response.writeHead(500).end(`no: ${SECRET}`)));
    const { call, errors } = await connect(server.url);
    const error = await failureOf(call());
    expect(error).toBeInstanceOf(SdkHttpError);
    expect(error.message).toContain('HTTP 500');
    expect(JSON.stringify([error, error.message, error.stack, errors])).not.toContain(SECRET);
  });

  proves('L9', 'A server that never sends its endpoint is given up at the time limit', async () => {
    const server = await startHttp(olderServer(() => {}, ': wait\n\n'));
    expect((await failureOf(connect(server.url, 1_000, 100))).message).toContain('within 100 ms');
    await expect.poll(() => server.sockets.size).toBe(0);
  });
});

test('A 401 response of an older server is explained and causes no further requests', async () => {
  const server = await startHttp(({ response }) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="/meta"' }).end(),
  );
  const error = await failureOf(connect(server.url));
  expect(error.message).toBe('the server rejects the token (HTTP 401)');
  expect(error).toMatchObject({ trouble: { kind: 'unauthorized', status: 401 } });
  expect(server.asked).toHaveLength(1);
});

test('An HTTP error status instead of the event stream is reported with that status', async () => {
  const server = await startHttp(({ response }) => response.writeHead(404).end());
  const error = await failureOf(connect(server.url));
  expect(error).toBeInstanceOf(SdkHttpError);
  expect(error).toMatchObject({ status: 404 });
});

test('The error for an unreachable server has the network error as its cause', async () => {
  const server = await startHttp(() => {});
  await server.stop();
  expect((await failureOf(connect(server.url))).cause).toMatchObject({ code: 'ECONNREFUSED' });
});

test('If the server no longer knows the session, the call fails and the connection ends', async () => {
  const server = await startHttp(olderServer(({ response }) => response.writeHead(404).end('Could not find session')));
  const { call, ended, ends, transport } = await connect(server.url);
  expect(await failureOf(call())).toMatchObject({ trouble: { kind: 'session-lost' } });
  await ended;
  expect(ends()).toBe(1);
  expect(endingOf(transport)).toContain('no longer knew the session');
});

proves('S2.params.server-error', 'A JSON-RPC error with HTTP 400 is delivered as the answer of its call', async () => {
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

test('After an older server lost the session, messages are rejected as not connected and never sent', async () => {
  const server = await startHttp(olderServer(({ response }) => response.writeHead(404).end()));
  const { call, transport } = await connect(server.url);
  const next = failureOf(call()).then(() => failureOf(transport.send({ jsonrpc: '2.0', id: 'p', method: 'ping' })));
  expect(await next).toMatchObject({ code: 'NOT_CONNECTED' });
  expect(server.asked.filter(({ message }) => message.method === 'ping')).toEqual([]);
});

proves('L8', 'A message that is being sent when we close fails as closed', async () => {
  const server = await startHttp(olderServer(() => {}));
  const { client, transport } = await connect(server.url);
  const sending = failureOf(transport.send({ jsonrpc: '2.0', id: 'c', method: 'tools/call' }));
  await server.first(({ message }) => message.method === 'tools/call');
  await client.close();
  expect(await sending).toMatchObject({ code: 'CONNECTION_CLOSED' });
});

proves('L9', 'An event that is nested too deeply ends the connection with the reason', async () => {
  const deep = `data: ${'['.repeat(2_000)}${']'.repeat(2_000)}\n\n`;
  const server = await startHttp(olderServer((asked, stream) => accept(asked, stream, deep)));
  const { call, ended, errors, transport } = await connect(server.url);
  expect(await failureOf(call())).toMatchObject({ code: 'CONNECTION_CLOSED' });
  await ended;
  expect(errors.join()).toContain('nested more than 1000 levels deep');
  expect(endingOf(transport)).toContain('nested more than');
});

proves('L9', 'An older server that sends many requests but accepts no answers gets only a few answers', async () => {
  const pings = Array.from({ length: 500 }, (_, at) => `data: {"jsonrpc":"2.0","id":"p${at}","method":"ping"}\n\n`);
  const play = olderServer((asked, stream) => accept(asked, stream, pings.join(''), eventOf(asked.message.id, answer)));
  const server = await startHttp((asked) => {
    if (asked.method === 'GET' || asked.message.method !== undefined) play(asked);
  });
  const { call, errors } = await connect(server.url);
  expect(await call()).toMatchObject(answer);
  await expect.poll(() => errors.filter((each) => each.includes('48 are already queued')).length).toBe(452);
});

test('Closing a transport that is starting makes its start reject', async () => {
  const server = await startHttp(() => {});
  const transport = httpTransport({ url: server.url, headers: {} }, 'sse', { messageBytes: 1_000, connectMs: 60_000 });
  const starting = failureOf(transport.start());
  await server.first(() => true);
  await transport.close();
  expect((await starting).message).toContain('closed');
});
