import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import { exchange, parsed } from '../../test/raw-http.ts';
import { proves } from '../../test/requirements.ts';
import type { Flags } from '../settings/index.ts';
import { listen } from './http.ts';

const KEY = 'a-long-enough-key';

async function start(settings: Flags = {}, tools: readonly object[] = []) {
  const gateway = testGateway(tools, settings);
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { url, drain } = opened.listening;
  onTestFinished(() => drain(0));
  return { gateway, url, drain };
}

interface Handshake {
  readonly path?: string;
  readonly host?: string;
  readonly headers?: readonly string[];
}

const webSocket = ({ path = '/ws', host = 'localhost', headers = [] }: Handshake) =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: WebSocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '\r\n',
  ].join('\r\n');

proves(
  'L10',
  'A WebSocket handshake passes the host, origin and key checks and is refused because no route exists',
  async () => {
    const { url } = await start({ keys: [KEY] });
    const key = `Authorization: Bearer ${KEY}`;
    const rows: [Handshake, number, string][] = [
      [{ host: 'a b', headers: [key] }, 400, 'bad_host'],
      [{ path: '//evil.test/ws', headers: [key] }, 400, 'bad_target'],
      [{ host: 'evil.test', headers: [key] }, 403, 'forbidden_host'],
      [{ headers: [key, 'Origin: http://evil.test'] }, 403, 'forbidden_origin'],
      [{}, 401, 'invalid_api_key'],
      [{ headers: ['x-api-key: wrong'] }, 401, 'invalid_api_key'],
      [{ path: '/healthz' }, 401, 'invalid_api_key'],
      [{ headers: [key] }, 404, 'not_found'],
      [{ headers: [`x-api-key: ${KEY}`] }, 404, 'not_found'],
      [{ path: '/v1/chat/completions', headers: [key] }, 404, 'not_found'],
      [{ path: '/tools', headers: [key] }, 404, 'not_found'],
    ];
    for (const [handshake, status, code] of rows) {
      const answer = await exchange(url, webSocket(handshake)); // returns once the server has closed the connection
      expect(parsed(answer)).toMatchObject({ status, body: { error: { code } } });
      expect(answer).toMatch(/^HTTP\/1\.1 /);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
      expect(answer).toMatch(/\r\ncontent-type: application\/json\r\n/i);
    }
  },
);

test('A WebSocket handshake is refused while the server drains and does not delay the shutdown', async () => {
  const { url, drain } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const [begin, rest] = [webSocket({}).slice(0, 20), webSocket({}).slice(20)];
  socket.write(begin);
  await sleep(100);
  const startedAt = performance.now();
  const drained = drain(5_000);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(rest);
  await Promise.all([drained, once(socket, 'close')]);
  expect(parsed(answer)).toMatchObject({ status: 503, body: { error: { code: 'stopping' } } });
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

test('A client that resets the connection after its WebSocket handshake causes no error in the server', async () => {
  const { url, gateway } = await start();
  for (let time = 0; time < 20; time++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(webSocket({}));
    if (time % 2 === 0) await sleep(2);
    socket.resetAndDestroy();
  }
  await sleep(50);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(gateway.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('A WebSocket handshake pipelined behind a running request is answered after that request', async () => {
  const slow = { name: 'slow', invoke: () => sleep(100, 'done') };
  const { url } = await start({}, [slow]);
  const post =
    'POST /tools/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
  const answers = await exchange(url, post + webSocket({}));
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
});

/** Java's HttpClient sends this upgrade offer with every request to an `http:` URL. */
const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAA\r\n';

test('A request that offers an upgrade to HTTP/2 is answered as an ordinary request', async () => {
  const { url } = await start({}, [{ name: 'echo', invoke: (args: unknown) => args }]);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answers = '';
  socket.on('data', (data) => {
    answers += data;
  });
  const post = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${H2C}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const requests = [
    post('/tools/echo', '{"a":1}'),
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${H2C}\r\n`,
    post('/v1/chat/completions', '{"messages":[{"role":"user","content":"hi"}]}'),
  ];
  for (const [index, request] of requests.entries()) {
    socket.write(request);
    await expect.poll(() => answers.match(/HTTP\/1\.1 200/g)?.length).toBe(index + 1);
  }
  expect(answers).toContain('"value":{"a":1}');
  await expect.poll(() => answers).toContain('chat.completion');
});
