import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import zlib from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { standstill } from '../../../test/contracts/models/helpers.ts';
import { type Action, flood, hang, head, raw, reply, startUpstream, wait } from '../../../test/upstream.ts';
import { defaultLimits, type Limits } from '../../core/index.ts';
import { Transport } from './transport.ts';

const never = new AbortController().signal;
const get = { method: 'GET', path: '/x', headers: [] } as const;

function transportTo(url: string, limits: Partial<Limits> = {}): Transport {
  return new Transport({ backend: 'up', origin: new URL(url).origin, limits: { ...defaultLimits, ...limits } });
}

/** Returns the result of one exchange with an upstream that plays these actions. */
async function exchanged(play: readonly Action[], limits: Partial<Limits> = {}) {
  const upstream = await startUpstream();
  upstream.script(play);
  const sent = await transportTo(upstream.url, limits).send({ ...get, headers: [] }, never);
  if (!sent.ok) return { failure: sent.failure, upstream };
  const pieces: string[] = [];
  for (let text = await sent.exchange.read(); text !== undefined; text = await sent.exchange.read()) pieces.push(text);
  return { head: sent.head, pieces, text: pieces.join(''), failure: sent.exchange.failure, upstream };
}

const gzipHead = zlib.gzipSync('x').subarray(0, 5);

