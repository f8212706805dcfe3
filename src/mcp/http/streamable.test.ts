import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { ProtocolError } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import {
  answer,
  breakAfter,
  CHANGED,
  CUT_OFF,
  connect,
  endAfter,
  failureOf,
  isCall,
  PRIMED,
} from '../../../test/mcp/http/connected.ts';
import {
  type Asked,
  eventOf,
  mcpServer,
  SESSION,
  sendEvents,
  sendJson,
  startHttp,
} from '../../../test/mcp/http/played-server.ts';
import { ANSWER_LOST, endingOf } from '../classify-error.ts';
import { httpTransport } from './index.ts';

/** Returns a server built with the SDK. */
function realServer(): McpServer {
  const server = new McpServer({ name: 'real', version: '1' });
  server.registerTool('x', { description: 'x', inputSchema: z.object({}) }, () => ({
    content: [{ type: 'text', text: 'done' }],
  }));
  return server;
}

async function startReal(fetch: (request: Request) => Response | Promise<Response>) {
  const listener = getRequestListener(fetch);
  const server = createServer((request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

describe('A server built with the SDK', () => {
  test('A legacy server answers calls, and closing terminates the session and leaves no socket open', async () => {
    const inner = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => SESSION });
    await realServer().connect(inner);
    const methods: string[] = [];
    const { url, server } = await startReal((request) => {
      methods.push(request.method);
      return inner.handleRequest(request);
    });
    const { client, call, ends } = await connect(url);
    expect((await client.listTools()).tools).toHaveLength(1);
    expect(await call()).toMatchObject(answer);
    await Promise.all([client.close(), client.close()]);
    await client.close();
    expect(ends()).toBe(1);
    expect(methods.at(-1)).toBe('DELETE');
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
  });

  test('A modern server is detected and answers calls', async () => {
    const handler = createMcpHandler(realServer);
    const { url } = await startReal((request) => handler.fetch(request));
    const { client, call } = await connect(url, { mode: 'auto' });
    expect(client.getProtocolEra()).toBe('modern');
    expect(await call()).toMatchObject(answer);
  });
});

describe('The end of a request', () => {
  test.each<[string, (asked: Asked) => void]>([
    ['a stream that ends', (asked) => endAfter(asked, ': nothing\n\n')],
    ['a stream that breaks', breakAfter],
    ['a stream with the answer to something else', (asked) => endAfter(asked, eventOf(99, {}))],
    ['JSON with the answer to something else', (asked) => sendJson({ ...asked, message: { id: 99 } }, {})],
  ])('A call fails as lost after %s', async (_, play) => {
    const server = await startHttp(mcpServer(play));
    const { call, ends } = await connect(server.url);
    const error = await failureOf(call());
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code: ANSWER_LOST, message: CUT_OFF });
    expect(ends()).toBe(0);
  });

  test('A call whose stream broke does not affect another call', async () => {
    const server = await startHttp(mcpServer((asked) => sendEvents(asked)));
    const { call } = await connect(server.url);
    const [one, other] = [failureOf(call()), call()];
    await expect.poll(() => server.asked.filter(isCall).length).toBe(2);
    const [first, second] = server.asked.filter(isCall);
    first?.response.destroy();
    expect((await one).message).toContain(CUT_OFF);
    second?.response.end(eventOf(second.message.id, answer));
    expect(await other).toMatchObject(answer);
  });

  test('A call gets its answer over a resumed stream if the server supports that', async () => {
    const play = mcpServer(
      (asked) => endAfter(asked, PRIMED),
      (asked) => {
        if (asked.headers['last-event-id'] !== 'e1') return void asked.response.writeHead(405).end();
        sendEvents(asked, eventOf(server.asked.find(isCall)?.message.id, answer));
      },
    );
    const server = await startHttp(play);
    const { call } = await connect(server.url);
    expect(await call()).toMatchObject(answer);
    expect(server.asked.find(({ headers }) => headers['last-event-id'] === 'e1')?.headers['mcp-session-id']).toBe(
      SESSION,
    );
  });

  test.each([405, 503])('A call fails as lost if resuming its stream is answered with status %i', async (status) => {
    const server = await startHttp(
      mcpServer(
        (asked) => endAfter(asked, PRIMED),
        ({ response, headers }) => response.writeHead(headers['last-event-id'] === undefined ? 405 : status).end(),
      ),
    );
    const { call, ends } = await connect(server.url);
    expect((await failureOf(call())).message).toContain(CUT_OFF);
    expect(ends()).toBe(0);
  });
});

describe('A request that is cancelled or answered', () => {
  test('A cancelled request releases its socket, even if the server has not finished the response headers', async () => {
    const server = await startHttp(
      mcpServer((asked) =>
        isCall(asked) ? asked.response.socket?.write('HTTP/1.1 200 OK\r\nx: ') : asked.response.end(),
      ),
    );
    const { call } = await connect(server.url);
    const abort = new AbortController();
    const calling = failureOf(call(abort.signal));
    const { whenClosed } = await server.first(isCall);
    abort.abort(new Error('enough'));
    await calling;
    await whenClosed;
    await server.first(({ message }) => message.method === 'notifications/cancelled');
  });

  test('An answered request releases its socket, even if the server keeps the stream open', async () => {
    const server = await startHttp(mcpServer((asked) => sendEvents(asked, eventOf(asked.message.id, answer))));
    const { call, errors } = await connect(server.url);
    expect(await call()).toMatchObject(answer);
    await (await server.first(isCall)).whenClosed;
    expect(errors).toEqual([]);
  });
});

