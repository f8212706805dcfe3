import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import { proves } from '../../test/requirements.ts';
import type { Flags } from '../settings/index.ts';
import { type Listening, listen } from './http.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.drain(0)));
});

async function start(tools: readonly object[] = [], settings: Flags = {}) {
  const gateway = testGateway(tools, settings);
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  open.push(opened.listening);
  const { url } = opened.listening;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    gateway,
    url,
    post,
    listening: opened.listening,
    get: (path: string, headers = {}) => fetch(url + path, { headers }),
  };
}

/** Writes bytes to a socket and returns everything received until it closes. */
function raw(url: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    let answer = '';
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** An MCP server that prints a secret to stderr and crashes. */
const CRASH = `console.error('no database for a-long-enough-key'); process.exit(1)`;

const add = {
  name: 'add',
  description: 'Adds two numbers.',
  schema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  invoke: ({ a, b }: { a: number; b: number }) => a + b,
};

describe('The /tools routes', () => {
  test('The /tools routes list, describe and call tools', async () => {
    const { get, post } = await start([
      add,
      { name: 'needs cleaning', metadata: { server: 'my files' }, invoke: () => 'x' },
    ]);
    const { tools } = (await (await get('/tools')).json()) as { tools: { wireName: string }[] };
    expect(tools).toMatchObject([
      { name: 'add', wireName: 'add', description: 'Adds two numbers.', parameters: add.schema },
      {
        name: 'needs cleaning',
        wireName: expect.stringMatching(/^my_files__needs_cleaning_[0-9a-f]{10}$/),
        server: 'my files',
      },
    ]);
    expect(await (await get('/tools/add')).json()).toEqual(tools[0]);
    const called = await post('/tools/add', { a: '1', b: 2 });
    expect(called.status).toBe(200);
    expect(await called.json()).toMatchObject({
      status: 'ok',
      content: [{ type: 'json', value: 3 }],
      notes: [{ kind: 'coerced', path: 'a' }],
    });
    expect((await post(`/tools/${tools[1]?.wireName}`, '')).status).toBe(200);
    expect((await post('/tools/needs%20cleaning', '')).status).toBe(200);
  });

  test('GET /tools lists the output schema of a tool, and omits one that is too long', async () => {
    const outputSchema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    const long = { ...outputSchema, description: 'x'.repeat(8_192) };
    const { get } = await start([
      { name: 'shop', metadata: { outputSchema }, invoke: () => ({ price: 1 }) },
      { name: 'long', metadata: { outputSchema: long }, invoke: () => ({ price: 1 }) },
      add,
    ]);
    const { tools } = (await (await get('/tools')).json()) as { tools: object[] };
    expect(tools).toMatchObject([{ name: 'shop', outputSchema }, { name: 'long' }, { name: 'add' }]);
    expect(tools.map((tool) => Object.hasOwn(tool, 'outputSchema'))).toEqual([true, false, false]);
    expect(await (await get('/tools/shop')).json()).toMatchObject({ outputSchema });
  });

  test('Every failed tool call returns an error Outcome with a matching status', async () => {
    const { post, get } = await start(
      [
        add,
        {
          name: 'throws',
          invoke: () => {
            throw new Error('no');
          },
        },
        { name: 'complains', invoke: () => ({ content: [{ type: 'text', text: 'no' }], isError: true }) },
        { name: 'stalls', invoke: () => new Promise(() => {}) },
        {
          name: 'offline',
          invoke: () => {
            throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
          },
        },
        { name: 'secret', invoke: () => 1 },
      ],
      { 'limits-tool-ms': '20', permit: '[{"tool":"secret","verdict":"deny"}]' },
    );
    const kinds: [string, number, string][] = [
      ['absent', 404, 'unknown-tool'],
      ['add', 400, 'bad-arguments'],
      ['throws', 500, 'tool-error'],
      ['complains', 502, 'reported'],
      ['stalls', 504, 'timeout'],
      ['offline', 502, 'unavailable'],
      ['secret', 403, 'denied'],
      ['__proto__', 404, 'unknown-tool'],
      ['constructor', 404, 'unknown-tool'],
    ];
    for (const [name, status, kind] of kinds) {
      const response = await post(`/tools/${name}`, {});
      expect([name, response.status]).toEqual([name, status]);
      expect(await response.json()).toMatchObject({ status: 'error', failure: { kind } });
    }
    expect((await get('/tools/absent')).status).toBe(404);
    expect(await (await get('/nowhere')).json()).toMatchObject({ error: { code: 'not_found' } });
  });

  test('A tool is cancelled when its caller disconnects', async () => {
    let isAborted = false;
    const stalls = {
      name: 'stalls',
      invoke: (_args: never, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            isAborted = true;
            resolve('late');
          }),
        ),
    };
    const { url } = await start([stalls]);
    const caller = new AbortController();
    const pending = fetch(`${url}/tools/stalls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: caller.signal,
    });
    await sleep(50);
    caller.abort();
    await expect(pending).rejects.toThrow();
    await sleep(200);
    expect(isAborted).toBe(true);
  });
});

describe('Request bodies', () => {
  test('A body that is not JSON, too large or nested too deep is refused before any tool runs', async () => {
    let runs = 0;
    const { post, url } = await start([{ name: 'tool', invoke: () => ++runs }], { 'limits-body-bytes': '1000' });
    expect((await post('/tools/tool', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('/tools/tool', '{}', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post('/tools/tool', '{"a":')).status).toBe(400);
    expect(await (await post('/tools/tool', '['.repeat(900))).json()).toMatchObject({
      error: { code: 'invalid_json' },
    });
    expect((await post('/tools/tool', `"${'x'.repeat(2_000)}"`)).status).toBe(413);
    expect((await post('/tools/tool', '{"a":1,"a":2}')).status).toBe(400);
    const headers = { 'content-type': 'application/json' };
    const notUtf8 = await fetch(`${url}/tools/tool`, {
      method: 'POST',
      headers,
      body: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(notUtf8.status).toBe(400);
    expect(await notUtf8.json()).toMatchObject({ error: { code: 'invalid_utf8' } });
    const chunked = await raw(
      url,
      `POST /tools/tool HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n"${'x'.repeat(1998)}"\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413/);
    expect(runs).toBe(0);
    expect((await post('/tools/tool', { id: 1 }, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      200,
    );
  });

  test('A body with a number that would be rounded is refused', async () => {
    const { post } = await start([{ name: 'tool', invoke: (args: unknown) => args }]);
    const response = await post('/tools/tool', '{"id":9007199254740993}');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('9007199254740993');
  });
});

describe('Numbers for text parameters', () => {
  test('A text parameter gets the digits of a number as the body has them', async () => {
    const schema = { type: 'object', properties: { id: { type: 'string' } } };
    const { post } = await start([{ name: 'order', schema, invoke: ({ id }: { id: string }) => id }]);
    for (const digits of ['1.10', '100000000000000000000000', '12']) {
      const outcome = await (await post('/tools/order', `{"id":${digits}}`)).json();
      expect(outcome).toMatchObject({ status: 'ok', content: [{ text: digits }] });
    }
  });
});

describe('Access checks', () => {
  test('The server accepts only loopback Host headers and its own origin', async () => {
    const { url } = await start([add]);
    const ask = (host: string, more = '') => raw(url, `GET /tools HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`);
    for (const host of ['localhost', 'LOCALHOST:18741', '127.0.0.1:80', '127.9.9.9', '[::1]:80']) {
      expect(await ask(host)).toMatch(/^HTTP\/1\.1 200/);
    }
    for (const host of [
      'evil.test',
      'localhost.evil.test',
      '169.254.169.254',
      'localhost:80@evil.test',
      'localhost/healthz#',
      'localhost/?',
      '',
    ]) {
      expect(await ask(host)).toMatch(/^HTTP\/1\.1 40[03]/);
    }
    expect(await ask('localhost', 'Host: evil.test\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect(await ask('localhost:5', 'Origin: http://localhost:5\r\n')).toMatch(/^HTTP\/1\.1 200/);
    for (const origin of [
      'null',
      'http://evil.test',
      'http://localhost.evil.test',
      'http://localhost:6',
      'file://localhost:5',
      'x',
    ]) {
      const answer = await ask('localhost:5', `Origin: ${origin}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 403/);
      expect(answer.toLowerCase()).not.toContain('access-control-allow');
    }
  });

  test('A request target that could mean another path is refused', async () => {
    const { url } = await start([add], { keys: ['a-long-enough-key'] });
    for (const target of [
      '//evil.test/healthz',
      'http://localhost/healthz',
      '/healthz#/../tools',
      '/\\evil.test',
      '*',
    ]) {
      expect(await raw(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400/);
    }
    for (const target of [
      '/healthz/../tools',
      '/healthz/%2e%2e/tools',
      '/tools?/healthz',
      '/tools/',
      '/TOOLS',
      '/healthz/',
    ]) {
      expect(await raw(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401/);
    }
  });

  test('If keys are configured, every route requires one except the health probes', async () => {
    const { get, post } = await start([add], { keys: ['a-long-enough-key', 'another-good-key'] });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    for (const authorization of [
      '',
      'Bearer ',
      'Bearer wrong',
      'Basic a-long-enough-key',
      'Bearer a-long-enough-keyx',
      "Bearer ' OR 1=1 --",
    ]) {
      const response = await get('/tools', { authorization });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
    }
    expect((await post('/tools/add', { a: 1, b: 1 })).status).toBe(401);
    expect((await get('/nowhere')).status).toBe(401);
    expect((await get('/tools', { authorization: 'Bearer another-good-key' })).status).toBe(200);
  });

  test('The server does not listen beyond this machine without a key', async () => {
    for (const host of ['0.0.0.0', '::', 'localhost.localdomain']) {
      const opened = await listen(testGateway([], { host }));
      expect(opened).toMatchObject({ ok: false, reason: expect.stringContaining('key') });
    }
    const opened = await listen(testGateway([], { host: '0.0.0.0', keys: ['a-long-enough-key'] }));
    if (!opened.ok) throw new Error(opened.reason);
    open.push(opened.listening);
    expect(opened.listening.url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
  });
});

describe('Server life cycle', () => {
  test('/healthz reports the version and /readyz the number of tools', async () => {
    const { get } = await start([add]);
    expect(await (await get('/healthz')).json()).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', tools: 1, missing: [] });
  });

  proves(
    'S2.mcp.retry-failure',
    '/readyz and /servers name an MCP server that is gone, and all other tools keep working',
    async () => {
      const { gateway, get, post } = await start([add], {
        keys: ['a-long-enough-key'],
        'mcp-servers': JSON.stringify({ lost: { command: process.execPath, args: ['-e', CRASH] } }),
        'mcp-base-delay-ms': '1',
      });
      onTestFinished(() => gateway.close());
      expect(await (await get('/readyz')).json()).toEqual({ status: 'degraded', tools: 1, missing: ['lost'] });
      await gateway.servers.settled.wait(5_000);
      const ready = await get('/readyz');
      expect(ready.status).toBe(200);
      expect(await ready.json()).toEqual({ status: 'degraded', tools: 1, missing: ['lost'] });
      const authorization = 'Bearer a-long-enough-key';
      expect((await post('/tools/add', { a: 1, b: 2 }, { authorization })).status).toBe(200);

      expect((await get('/servers')).status).toBe(401);
      expect((await get('/servers/lost')).status).toBe(401);
      const { servers } = (await (await get('/servers', { authorization })).json()) as {
        servers: { stderr: string }[];
      };
      expect(servers).toEqual([
        expect.objectContaining({
          name: 'lost',
          state: 'gone',
          tools: 0,
          stderr: expect.stringContaining('no database'),
          check: expect.stringContaining('by hand'),
        }),
      ]);
      expect(servers[0]?.stderr).not.toContain('a-long-enough-key');
      const one = await get('/servers/lost', { authorization });
      expect(await one.json()).toMatchObject({ name: 'lost', state: 'gone' });
      expect((await get('/servers/constructor', { authorization })).status).toBe(404);
    },
  );

  test('If the port is in use, the error suggests another port', async () => {
    const { url } = await start();
    const port = new URL(url).port;
    expect(await listen(testGateway([], { port }))).toEqual({
      ok: false,
      reason: `Port ${port} is in use, perhaps by another Toolpath. Stop that program, or choose another port: --port ${Number(port) + 1} (npm start -- --port ${Number(port) + 1}).`,
    });
  });

  test('Draining lets a running call finish, refuses new calls on every connection, and ends without delay', async () => {
    let runs = 0;
    const slow = {
      name: 'slow',
      invoke: () => {
        runs++;
        return sleep(300, 'done');
      },
    };
    const { listening, url } = await start([slow]);
    const request = (path: string, body = '{}') =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => {
      answers += chunk;
    });
    socket.write(request('/tools/slow'));
    await sleep(100);
    const startedAt = performance.now();
    const drained = listening.drain(5_000);
    socket.write(request('/tools/slow') + request('/tools/slow'));
    await Promise.all([drained, once(socket, 'close')]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
    expect(runs).toBe(1);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  test('Headers and bodies that arrive too slowly are cut off by their time limits', async () => {
    const { url } = await start([add], { 'limits-headers-ms': '300', 'limits-request-ms': '600' });
    const drip = (head: string) =>
      new Promise<{ ms: number; answer: string }>((resolve) => {
        const startedAt = performance.now();
        let answer = '';
        const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(head));
        const dripping = setInterval(() => socket.write('x'), 100);
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('error', () => {});
        socket.on('close', () => {
          clearInterval(dripping);
          resolve({ ms: performance.now() - startedAt, answer });
        });
      });
    const [headers, body] = await Promise.all([
      drip('GET /tools HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
      drip(
        'POST /tools/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
      ),
    ]);
    for (const { ms, answer } of [headers, body]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408/);
      expect(ms).toBeLessThan(10_000);
    }
  });

  test('A body that ends too early is not logged as an error', async () => {
    const { gateway, url, get } = await start([add]);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      'POST /tools/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":',
    );
    await sleep(50);
    socket.destroy();
    await expect.poll(() => gateway.log.lines.map(({ message }) => message)).toContain('Request ended.');
    expect(gateway.log.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
    expect((await get('/healthz')).status).toBe(200);
  });

  test('A bug in a route leads to one 500 answer and one log line', async () => {
    const { gateway, get } = await start([add]);
    gateway.tools.all = () => {
      throw new Error('bug');
    };
    expect((await get('/tools')).status).toBe(500);
    expect(gateway.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'The request failed.' }),
    );
    expect((await get('/healthz')).status).toBe(200);
  });
});