describe('An exchange', () => {
  test('An exchange returns the head, then the text in the pieces that arrived together', async () => {
    const { head: told, pieces, failure } = await exchanged([head(200, { 'x-a': '1' }), 'ab', 'c', wait(300), 'd']);
    expect(told?.status).toBe(200);
    expect(told?.headers.get('x-a')).toBe('1');
    expect(pieces).toEqual(['abc', 'd']);
    expect(failure).toBeUndefined();
  });

  test('An exchange joins split UTF-8 characters and replaces invalid bytes', async () => {
    const bytes = Buffer.from('é👩‍🔬');
    const cut = Array.from(bytes, (byte) => [Buffer.of(byte), wait(1)]).flat();
    expect((await exchanged([head(200), ...cut])).text).toBe('é👩‍🔬');
    expect((await exchanged([head(200), bytes.subarray(0, 4)])).text).toBe('é\ufffd');
  });

  test('An exchange skips an informational response (103) and returns the final one', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n';
    const late = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
    const { text, head: told } = await exchanged([raw(early), wait(30), raw(late)]);
    expect(told?.status).toBe(200);
    expect(text).toBe('ok');
  });

  test.each([
    ['half a character', [head(200), wait(50), Buffer.of(0xc3), hang]],
    ['the beginning of a gzip header', [head(200, { 'content-encoding': 'gzip' }), wait(50), gzipHead, hang]],
  ])('An exchange fails as silent if the server stops after %s', async (_, play) => {
    const { failure } = await exchanged(play, { silenceMs: 100 });
    expect(failure).toMatchObject({ kind: 'upstream-silent', stage: 'between-chunks' });
  });

  test('A response without a body is a complete answer', async () => {
    expect(await exchanged(reply(204))).toMatchObject({ head: { status: 204 }, text: '', failure: undefined });
  });

  test.each([
    ['a protocol other than HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n', 'upstream-broken'],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`, 'upstream-broken'],
    ['two content lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'upstream-broken'],
    ['no bytes', '', 'upstream-unreachable'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab', 'upstream-broken'],
  ])('An exchange fails if the server sends %s', async (_, bytes, kind) => {
    expect((await exchanged([raw(bytes)])).failure).toMatchObject({ kind, backend: 'up' });
  });
});

describe('A compressed response', () => {
  const plain = 'data: {"a":"é"}\n\n'.repeat(2_000);
  test.each([
    ['gzip', zlib.gzipSync(plain)],
    ['x-gzip', zlib.gzipSync(plain)],
    ['GZIP', zlib.gzipSync(plain)],
    ['deflate', zlib.deflateSync(plain)],
    ['deflate', zlib.deflateRawSync(plain)],
    ['br', zlib.brotliCompressSync(plain)],
    ['zstd', zlib.zstdCompressSync(plain)],
    ['identity', Buffer.from(plain)],
  ])('A response with content-encoding %s is decompressed', async (encoding, packed) => {
    const half = packed.length >> 1;
    const play = [
      head(200, { 'content-encoding': encoding }),
      packed.subarray(0, half),
      wait(5),
      packed.subarray(half),
    ];
    const { text, failure } = await exchanged(play);
    expect(failure).toBeUndefined();
    expect(text).toBe(plain);
  });

  test('A compressed response is decompressed while it arrives', async () => {
    const packed: Buffer[] = [];
    const packer = zlib.createGzip().on('data', (bytes: Buffer) => packed.push(bytes));
    packer.write('data: 1\n\n');
    await new Promise<void>((resolve) => packer.flush(zlib.constants.Z_SYNC_FLUSH, resolve));
    const upstream = await startUpstream();
    upstream.script([head(200, { 'content-encoding': 'gzip' }), ...packed, hang]);
    const sent = await transportTo(upstream.url).send({ ...get, headers: [] }, never);
    expect(sent.ok && (await sent.exchange.read())).toBe('data: 1\n\n');
    if (sent.ok) sent.exchange.leave();
  });

  test.each([
    ['gzip', 'not gzip at all', /does not match its content-encoding/],
    ['compress', 'x', /unsupported content-encoding/],
    ['gzip, br', 'x', /unsupported content-encoding/],
    ['__proto__', 'x', /unsupported content-encoding/],
  ])(
    'A response with an invalid or unsupported content-encoding fails as broken: %s',
    async (encoding, body, reason) => {
      const { failure } = await exchanged([head(200, { 'content-encoding': encoding }), body]);
      expect(failure).toMatchObject({ kind: 'upstream-broken', reason: expect.stringMatching(reason) });
    },
  );

  test('A compressed response that is not read pauses the server', async () => {
    const upstream = await startUpstream();
    const packed = zlib.gzipSync(randomBytes(64 * 1024)); // concatenated gzip members form one response
    upstream.script([head(200, { 'content-encoding': 'gzip' }), flood(packed)]);
    const sent = await transportTo(upstream.url, { answerBytes: 2 ** 30 }).send({ ...get, headers: [] }, never);
    if (!sent.ok) throw new Error(sent.failure.kind);
    const sentBytes = () => upstream.requests[0]?.sentBytes ?? 0;
    const paused = await standstill(sentBytes);
    while (sentBytes() === paused) expect(await sent.exchange.read()).toBeDefined();
    sent.exchange.leave();
    await upstream.requests[0]?.whenClosed;
  });
});

describe('A server that accepts no connections', () => {
  test('A server that accepts no connections fails as silent in the connect stage', async () => {
    const transport = transportTo(await startDeaf(), { connectMs: 300 });
    expect(await transport.send({ ...get, headers: [] }, never)).toEqual({
      ok: false,
      failure: { kind: 'upstream-silent', backend: 'up', stage: 'connect', limitMs: 300 },
    });
  });

  test('Aborting a pending connection takes effect at once', async () => {
    const transport = transportTo(await startDeaf(), { connectMs: 2_000 });
    const abort = new AbortController();
    const sending = transport.send({ ...get, headers: [] }, abort.signal);
    await sleep(50);
    const abortedAt = performance.now();
    abort.abort(new Error('the client left'));
    expect(await sending).toMatchObject({ ok: false, failure: { kind: 'turn-cancelled' } });
    expect(performance.now() - abortedAt).toBeLessThan(1_000);
  });
});

test('A request that is aborted while connecting is never sent', async () => {
  const upstream = await startUpstream();
  const transport = transportTo(upstream.url);
  const abort = new AbortController();
  const sending = transport.send({ ...get, headers: [] }, abort.signal);
  await new Promise<void>((resolve) => process.nextTick(resolve)); // the connection attempt starts here
  abort.abort(new Error('the client left'));
  expect(await sending).toMatchObject({ ok: false, failure: { kind: 'turn-cancelled' } });
  await sleep(50);
  expect(upstream.requests).toEqual([]);
  upstream.script(reply(200, 'ok'));
  expect(await transport.send({ ...get, headers: [] }, never)).toMatchObject({ ok: true });
});

test('Requests beyond the connection limit wait in a queue, and none is lost', async () => {
  const upstream = await startUpstream();
  const transport = transportTo(upstream.url, { upstreamConnections: 3 });
  let open = 0;
  let most = 0;
  upstream.script(
    ...Array.from({ length: 30 }, () => () => {
      most = Math.max(most, ++open);
      return [head(200), wait(5), 'x'];
    }),
  );
  const texts = Array.from({ length: 30 }, async () => {
    const sent = await transport.send({ ...get, headers: [] }, never);
    const text = sent.ok ? await sent.exchange.read() : sent.failure.kind;
    open--;
    if (sent.ok) await sent.exchange.read();
    return text;
  });
  expect(await Promise.all(texts)).toEqual(Array(30).fill('x'));
  expect(most).toBeLessThanOrEqual(3);
});

/** Starts a server whose connection backlog is full, so that the kernel accepts no further connection. Returns its address. */
async function startDeaf(): Promise<string> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const net = require('node:net');
     const server = net.createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(workerData, 0, 0));
     });`,
    { eval: true, workerData: gate },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  await sleep(50); // the server's thread is blocked from here on
  const { connect } = await import('node:net');
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await sleep(50);
  onTestFinished(async () => {
    for (const filler of fillers) filler.destroy();
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    await worker.terminate();
  });
  return `http://127.0.0.1:${port}`;
}
