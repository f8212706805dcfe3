import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect, hastyClock } from '../../test/contracts/models/helpers.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import {
  callAnswer,
  chunk,
  flood,
  hang,
  head,
  reply,
  sse,
  startUpstream,
  textAnswer,
  wait,
} from '../../test/upstream.ts';
import { defaultLimits, type Fields, type ToolChoice, type VisibleTool } from '../core/index.ts';
import type { HttpBackendOptions } from './http/backend.ts';
import { createOpenAiBackend } from './openai.ts';

const tool: VisibleTool = {
  name: 'search',
  wireName: 'search',
  owner: 'client',
  description: 'd',
  parameters: { type: 'object' },
};

async function start(more: Partial<HttpBackendOptions> = {}) {
  const upstream = await startUpstream();
  const log = recordingLog();
  const given = { name: 'up', baseUrl: upstream.url, limits: defaultLimits, clock: hastyClock, log, ...more };
  return { upstream, log, backend: createOpenAiBackend(given) };
}

/** Sends the request and returns it as the server received it. */
async function sent(request: Parameters<typeof collect>[1], more: Partial<HttpBackendOptions> = {}) {
  const { upstream, backend, log } = await start(more);
  upstream.script(textAnswer('Hello'));
  await collect(backend, request);
  const [only] = upstream.requests;
  if (only === undefined) throw new Error('No request reached the server.');
  return { ...only, log };
}

