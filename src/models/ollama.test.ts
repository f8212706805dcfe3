import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aRequest, collect, hastyClock, iterate, textOf } from '../../test/contracts/models/helpers.ts';
import { ndjson, type OllamaModel, ollamaCalls, ollamaLine, ollamaTells, ollamaText } from '../../test/ollama.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { type Action, hang, head, reply, startUpstream, type UpstreamOptions } from '../../test/upstream.ts';
import { defaultLimits, type Message, type VisibleTool } from '../core/index.ts';
import { createOllamaBackend, type OllamaBackendOptions } from './ollama.ts';
import { inspectOllamaModel } from './ollama-facts.ts';

const search: VisibleTool = {
  name: 'search',
  wireName: 'search',
  owner: 'client',
  description: 'd',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
};
const never = new AbortController().signal;

async function start(more: Partial<OllamaBackendOptions> = {}, told: UpstreamOptions = {}) {
  const upstream = await startUpstream(told);
  const log = recordingLog();
  const given = { name: 'up', baseUrl: upstream.url, limits: defaultLimits, clock: hastyClock, log, ...more };
  return { upstream, log, backend: createOllamaBackend(given) };
}

/** Sends the request and returns it as the server received it. */
async function sent(request: Parameters<typeof collect>[1], more: Partial<OllamaBackendOptions> = {}) {
  const { upstream, backend, log } = await start(more);
  upstream.script(ollamaText('Hello'));
  await collect(backend, request);
  const [only] = upstream.requests;
  if (only === undefined) throw new Error('No request reached the server.');
  return { ...only, log };
}

describe('Requests of the ollama backend', () => {
  test('A request uses Ollama’s own API and sets the context window', async () => {
    const { method, path, body } = await sent({ tools: [search], contextTokens: 8_192 }, { keepAlive: '10m' });
    expect([method, path]).toEqual(['POST', '/api/chat']);
    expect(body).toEqual({
      model: 'mock',
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ type: 'function', function: { name: 'search', description: 'd', parameters: search.parameters } }],
      stream: true,
      options: { num_ctx: 8_192 },
      keep_alive: '10m',
      truncate: false,
      shift: false,
    });
  });

  proves('S2.qwen.log', 'The conversion of tools for Ollama is logged', async () => {
    const { log } = await sent({ tools: [search, { ...search, wireName: 'look' }] });
    expect(log.lines).toContainEqual({
      level: 'debug',
      message: 'Converted 2 tools from LangChain to Qwen format',
      fields: { tools: 2 },
    });
    expect((await sent({})).log.lines).toEqual([]);
  });

  test('A parameter that Ollama does not support is logged once', async () => {
    const { upstream, backend, log } = await start();
    upstream.script(ollamaText('a'), ollamaText('b'));
    const request = { tools: [search], choice: { kind: 'required' as const }, extra: { chat: { user: 'me' } } };
    for (let time = 0; time < 2; time++) await collect(backend, request);
    const left = log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.member);
    expect(left).toEqual(['user', 'tool_choice']);
  });

  test('The key is sent if there is one', async () => {
    expect((await sent({}, { apiKey: 'key-1' })).headers.authorization).toBe('Bearer key-1');
    expect((await sent({})).headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['', ''],
    ['/', ''],
    ['/v1', ''],
    ['/v1/', ''],
    ['/api', ''],
    ['/api/', ''],
    ['/ollama/v1', '/ollama'],
    ['/ollama', '/ollama'],
    ['/v1?token=t', '', '?token=t'],
  ])('A base URL that ends in "%s" is reduced to the path "%s"', async (ending, path, query = '') => {
    const upstream = await startUpstream();
    upstream.script(ollamaText('Hello'));
    const baseUrl = `${new URL(upstream.url).origin}${ending}`;
    const backend = createOllamaBackend({ name: 'up', baseUrl, limits: defaultLimits, log: recordingLog() });
    await collect(backend);
    expect(await backend.models(never)).toEqual(['mock']);
    expect(upstream.requests.map((request) => request.path)).toEqual([
      `${path}/api/chat${query}`,
      `${path}/api/tags${query}`,
    ]);
    expect(backend.describe().address).not.toContain('?');
  });

  test('The ollama backend describes its kind and its requirements on transcripts', async () => {
    const { backend } = await start();
    expect(backend.describe()).toMatchObject({
      kind: 'ollama',
      overflow: 'chosen',
      demands: { systemFirst: true, alternatingRoles: true },
    });
  });

  proves('L10', 'The ollama backend sends a history whose call arguments are too deeply nested to parse', async () => {
    const tower = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const messages: Message[] = [
      { role: 'assistant', content: [], calls: [{ id: 'a', name: 'search', arguments: tower }] },
      { role: 'tool', callId: 'a', content: [] },
    ];
    expect((await sent({ messages })).body.messages).toMatchObject([
      { tool_calls: [{ function: { arguments: { unreadable_arguments: tower } } }] },
      { role: 'tool', tool_name: 'search' },
    ]);
  });
});

