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

/** What an exchange tells of an upstream that plays this. */
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

describe('an exchange', () => {
  test('gives the head, then the text in what arrived together', async () => {
    const { head: told, pieces, failure } = await exchanged([head(200, { 'x-a': '1' }), 'ab', 'c', wait(50), 'd']);
    expect(told?.status).toBe(200);
    expect(told?.headers.get('x-a')).toBe('1');
    expect(pieces).toEqual(['abc', 'd']);
    expect(failure).toBeUndefined();
  });

  test('puts characters together that were cut, and marks what is no UTF-8', async () => {
    const bytes = Buffer.from('é👩‍🔬');
    const cut = Array.from(bytes, (byte) => [Buffer.of(byte), wait(1)]).flat();
    expect((await exchanged([head(200), ...cut])).text).toBe('é👩‍🔬');
    expect((await exchanged([head(200), bytes.subarray(0, 4)])).text).toBe('é\ufffd');
  });

  test('does not take an announcement for an answer', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n';
    const late = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
    const { text, head: told } = await exchanged([raw(early), wait(30), raw(late)]);
    expect(told?.status).toBe(200);
    expect(text).toBe('ok');
  });

  test.each([
    ['half a character', [head(200), wait(50), Buffer.of(0xc3), hang]],
    ['the beginning of a packet', [head(200, { 'content-encoding': 'gzip' }), wait(50), gzipHead, hang]],
  ])('that stops after %s is silent', async (_, play) => {
    const { failure } = await exchanged(play, { silenceMs: 100 });
    expect(failure).toMatchObject({ kind: 'upstream-silent', stage: 'between-chunks' });
  });

  test('without a body is an answer too', async () => {
    expect(await exchanged(reply(204))).toMatchObject({ head: { status: 204 }, text: '', failure: undefined });
  });

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n', 'upstream-broken'],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`, 'upstream-broken'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'upstream-broken'],
    ['nothing', '', 'upstream-unreachable'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab', 'upstream-broken'],
  ])('with a server that sends %s', async (_, bytes, kind) => {
    expect((await exchanged([raw(bytes)])).failure).toMatchObject({ kind, backend: 'up' });
  });
});

describe('a compressed answer', () => {
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
  ])('%s', async (encoding, packed) => {
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

  test('is read while it arrives', async () => {
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
    ['gzip', 'not gzip at all', /not compressed as it says/],
    ['compress', 'x', /nobody asked for/],
    ['gzip, br', 'x', /nobody asked for/],
    ['__proto__', 'x', /nobody asked for/],
  ])('that is none: %s', async (encoding, body, reason) => {
    const { failure } = await exchanged([head(200, { 'content-encoding': encoding }), body]);
    expect(failure).toMatchObject({ kind: 'upstream-broken', reason: expect.stringMatching(reason) });
  });

  test('that nobody reads stops the server', async () => {
    const upstream = await startUpstream();
    const packed = zlib.gzipSync(randomBytes(64 * 1024)); // one after the other they are one answer
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

describe('a server that takes no connections', () => {
  test('is silent while connecting, and told as such', async () => {
    const transport = transportTo(await startDeaf(), { connectMs: 300 });
    expect(await transport.send({ ...get, headers: [] }, never)).toEqual({
      ok: false,
      failure: { kind: 'upstream-silent', backend: 'up', stage: 'connect', limitMs: 300 },
    });
  });

  test('is left at once', async () => {
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

test('a connection that was wanted, and then not, carries no request', async () => {
  const upstream = await startUpstream();
  const transport = transportTo(upstream.url);
  const abort = new AbortController();
  const sending = transport.send({ ...get, headers: [] }, abort.signal);
  await new Promise<void>((resolve) => process.nextTick(resolve)); // now it connects
  abort.abort(new Error('the client left'));
  expect(await sending).toMatchObject({ ok: false, failure: { kind: 'turn-cancelled' } });
  await sleep(50);
  expect(upstream.requests).toEqual([]);
  upstream.script(reply(200, 'ok'));
  expect(await transport.send({ ...get, headers: [] }, never)).toMatchObject({ ok: true });
});

test('more at once than there are connections wait their turn, and none is lost', async () => {
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

/** A server whose queue of connections is full: the kernel answers no further one. Its address. */
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
  await sleep(50); // now it hears nothing
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
