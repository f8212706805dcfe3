import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { APIError } from 'openai';
import { describe, expect, test } from 'vitest';
import { callAnswer, chunk, flood, hang, type Play, reply, sse, textAnswer } from '../upstream.ts';
import { type GatewayOptions, openGateway } from './gateway.ts';

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, chat: openai.chat.completions };
}

const ask = () => ({ model: 'up/mock', messages: [{ role: 'user' as const, content: 'Hello?' }] });

describe('A client that disconnects', () => {
  const GENEROUS_MS = 1_000; // it takes a few milliseconds; the goal is 200 ms on an idle machine

  test.for([true, false])(
    'If the client disconnects, the connection to the backend is closed (streamed: %s)',
    async (stream) => {
      const { chat, upstream } = await setUp();
      const leaving = new AbortController();
      const asked = Promise.withResolvers<void>();
      upstream.script(() => {
        asked.resolve();
        return stream ? [...sse([chunk({ content: 'Once' })], { isDone: false }), hang] : [hang];
      });
      const asking = stream
        ? chat.create({ ...ask(), stream: true }, { signal: leaving.signal }).then(async (chunks) => {
            for await (const _ of chunks) leaving.abort();
          })
        : chat.create(ask(), { signal: leaving.signal });
      const ended = Promise.resolve(asking).catch(() => {});
      await asked.promise;
      if (!stream) leaving.abort();
      const leftAt = performance.now();
      await ended;
      const closedAt = await upstream.requests[0]?.whenClosed;
      expect((closedAt ?? Number.NaN) - leftAt).toBeLessThan(GENEROUS_MS);
    },
  );

  test('Calling abort() on an endless stream, or leaving its loop, closes the connection to the backend', async () => {
    const { chat, upstream } = await setUp();
    const forEver: Play = [
      ...sse([], { isDone: false }),
      flood(`data: ${JSON.stringify(chunk({ content: 'more ' }))}\n\n`),
    ];
    upstream.script(forEver, forEver);
    const first = await chat.create({ ...ask(), stream: true });
    for await (const _ of first) break;
    const second = chat.stream(ask());
    second.once('content', () => second.abort());
    await second.done().catch(() => {});
    const leftAt = performance.now();
    for (const request of upstream.requests) expect((await request.whenClosed) - leftAt).toBeLessThan(GENEROUS_MS);
    expect(upstream.requests).toHaveLength(2);
  });

  test('If the client disconnects, the running tool is aborted, and no further step starts', async () => {
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const wait = {
      name: 'wait',
      invoke: (_: object, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.resolve();
            reject(signal.reason);
          });
          begun.resolve();
        }),
    };
    const { chat, upstream, gateway } = await setUp({ tools: [wait] });
    upstream.script(callAnswer([{ name: 'wait' }]), textAnswer('never'));
    const stream = chat.stream(ask());
    const ended = stream.done().catch(() => {});
    await begun.promise;
    stream.abort();
    await stopped.promise;
    await ended;
    await expect.poll(() => gateway.log.lines.filter(({ message }) => message.startsWith('Turn '))).toHaveLength(1);
    expect(upstream.requests).toHaveLength(1);
  });
});

describe('Heartbeats while a tool runs', () => {
  const slow = { name: 'slow', invoke: () => sleep(150, 'done') };
  const settings = { 'limits-heartbeat-ms': '20', 'limits-retries': '0' };

  test('Heartbeats are sent while a tool runs, and the OpenAI SDK ignores them', async () => {
    const { chat, upstream, post } = await setUp({ tools: [slow], settings });
    const plays = [callAnswer([{ name: 'slow' }]), textAnswer('It is done.')];
    upstream.script(...plays, ...plays);
    expect(await chat.stream(ask()).finalContent()).toBe('It is done.');
    expect(await (await post({ ...ask(), stream: true })).text()).toContain(': waiting\n\n');
  });

  test('A failure after a heartbeat is reported in the stream, because the response headers are already sent', async () => {
    const { chat, upstream } = await setUp({ tools: [slow], settings });
    upstream.script(callAnswer([{ name: 'slow' }]), reply(500, 'broken'));
    const error = await chat
      .stream(ask())
      .finalContent()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: undefined, code: 'upstream_error' });
  });
});