describe('Answers of the ollama backend', () => {
  test('Reasoning, text and calls are the same, streamed or not', async () => {
    const { upstream, backend } = await start();
    const calls = [
      { name: 'search', args: { q: 'x' }, id: 'a' },
      { name: 'look', id: 'b' },
    ];
    const play = ollamaCalls(calls, { text: 'Well', thinking: 'hm' });
    upstream.script(play, play);
    for (const isStreamed of [true, false]) {
      const { events, finish } = await collect(backend, { tools: [search], isStreamed });
      expect(finish).toEqual({ type: 'finish', reason: 'calls', usage: { promptTokens: 11, completionTokens: 7 } });
      expect(textOf(events)).toBe('Well');
      expect(events[0]).toMatchObject({ type: 'reasoning', state: { ollama: {} } });
      expect(events.filter(({ type }) => type === 'call')).toEqual([
        { type: 'call', owner: 'gateway', call: { id: 'a', name: 'search', arguments: '{"q":"x"}' } },
        { type: 'call', owner: 'gateway', call: { id: 'b', name: 'look', arguments: '{}' } },
      ]);
    }
  });

  test('Text is streamed even if tools are declared', async () => {
    const { upstream, backend } = await start();
    upstream.script([...ndjson([ollamaLine({ content: 'Hel' })]), hang]);
    const reading = iterate(backend, never, { ...aRequest, tools: [search] });
    expect((await reading.next()).value).toEqual([{ type: 'text', text: 'Hel' }]);
    await reading.return?.();
  });

  test.each<[string, string, number]>([
    ['model "x" not found, try pulling it first', 'upstream-rejected', 1],
    ['"x" does not support tools', 'upstream-rejected', 1],
    ['unauthorized', 'upstream-credentials', 1],
    ['you have reached your usage limit', 'upstream-busy', 3],
    ['out of memory', 'upstream-failed', 3],
  ])('The error "%s" inside an answer fails as %s', async (words, kind, requests) => {
    const { upstream, backend } = await start({ apiKey: 'canary-key-1' });
    const play = ndjson([ollamaLine({}), { error: `${words} canary-key-1` }]);
    upstream.script(play, play, play);
    const { failure } = (await collect(backend)).finish;
    expect(failure).toMatchObject({ kind, backend: 'up' });
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect(upstream.requests).toHaveLength(requests);
  });

  test('An error before the answer keeps its status', async () => {
    const { upstream, backend } = await start();
    upstream.script(reply(400, { error: 'the prompt is longer than the context length' }));
    expect((await collect(backend)).finish.failure).toMatchObject({ kind: 'upstream-rejected', status: 400 });
  });

  proves(
    'L10',
    'A failure of the ollama backend never contains a configured secret, wherever the server echoes it',
    async () => {
      const canary = 'canary-5f2c9';
      const place = fc.constantFrom<(words: string) => readonly Action[]>(
        (words) => reply(400, { error: words }),
        (words) => ndjson([{ error: words }]),
        (words) => ndjson([{ error: { message: words } }]),
        (words) => ndjson([words]),
        (words) => ndjson([JSON.stringify([words])]),
        (words) => [head(200), `{"message":"${words}`],
        (words) => reply(200, `<html>${words}`),
      );
      await fc.assert(
        fc.asyncProperty(
          place,
          fc.oneof(fc.nat(300), fc.integer({ min: 1_985, max: 2_000 })),
          async (write, before) => {
            const limits = { ...defaultLimits, retries: 1 };
            const { upstream, backend, log } = await start({ limits, headers: { 'x-key': canary } });
            upstream.script(...Array(2).fill(write(`${'x'.repeat(before)}${canary}`)));
            const { finish } = await collect(backend);
            expect(finish.failure).toBeDefined();
            expect(JSON.stringify([finish, log.lines])).not.toContain(canary.slice(0, 5));
            await upstream.stop();
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});

describe('The models of the ollama backend', () => {
  test.each<[string, object, string[]]>([
    ['Ollama’s form', { models: [{ name: 'a:latest', model: 'a:latest' }, { model: 'b' }] }, ['a:latest', 'b']],
    ['an empty list', { models: [] }, []],
    ['a list with invalid entries', { models: [null, 'x', { name: 1 }, { name: 'a' }] }, ['a']],
  ])('The model names are read from %s', async (_, body, names) => {
    const { backend } = await start({}, { models: () => reply(200, body) });
    expect(await backend.models(never)).toEqual(names);
  });

  test('Listing the models rejects if the server sends no list', async () => {
    const { backend } = await start({}, { models: () => reply(200, { data: [] }) });
    await expect(backend.models(never)).rejects.toThrow(/no list of models/);
  });
});

describe('Facts of Ollama about a model', () => {
  async function facts(tells: NonNullable<UpstreamOptions['tells']>, model = 'mock') {
    const { backend } = await start({}, { tells });
    return backend.inspect(model, never);
  }
  const shown = { mostContextTokens: 40_960, billions: 8.19073536, nativeTools: true, media: [] };

  test.each<[string, OllamaModel, object]>([
    ['is not loaded', {}, shown],
    ['has a context window in its Modelfile', { chosenTokens: 8_192 }, { ...shown, contextTokens: 8_192 }],
    ['is loaded', { loadedTokens: 4_096, chosenTokens: 8_192 }, { ...shown, contextTokens: 4_096 }],
    ['accepts images', { capabilities: ['tools', 'vision'] }, { ...shown, media: ['image'] }],
    [
      'accepts images and audio',
      { capabilities: ['tools', 'vision', 'audio'] },
      { ...shown, media: ['image', 'audio'] },
    ],
    ['does not support tools', { capabilities: ['completion'] }, { ...shown, nativeTools: false }],
  ])('Ollama’s facts are read for a model that %s', async (_, model, expected) => {
    expect(await facts(ollamaTells(model))).toEqual(expected);
  });

  test.each([
    ['mock', 'mock:latest', true],
    ['mock:latest', 'mock', true],
    ['mock:8b', 'mock:8b', true],
    ['mock', 'mock:8b', false],
    ['host:5000/mock', 'host:5000/mock:latest', true],
    ['mock', 'other:latest', false],
  ])('The loaded context window is found by tag: %s is requested, %s is loaded', async (asked, name, isMeant) => {
    const told = await facts(
      {
        '/api/ps': {
          models: [
            { name: 'x:latest', context_length: 1 },
            { model: name, context_length: 2_048 },
          ],
        },
      },
      asked,
    );
    expect(told).toEqual(isMeant ? { contextTokens: 2_048 } : {});
  });

  test('Inspecting a model rejects only if both requests fail', async () => {
    const { '/api/show': show = {}, '/api/ps': ps = {} } = ollamaTells({ loadedTokens: 4_096 });
    expect(await facts({ '/api/show': show })).toEqual(shown);
    expect(await facts({ '/api/ps': ps })).toEqual({ contextTokens: 4_096 });
    await expect(facts({})).rejects.toThrow(/not found/);
  });

  test.each<[string, number | undefined]>([
    ['7.6B', 7.6],
    ['567.75M', 0.56775],
    ['1T', 1_000],
    ['0B', undefined],
    ['..B', undefined],
    ['big', undefined],
    [`${'9'.repeat(100_000)}B`, undefined],
  ])('The size "%s" is read as %s billion parameters', async (size, billions) => {
    const told = await facts({ '/api/show': { details: { parameter_size: size } } });
    expect(told).toEqual(billions === undefined ? {} : { billions: expect.closeTo(billions) });
  });

  proves('L10', 'Whatever Ollama returns, each numeric fact is a positive number or omitted', async () => {
    const awkward = fc.oneof(
      fc.constantFrom<unknown>(
        ...['', 'num_ctx', 'num_ctx x', 'num_ctx\t9.5', -1, 0, 0.5, 1.5, 1e308, null, [], {}, { toString: 1 }],
      ),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const info = fc.dictionary(
      fc.constantFrom('general.architecture', 'general.parameter_count', 'x.context_length', '__proto__'),
      fc.oneof(awkward, fc.constant('x')),
    );
    const show = fc.record({
      model_info: fc.oneof(awkward, info),
      parameters: awkward,
      details: awkward,
      capabilities: awkward,
    });
    const entry = fc.record({ name: fc.oneof(awkward, fc.constant('mock')), model: awkward, context_length: awkward });
    const ps = fc.record({ models: fc.oneof(awkward, fc.array(fc.oneof(awkward, entry), { maxLength: 3 })) });
    await fc.assert(
      fc.asyncProperty(show, ps, async (made, loaded) => {
        const answers = { get: async () => loaded, post: async () => made };
        const { nativeTools, media = [], ...numbers } = await inspectOllamaModel('mock', answers);
        expect([undefined, true, false]).toContain(nativeTools);
        expect(['image', 'audio']).toEqual(expect.arrayContaining([...media]));
        const { billions = 1, ...tokens } = numbers;
        expect(billions).toBeGreaterThan(0);
        for (const count of Object.values(tokens)) expect(Number.isInteger(count) && Number(count) > 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
