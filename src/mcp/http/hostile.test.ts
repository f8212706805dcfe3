import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { answer, connect, failureOf, isCall, PRIMED, SECRET } from '../../../test/mcp/http/connected.ts';
import {
  type Asked,
  eventOf,
  mcpServer,
  sendEvents,
  sendJson,
  startHttp,
} from '../../../test/mcp/http/played-server.ts';
import { serverOf } from '../../../test/mcp/scripted-session.ts';
import { proves } from '../../../test/requirements.ts';
import { adviceOn, type TroubleError } from '../server-problem.ts';
import { httpTransport } from './index.ts';

describe('L9: limits on responses', () => {
  const flood = ({ response }: Asked, status: number, type: string, piece: string): void => {
    if (!response.headersSent) response.writeHead(status, { 'content-type': type });
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

  proves('L9', 'An endless JSON answer is aborted with a clear error, and its socket is closed', async () => {
    const server = await startHttp(mcpServer((asked) => flood(asked, 200, 'application/json', '[1],'.repeat(10_000))));
    const { call } = await connect(server.url);
    expect((await failureOf(call())).message).toBe("the server's answer is longer than 100000 bytes");
    await (await server.first(isCall)).whenClosed;
  });

  proves('L9', 'A small compressed answer that decompresses to a large one is aborted', async () => {
    const packed = zlib.gzipSync(Buffer.alloc(10_000_000, 32));
    const server = await startHttp(
      mcpServer(({ response }) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed),
      ),
    );
    const { call } = await connect(server.url);
    expect((await failureOf(call())).message).toContain('longer than 100000 bytes');
  });

  proves('L9', 'An endless event is aborted with a clear error and not requested again', async () => {
    const server = await startHttp(
      mcpServer((asked) => {
        sendEvents(asked, `${PRIMED}data: `);
        flood(asked, 200, '', 'x'.repeat(1_000_000));
      }),
    );
    const { call, ends } = await connect(server.url);
    const error = await failureOf(call());
    expect(error).toMatchObject({ code: -32_000 });
    expect(error.message).toContain('a message from the server is longer than 100000 bytes');
    await (await server.first(isCall)).whenClosed;
    await sleep(200);
    expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(ends()).toBe(0);
  });

  proves('L9', 'An event that is too long on the notification stream ends only that stream', async () => {
    const server = await startHttp(
      mcpServer(
        () => {},
        (asked) => sendEvents(asked, `data: ${'x'.repeat(100_000)}`),
      ),
    );
    const { ends, errors } = await connect(server.url);
    await expect.poll(() => errors.join()).toContain('a message from the server is longer than 100000 bytes');
    expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(ends()).toBe(0);
  });

  const tower = (levels: number): string => '{"a":'.repeat(levels) + 1 + '}'.repeat(levels);
  const deep = (id: unknown, levels = 5_000): string => `{"jsonrpc":"2.0","id":${id},"result":${tower(levels)}}`;

  test.each<[string, (asked: Asked) => void]>([
    [
      'A JSON answer',
      (asked) => asked.response.setHeader('content-type', 'application/json').end(deep(asked.message.id)),
    ],
    ['An event', (asked) => sendEvents(asked, `data: ${deep(asked.message.id)}\n\n`)],
  ])('%s that is nested too deeply fails its call with the reason, and the next call works', async (_, play) => {
    let calls = 0;
    const server = await startHttp(mcpServer((asked) => (calls++ === 0 ? play(asked) : sendJson(asked, answer))));
    const { call, ends } = await connect(server.url);
    expect((await failureOf(call())).message).toContain('nested more than 1000 levels deep');
    expect(await call()).toMatchObject(answer);
    expect(ends()).toBe(0);
  });

  proves('L9', 'An HTTP error body that is nested too deeply is not parsed as an answer', async () => {
    const error = (id: unknown) =>
      `{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":"m","data":${tower(2_000)}}}`;
    const server = await startHttp(
      mcpServer(({ response, message }) => response.writeHead(400).end(error(message.id))),
    );
    const { call } = await connect(server.url);
    expect(await failureOf(call())).toMatchObject({ status: 400 });
  });

  test('A long stream of short events is read to its end', async () => {
    const note = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(50_000) } })}\r\n\r\n`;
    const server = await startHttp(
      mcpServer((asked) => {
        sendEvents(asked, ...Array<string>(50).fill(note), ': hi\n'.repeat(50_000));
        asked.response.end(`\n${eventOf(asked.message.id, answer)}`);
      }),
    );
    const { call } = await connect(server.url);
    expect(await call()).toMatchObject(answer);
  });

  proves('L9', 'An endless HTTP error body is truncated, and the error message is short', async () => {
    const server = await startHttp(mcpServer((asked) => flood(asked, 500, 'text/plain', 'oh no '.repeat(1_000))));
    const { call } = await connect(server.url);
    const error = await failureOf(call());
    expect(error).toMatchObject({ status: 500 });
    expect(error.message).toMatch(/^the server answered with HTTP 500: oh no/);
    expect(error.message.length).toBeLessThan(600);
    await (await server.first(isCall)).whenClosed;
  });

  proves('L9', 'An endless response to a notification is aborted', async () => {
    const endless = `data: ${'x'.repeat(1_000)}\n\n`;
    const server = await startHttp(mcpServer((asked) => flood(asked, 200, 'text/event-stream', endless)));
    const { transport } = await connect(server.url);
    await transport.send({ jsonrpc: '2.0', method: 'notifications/x' });
    await (await server.first(({ message }) => message.method === 'notifications/x')).whenClosed;
  });
});

describe('L9: limits on sockets', () => {
  const PINGS = 5_000;
  const isOurAnswer = ({ message }: Asked): boolean => message.method === undefined && message.id !== undefined;
  const pings = (): string =>
    Array.from({ length: PINGS }, (_, at) => `data: {"jsonrpc":"2.0","id":"p${at}","method":"ping"}\n\n`).join('');

  proves(
    'L9',
    'A server that sends thousands of requests but accepts no answers gets only a few answers and sockets',
    async () => {
      const server = await startHttp(
        mcpServer((asked) => {
          if (!isCall(asked)) return; // our answers are never acknowledged
          sendEvents(asked, pings(), eventOf(asked.message.id, answer));
        }),
      );
      const { call, errors, ends } = await connect(server.url);
      expect(await call()).toMatchObject(answer);
      await expect.poll(() => errors.length).toBe(PINGS - 48);
      expect(errors[0]).toContain('the server sends requests but does not accept the answers: 48 are already queued');
      await expect.poll(() => server.asked.filter(isOurAnswer).length).toBe(48);
      expect(server.sockets.size).toBeLessThan(60);
      expect(ends()).toBe(0);
    },
  );

  proves('L9', 'Calls beyond the socket limit are queued, and a running call can still be cancelled', async () => {
    const server = await startHttp(
      mcpServer((asked) => (isCall(asked) ? sendEvents(asked) : void asked.response.writeHead(202).end())),
    );
    const { call } = await connect(server.url);
    const stop = new AbortController();
    const first = failureOf(call(stop.signal));
    await server.first(isCall);
    const others = Array.from({ length: 99 }, () => call());
    const calls = () => server.asked.filter(isCall);
    await expect.poll(() => calls().length).toBe(65);
    expect(server.sockets.size).toBeLessThanOrEqual(65 + 2);
    stop.abort();
    await first;
    await server.first(({ message }) => message.method === 'notifications/cancelled');
    for (let at = 0; at < 100; at++) {
      await expect.poll(() => calls().length).toBeGreaterThan(at);
      const asked = calls()[at] as Asked;
      asked.response.end(eventOf(asked.message.id, answer));
    }
    expect(await Promise.all(others)).toHaveLength(99);
  });
});

describe('L10: A hostile server', () => {
  proves('L10', 'A redirect to another origin is reported, and no request or header is sent there', async () => {
    const elsewhere = await startHttp(({ response }) => response.end());
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startHttp(
        mcpServer(({ response }) => response.writeHead(status, { location: elsewhere.url }).end()),
      );
      const { call } = await connect(server.url);
      expect((await failureOf(call())).message).toBe(`the server redirects to ${elsewhere.url}`);
    }
    expect(elsewhere.asked).toEqual([]);
  });

  proves('L10', 'A secret that the server repeats in an error body is redacted', async () => {
    const server = await startHttp(
      mcpServer(({ response, headers }) =>
        response.writeHead(500).end(`you sent ${headers.authorization}, that is ${SECRET}`),
      ),
    );
    const { call, errors } = await connect(server.url);
    const error = await failureOf(call());
    expect(error.message).toContain('you sent [redacted]');
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause), errors])).not.toContain(SECRET);
  });

  proves('L10', 'A server that answers the notification stream with a web page is not asked for it again', async () => {
    const server = await startHttp(
      mcpServer(
        () => {},
        ({ response }) => response.writeHead(200, { 'content-type': 'text/html' }).end('retry: 1\n\n<p>Hello</p>'),
      ),
    );
    const { errors } = await connect(server.url);
    await server.first(({ method }) => method === 'GET');
    await sleep(300);
    expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('An invalid HTTP status is reported as an error', async () => {
    const server = await startHttp(mcpServer(({ response }) => response.writeHead(999).end()));
    const { call } = await connect(server.url);
    expect((await failureOf(call())).message).toContain('HTTP status 999');
  });
});

describe('Authorization', () => {
  test.each(['legacy', 'auto'] as const)(
    'A 401 response is explained and causes no further requests (protocol %s)',
    async (mode) => {
      const server = await startHttp(({ response }) =>
        response
          .writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="http://169.254.169.254/meta"' })
          .end(SECRET),
      );
      const error = await failureOf(connect(server.url, { mode }));
      expect(error.message).toBe('the server rejects the token (HTTP 401)');
      expect(error).toMatchObject({ trouble: { kind: 'unauthorized', status: 401 } });
      expect(adviceOn((error as TroubleError).trouble, serverOf())).toContain('still valid');
      expect(new Set(server.asked.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(['POST /mcp']));
    },
  );

  test('A 403 response is explained too', async () => {
    const server = await startHttp(
      mcpServer(({ response }) =>
        response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="all"' }).end(),
      ),
    );
    const { call } = await connect(server.url);
    expect((await failureOf(call())).message).toBe('the server rejects the token (HTTP 403)');
  });

  test('The user name and password in the URL are sent as a header', async () => {
    const server = await startHttp(mcpServer((asked) => sendJson(asked, answer)));
    const transport = httpTransport({ url: server.url.replace('//', '//ada:p%40ss-word@'), headers: {} }, 'http', {
      messageBytes: 1_000,
      connectMs: 1_000,
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    await client.close();
    expect(server.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:p@ss-word').toString('base64')}`);
  });

  test('A configured header that cannot be sent fails the start without revealing its value', async () => {
    const error = await failureOf(connect('http://127.0.0.1:9/mcp', { headers: { 'x-key': `${SECRET}\n\u0000` } }));
    expect(error.message).toBe('these headers contain characters that cannot be sent: "x-key"');
  });
});
