import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  chainedDefinitions,
  controlTokens,
  type HostileBody,
  longTexts,
  manyValues,
  manyValuesInArguments,
  severalAnswers,
  tokenIds,
} from '../bench/hostile/bodies.ts';
import { listen } from '../src/doors/http.ts';
import { testGateway } from './gateway.ts';
import { proves } from './requirements.ts';
import { startUpstream, textAnswer } from './upstream.ts';

const BYTES = 15 * 1024 * 1024;

/** Processor time in one go. The costliest body takes about 200 ms; the rest is for slower machines and for the test itself. */
const MOST_STALL_MS = 400;

async function started(settings: object = {}): Promise<string> {
  const answer = { choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }] };
  // Does not read the request, so that only the gateway's time is measured.
  const upstream = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)));
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const { port } = upstream.address() as AddressInfo;
  onTestFinished(() => void upstream.close());
  return listenTo(`http://127.0.0.1:${port}/v1`, settings);
}

/** Starts a gateway in front of this model server, and returns its URL. */
async function listenTo(baseUrl: string, settings: object = {}): Promise<string> {
  const backends = JSON.stringify({ up: { kind: 'openai', baseUrl } });
  const opened = await listen(testGateway([], { backends, model: 'up/whole', ...settings }));
  if (!opened.ok) throw new Error(opened.reason);
  onTestFinished(() => opened.listening.drain(0));
  return opened.listening.url;
}

/** Sends a body, and returns the answer with the most processor time in which this process did nothing else. */
async function send(url: string, body: Buffer, path = '/v1/chat/completions') {
  let stallMs = 0;
  let last = processorMs();
  const ticking = setInterval(() => {
    stallMs = Math.max(stallMs, processorMs() - last);
    last = processorMs();
  }, 1);
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  clearInterval(ticking);
  return { status: answer.status, text, stallMs };
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

describe('large bodies', () => {
  proves(
    ['L9', 'L10'],
    'No request body delays other requests for long, whatever its 15 megabytes contain',
    async () => {
      const url = await started();
      const models = JSON.stringify({ 'up/whole': { nativeTools: false } });
      const textual = await started({ models, formats: JSON.stringify({ primary: 'hermes' }) });
      const texts = [...longTexts(BYTES), chainedDefinitions()];
      const bodies: [string, HostileBody[]][] = [
        [
          url,
          [
            ...manyValues(BYTES),
            ...manyValues(BYTES, 80_000),
            manyValuesInArguments(BYTES),
            ...texts,
            severalAnswers(BYTES, 16),
          ],
        ],
        [textual, controlTokens(BYTES)],
      ];
      for (const [target, each] of bodies) {
        await send(target, Buffer.from('{"messages":[{"role":"user","content":"Hello"}]}'));
        for (const { name, body } of each) {
          const { stallMs } = await send(target, body);
          expect([name, stallMs < MOST_STALL_MS ? 'is fast' : stallMs]).toEqual([name, 'is fast']);
        }
      }
      for (const { name, body } of [tokenIds(800, 499), ...manyValues(BYTES, 400_000)]) {
        const { stallMs } = await send(url, body, '/v1/embeddings');
        expect([name, stallMs < MOST_STALL_MS ? 'is fast' : stallMs]).toEqual([name, 'is fast']);
      }
    },
    120_000,
  );

  proves(
    'L9',
    'A body with too many values is refused with the limit, and one with a long text is answered',
    async () => {
      const url = await started();
      for (const { name, body } of [...manyValues(BYTES), manyValuesInArguments(BYTES)]) {
        const { status, text } = await send(url, body);
        expect([name, status]).toEqual([name, 413]);
        expect(JSON.parse(text)).toMatchObject({
          error: {
            code: 'body_too_large',
            message: expect.stringMatching(/more than 80000 JSON (?:values|fields)\. .* raise "limits\.bodyValues"/),
          },
        });
      }
      for (const { name, body } of longTexts(BYTES).filter((each) => each.name !== 'one long number')) {
        expect([name, (await send(url, body)).status]).toEqual([name, 200]);
      }
    },
    120_000,
  );

  test('A batch of 300,000 token ids is passed on, but not as many fields', async () => {
    const url = await started();
    expect((await send(url, tokenIds(600, 500).body, '/v1/embeddings')).status).toBe(200);
    expect((await send(url, tokenIds(800, 500).body, '/v1/embeddings')).text).toContain('more than 400000 JSON values');
    const names = manyValues(BYTES, 300_000).find(({ name }) => name === 'names')?.body ?? Buffer.alloc(0);
    expect((await send(url, names, '/v1/embeddings')).text).toContain('more than 80000 JSON fields');
  });

  test('Lone surrogates in a body become U+FFFD, and pairs stay', async () => {
    const upstream = await startUpstream();
    upstream.script(textAnswer('Hello'));
    const url = await listenTo(upstream.url);
    const body = '{"messages":[{"role":"user","content":"\\ud83d\\ude00 \\ud800"}]}';
    expect((await send(url, Buffer.from(body))).status).toBe(200);
    expect(upstream.requests.at(-1)?.body.messages).toEqual([{ role: 'user', content: '😀 \ufffd' }]);
  });
});