describe('Requests of the openai backend', () => {
  test('The smallest request contains only the model, the messages and the stream options', async () => {
    const { method, path, body } = await sent({});
    expect([method, path]).toEqual(['POST', '/v1/chat/completions']);
    expect(body).toEqual({
      model: 'mock',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('A request that is not streamed has no stream_options', async () => {
    expect((await sent({ isStreamed: false })).body).toEqual({
      model: 'mock',
      messages: [{ role: 'user', content: 'hi' }],
      stream: false,
    });
  });

  proves('S0.empty', 'A request without tools has no tools, no tool_choice and no parallel_tool_calls', async () => {
    const extra = { tools: [], tool_choice: 'none', parallel_tool_calls: true, functions: [], function_call: 'auto' };
    const { body } = await sent({ tools: [], choice: { kind: 'required' }, parallel: false, extra: { chat: extra } });
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream', 'stream_options']);
  });

  test.each<[ToolChoice, unknown]>([
    [{ kind: 'auto' }, undefined],
    [{ kind: 'none' }, 'none'],
    [{ kind: 'required' }, 'required'],
    [
      { kind: 'named', name: 'search' },
      { type: 'function', function: { name: 'search' } },
    ],
  ])('The tools are sent with the choice %o', async (choice, written) => {
    const { body } = await sent({ tools: [tool], choice, parallel: false });
    expect(body.tools).toMatchObject([{ type: 'function', function: { name: 'search', description: 'd' } }]);
    expect(body.tool_choice).toEqual(written);
    expect(body.parallel_tool_calls).toBe(false);
  });

  test('Fields that only chat completions knows are passed on but override none of ours', async () => {
    const extra: Fields = JSON.parse(
      '{"temperature":0.5,"__proto__":{"a":1},"constructor":2,"model":"other","messages":[],"stream":false,"stream_options":{}}',
    );
    const { body } = await sent({ extra: { chat: extra } });
    expect(JSON.stringify(body)).toContain('"__proto__":{"a":1}');
    expect(body).toMatchObject({ temperature: 0.5, constructor: 2, model: 'mock', stream: true });
    expect(body.messages).toHaveLength(1);
  });

  test('A request without a model name has no model field, so the server uses its own', async () => {
    expect((await sent({ model: '' })).body).not.toHaveProperty('model');
  });

  test('A request carries the key and the configured headers, and no header that identifies the client', async () => {
    const { headers } = await sent({}, { apiKey: 'key-1', headers: { 'X-Org': 'acme', 'User-Agent': 'mine/1' } });
    expect(headers).toEqual({
      host: expect.stringContaining('127.0.0.1'),
      connection: 'keep-alive',
      'user-agent': 'mine/1',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer key-1',
      'x-org': 'acme',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'content-length': expect.any(String),
    });
    expect((await sent({})).headers['user-agent']).toMatch(/^toolpath\/\d/);
    expect((await sent({}, { apiKey: 'a', headers: { authorization: 'Basic b' } })).headers.authorization).toBe(
      'Basic b',
    );
  });

  test('Headers that cannot be sent are dropped and logged', async () => {
    const { headers, log } = await sent(
      {},
      { headers: { 'x-a': 'line\nbreak', 'no name': '1', 'Content-Length': '1', 'x-b': '2' } },
    );
    expect(headers).toMatchObject({ 'x-b': '2' });
    expect(headers).not.toHaveProperty('x-a');
    expect(log.lines.map(({ fields }) => fields.header)).toEqual(['x-a', 'no name', 'Content-Length']);
  });

  test.each([
    ['/v1', '/v1/chat/completions'],
    ['/v1/', '/v1/chat/completions'],
    ['', '/chat/completions'],
    ['/', '/chat/completions'],
    ['/openai/deployments/x?api-version=2', '/openai/deployments/x/chat/completions?api-version=2'],
  ])('A base URL that ends in "%s" gives the path %s', async (ending, path) => {
    const upstream = await startUpstream();
    upstream.script(textAnswer('Hello'));
    const baseUrl = `${new URL(upstream.url).origin}${ending}`;
    const backend = createOpenAiBackend({ name: 'up', baseUrl, limits: defaultLimits, log: recordingLog() });
    await collect(backend);
    expect(upstream.requests[0]?.path).toBe(path);
    expect(backend.describe().address).not.toContain('?');
    await backend.models(new AbortController().signal);
    expect(upstream.requests[1]?.path).toBe(path.replace('chat/completions', 'models'));
  });
});

describe('Answers of the openai backend', () => {
  test('The calls of an answer are the same, streamed or not', async () => {
    const { upstream, backend } = await start();
    const play = callAnswer(
      [
        { name: 'search', args: { q: 'x' }, id: 'a' },
        { name: 'look', id: 'b' },
      ],
      { text: 'Well' },
    );
    upstream.script(play, play);
    for (const isStreamed of [true, false]) {
      const { events, finish } = await collect(backend, { tools: [tool], isStreamed });
      expect(finish.reason).toBe('calls');
      expect(events.filter(({ type }) => type === 'call')).toEqual([
        { type: 'call', owner: 'gateway', call: { id: 'a', name: 'search', arguments: '{"q":"x"}' } },
        { type: 'call', owner: 'gateway', call: { id: 'b', name: 'look', arguments: '{}' } },
      ]);
    }
  });

  test.each<[string, string | object, string, string?]>([
    [
      'OpenAI',
      { error: { message: 'too long', type: 't', code: 'context_length_exceeded' } },
      'too long',
      'context_length_exceeded',
    ],
    ['a server with numeric codes', { error: { message: 'no', code: 42 } }, 'no', '42'],
    ['a server whose error is a string', { error: 'model not found' }, 'model not found'],
    ['vLLM', { object: 'error', message: 'bad', code: 400 }, 'bad', '400'],
    ['a server with a detail field', { detail: 'Not Found' }, 'Not Found'],
    [
      'a server with a list of details',
      { detail: [{ msg: 'field required' }] },
      '{"detail":[{"msg":"field required"}]}',
    ],
    ['a server that wraps errors in a list', [{ error: { message: 'in a list' } }], 'in a list'],
    ['a server that sends plain text', 'nope', 'nope'],
    ['a server that sends an HTML page', '<html>\n<h1>Not  found</h1>', '"<html> <h1>Not found</h1>"'],
    ['a server that sends an empty body', '', 'The server sent status 400 without a message.'],
    ['a server that sends an unknown object', { a: 1 }, '{"a":1}'],
    [
      'a server that sends __proto__',
      '{"error":{"__proto__":{"message":"x"}}}',
      '{"error":{"__proto__":{"message":"x"}}}',
    ],
    ['a server that sends a huge message', { error: { message: 'x'.repeat(10_000) } }, 'x'.repeat(2_000)],
    [
      'a server that sends deeply nested JSON',
      `{"detail":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      `{"detail":${'['.repeat(1_990)}`,
    ],
  ])('The message and code are read from a refusal of %s', async (_, body, message, code) => {
    const { upstream, backend } = await start();
    upstream.script(reply(400, body));
    expect((await collect(backend)).finish.failure).toEqual({
      kind: 'upstream-rejected',
      backend: 'up',
      status: 400,
      message,
      ...(code !== undefined && { code }),
    });
  });

  test('Only the beginning of an endless refusal is read', async () => {
    const { upstream, backend } = await start();
    upstream.script([head(400), flood('word '.repeat(1_000))]);
    const { failure } = (await collect(backend)).finish;
    expect(failure).toMatchObject({ kind: 'upstream-rejected', message: expect.stringMatching(/^word word/) });
    await upstream.requests[0]?.whenClosed;
  });

  test('A refusal whose body stalls is read for at most five seconds', async () => {
    const { upstream, backend } = await start();
    upstream.script([head(400), 'slow', hang]);
    const { failure } = (await collect(backend)).finish;
    expect(failure).toMatchObject({ kind: 'upstream-rejected', message: 'slow' });
    await upstream.requests[0]?.whenClosed;
  });

  test.each([
    [400, 'upstream-rejected', 1],
    [401, 'upstream-credentials', 1],
    [429, 'upstream-busy', 3],
    [500, 'upstream-failed', 3],
    [undefined, 'upstream-failed', 3],
  ])('An error with the code %s inside an answer is treated like that status: %s', async (code, kind, requests) => {
    const { upstream, backend } = await start({ apiKey: 'canary-key-1' });
    const play = sse([chunk({ role: 'assistant' }), { error: { message: 'no canary-key-1', code } }]);
    upstream.script(play, play, play);
    const { failure } = (await collect(backend)).finish;
    expect(failure).toMatchObject({ kind, backend: 'up' });
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect(upstream.requests).toHaveLength(requests);
  });

  proves('L7', 'An answer that fails after its first event is not retried', async () => {
    const { upstream, backend } = await start();
    const error = { error: { message: 'overloaded', code: 529 } };
    upstream.script([
      ...sse([chunk({ content: 'Hel' })], { isDone: false }),
      wait(20),
      `data: ${JSON.stringify(error)}\n\n`,
    ]);
    const { events, finish } = await collect(backend);
    expect(events[0]).toEqual({ type: 'text', text: 'Hel' });
    expect(finish.failure).toMatchObject({ kind: 'upstream-busy', message: 'overloaded' });
    expect(upstream.requests).toHaveLength(1);
  });

  proves(
    'L10',
    'A failure of the openai backend never contains a configured secret, wherever the server echoes it',
    async () => {
      const canary = 'canary-5f2c9';
      const place = fc.constantFrom(
        (words: string) => reply(400, { error: { message: words, code: words } }),
        (words: string) => reply(500, words),
        (words: string) => reply(200, `<html>${words}`),
        (words: string) => sse([words]),
        (words: string) => sse([{ error: words }]),
        (words: string) => reply(200, { error: { message: words } }),
        (words: string) => reply(302, '', { location: `/x/${words}` }),
      );
      await fc.assert(
        fc.asyncProperty(
          place,
          fc.oneof(fc.nat(2_100), fc.integer({ min: 170, max: 200 }), fc.integer({ min: 1_985, max: 2_000 })),
          async (write, before) => {
            const { upstream, backend, log } = await start({
              limits: { ...defaultLimits, retries: 1 },
              headers: { 'x-key': canary },
            });
            upstream.script(...Array(2).fill(write(`${'x'.repeat(before)}${canary}`)));
            const { finish } = await collect(backend);
            expect(finish.failure).toBeDefined();
            expect(JSON.stringify([finish, log.lines])).not.toContain(canary.slice(0, 5));
            await upstream.stop();
          },
        ),
        { numRuns: 80 },
      );
    },
  );
});

describe('The models of the openai backend', () => {
  const never = new AbortController().signal;
  test.each<[string, object, string[]]>([
    ["OpenAI's form", { data: [{ id: 'a' }, { id: 'b' }] }, ['a', 'b']],
    ['a bare array', [{ id: 'a' }], ['a']],
    ['a list with invalid entries', { data: [{ id: 1 }, null, 'x', { id: 'a' }] }, ['a']],
  ])('The model names are read from %s', async (_, body, names) => {
    const upstream = await startUpstream({ models: () => reply(200, body) });
    const backend = createOpenAiBackend({
      name: 'up',
      baseUrl: upstream.url,
      limits: defaultLimits,
      log: recordingLog(),
    });
    expect(await backend.models(never)).toEqual(names);
  });

  test.each<[string, ReturnType<typeof reply>, RegExp]>([
    ['refuses the request', reply(401, 'no'), /refused its configured key/],
    ['sends no list', reply(200, { models: 1 }), /no list of models/],
    ['sends no JSON', reply(200, '<html>'), /JSON/],
  ])('Listing the models rejects if the server %s', async (_, play, words) => {
    const upstream = await startUpstream({ models: () => play });
    const backend = createOpenAiBackend({
      name: 'up',
      baseUrl: upstream.url,
      limits: defaultLimits,
      log: recordingLog(),
    });
    await expect(backend.models(never)).rejects.toThrow(words);
  });
});