describe('A restarted server', () => {
  test.each<[number, string]>([
    [404, '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}'],
    [404, ''],
    [400, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}'],
    [400, 'No transport found for sessionId'],
    [400, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}'],
  ])('The response %i %s to a call means a lost session and ends the connection', async (status, body) => {
    const server = await startHttp(mcpServer(({ response }) => response.writeHead(status).end(body)));
    const { call, ended, ends, transport } = await connect(server.url);
    const error = await failureOf(call());
    expect(error).toMatchObject({ trouble: { kind: 'session-lost', status } });
    await ended;
    expect(ends()).toBe(1);
    expect(endingOf(transport)).toContain('no longer knew the session');
    expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('A server that only rejects a message keeps its connection', async () => {
    const server = await startHttp(mcpServer(({ response }) => response.writeHead(400).end('bad arguments')));
    const { call, client } = await connect(server.url);
    const error = await failureOf(call());
    expect(error).not.toMatchObject({ trouble: { kind: 'session-lost' } });
    expect(error.message).toContain('HTTP 400');
    expect(error.message).toContain('bad arguments');
    await sleep(20);
    expect(client.transport).toBeDefined();
  });

  test('A lost session is detected when the notification stream is reopened', async () => {
    let isNew = false;
    const server = await startHttp(
      mcpServer(
        () => {},
        (asked) => {
          if (isNew) return void asked.response.writeHead(404).end();
          isNew = true;
          endAfter(asked, PRIMED);
        },
      ),
    );
    const { ended } = await connect(server.url);
    await ended;
    expect(server.asked.map(({ method }) => method).filter((method) => method !== 'POST')).toEqual(['GET', 'GET']);
  });

  test('A server that stopped is detected when the notification stream cannot be reopened', async () => {
    const server = await startHttp(
      mcpServer(
        () => {},
        (asked) => sendEvents(asked, PRIMED, CHANGED),
      ),
    );
    const { ended, heard, transport } = await connect(server.url);
    await heard;
    await server.stop();
    await ended;
    expect(endingOf(transport)).toMatch(/^cannot reach http.*ECONNREFUSED/);
  });
});

describe('A server without a notification stream', () => {
  function fakeIntervals() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test('After an unreadable notification the connection stays, and onDeaf is called every minute', async () => {
    fakeIntervals();
    const deep = `data: ${'['.repeat(2_000)}\n\n`;
    const listening = Promise.withResolvers<Asked>();
    const server = await startHttp(mcpServer((asked) => sendJson(asked, answer), listening.resolve));
    const { call, client, ends, deaf, errors } = await connect(server.url);
    sendEvents(await listening.promise, PRIMED, deep);
    await expect.poll(() => errors.join()).toContain('nested more than');
    vi.advanceTimersByTime(180_000);
    expect(deaf()).toBe(3);
    expect(await call()).toMatchObject(answer);
    expect(ends()).toBe(0);
    await client.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('If the server refuses to reopen the notification stream, the connection stays and onDeaf is called', async () => {
    fakeIntervals();
    let opened = 0;
    const server = await startHttp(
      mcpServer(
        (asked) => sendJson(asked, answer),
        (asked) => (opened++ === 0 ? endAfter(asked, PRIMED) : void asked.response.writeHead(500).end()),
      ),
    );
    const { call, ends, deaf } = await connect(server.url);
    await expect.poll(() => vi.getTimerCount(), { timeout: 10_000 }).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(deaf()).toBe(1);
    expect(await call()).toMatchObject(answer);
    expect(ends()).toBe(0);
  });
});

test('A call to a server that stopped fails with the network error as its cause', async () => {
  const server = await startHttp(mcpServer(() => {}));
  const { call, ends } = await connect(server.url);
  await server.stop();
  const error = await failureOf(call());
  expect(error.message).toContain('cannot reach http://127.0.0.1');
  expect(error.cause).toMatchObject({ code: 'ECONNREFUSED' });
  expect(ends()).toBe(0);
});

describe('Closing a streamable transport', () => {
  test('Closing does not wait long for a server that does not answer the session termination', async () => {
    const server = await startHttp((asked) => {
      if (asked.method !== 'DELETE') mcpServer(() => {})(asked);
    });
    const { client, ends } = await connect(server.url);
    await client.close();
    expect(ends()).toBe(1);
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test('Closing fails the running calls and closes their sockets', async () => {
    const server = await startHttp(mcpServer((asked) => sendEvents(asked)));
    const { client, call } = await connect(server.url);
    const calling = failureOf(call());
    await server.first(isCall);
    await client.close();
    expect(await calling).toMatchObject({ code: 'CONNECTION_CLOSED' });
    await expect.poll(() => server.sockets.size).toBe(0);
    await expect(call()).rejects.toThrow();
  });

  test('A transport that was never started can be closed', async () => {
    const transport = httpTransport({ url: 'http://127.0.0.1:9/', headers: {} }, 'http', {
      messageBytes: 1,
      connectMs: 1,
    });
    let ends = 0;
    transport.onclose = () => void ends++;
    await transport.close();
    await transport.close();
    expect(ends).toBe(1);
    await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('closed');
  });
});

test('Notifications from the server are delivered', async () => {
  const server = await startHttp(
    mcpServer(
      () => {},
      (asked) => sendEvents(asked, CHANGED),
    ),
  );
  const { heard } = await connect(server.url);
  await heard;
});
