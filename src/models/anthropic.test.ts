import { describe, expect, test } from 'vitest';
import { collect, hastyClock } from '../../test/contracts/models/helpers.ts';
import { errorBody, eventActions, textMessage, thinkingMessage, toolUseMessage } from '../../test/messages.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { reply, startUpstream, type UpstreamOptions } from '../../test/upstream.ts';
import { defaultLimits, type Message, type VisibleTool } from '../core/index.ts';
import { createAnthropicBackend } from './anthropic.ts';
import type { HttpBackendOptions } from './http/backend.ts';

const never = new AbortController().signal;
const tool: VisibleTool = {
  name: 'search',
  wireName: 'search',
  owner: 'client',
  description: 'd',
  parameters: { type: 'object' },
};

async function start(more: Partial<HttpBackendOptions> = {}, options: UpstreamOptions = {}) {
  const upstream = await startUpstream(options);
  const log = recordingLog();
  const given = { name: 'up', baseUrl: upstream.url, limits: defaultLimits, clock: hastyClock, log, ...more };
  return { upstream, log, backend: createAnthropicBackend(given) };
}

describe('Requests of the anthropic backend', () => {
  test('A request uses the Messages API with its version and the key', async () => {
    const { upstream, backend } = await start({ apiKey: 'key-1', headers: { 'anthropic-beta': 'x' } });
    upstream.script(textMessage('Hello'));
    await collect(backend);
    const [only] = upstream.requests;
    expect([only?.method, only?.path]).toEqual(['POST', '/v1/messages']);
    expect(only?.body).toEqual({
      model: 'mock',
      max_tokens: 16_384,
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    });
    expect(only?.headers).toMatchObject({
      'x-api-key': 'key-1',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'x',
    });
    expect(only?.headers).not.toHaveProperty('authorization');
  });

  test('The field max_tokens is the room left for the answer, unless the request sets it', async () => {
    const { upstream, backend } = await start();
    upstream.script(textMessage('a'), textMessage('b'));
    await collect(backend, { answerTokens: 5_000 });
    await collect(backend, { answerTokens: 5_000, sampling: { maxTokens: 9_000 } });
    expect(upstream.requests.map(({ body }) => body.max_tokens)).toEqual([5_000, 9_000]);
  });

  test('Without a key, no key header is sent', async () => {
    const { upstream, backend } = await start();
    upstream.script(textMessage('Hello'));
    await collect(backend);
    expect(upstream.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  test.each([
    ['', '/v1/messages'],
    ['/', '/v1/messages'],
    ['/v1', '/v1/messages'],
    ['/v1/', '/v1/messages'],
    ['/proxy/anthropic', '/proxy/anthropic/v1/messages'],
    ['/proxy/v1?key=a', '/proxy/v1/messages?key=a'],
  ])('A base URL that ends in "%s" gives the path %s', async (ending, path) => {
    const upstream = await startUpstream();
    upstream.script(textMessage('Hello'));
    const baseUrl = `${new URL(upstream.url).origin}${ending}`;
    const backend = createAnthropicBackend({ name: 'up', baseUrl, limits: defaultLimits, log: recordingLog() });
    await collect(backend);
    expect(upstream.requests[0]?.path).toBe(path);
    expect(await backend.models(never)).toEqual(['mock']);
    const [place, query] = path.replace('messages', 'models').split('?');
    expect(upstream.requests[1]?.path).toBe(`${place}?limit=1000${query === undefined ? '' : `&${query}`}`);
  });

  test('A parameter that the Messages API does not support is logged once and not sent', async () => {
    const { upstream, backend, log } = await start();
    upstream.script(textMessage('a'), textMessage('b'));
    for (let time = 0; time < 2; time++)
      await collect(backend, { sampling: { seed: 1 }, extra: { chat: { seed: 1, logprobs: true } } });
    expect(upstream.requests[0]?.body).not.toHaveProperty('seed');
    expect(log.lines.map(({ fields }) => fields.member)).toEqual(['seed', 'logprobs']);
  });

  proves(
    'S0.empty',
    'A request without tools to the anthropic backend declares only the tools that its history calls',
    async () => {
      const { upstream, backend } = await start();
      upstream.script(textMessage('a'), textMessage('b'));
      await collect(backend, { choice: { kind: 'required' }, parallel: false });
      expect(Object.keys(upstream.requests[0]?.body ?? {}).toSorted()).toEqual([
        'max_tokens',
        'messages',
        'model',
        'stream',
      ]);
      await collect(backend, { messages: history });
      expect(upstream.requests[1]?.body).toMatchObject({ tools: [{ name: 'search' }], tool_choice: { type: 'none' } });
    },
  );
});

const history: readonly Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'hi' }] },
  { role: 'assistant', content: [], calls: [{ id: 'toolu_0', name: 'search', arguments: '{}' }] },
  { role: 'tool', callId: 'toolu_0', content: [{ type: 'text', text: 'found' }] },
];

describe('Answers of the anthropic backend', () => {
  test.each([true, false])('The calls of an answer are read (streamed: %s)', async (isStreamed) => {
    const { upstream, backend } = await start();
    upstream.script(
      toolUseMessage(
        [
          { name: 'search', input: { q: 'x' }, id: 'a' },
          { name: 'look', id: 'b' },
        ],
        { text: 'Well' },
      ),
    );
    const { events, finish } = await collect(backend, { tools: [tool], isStreamed });
    expect(finish.reason).toBe('calls');
    expect(events.filter(({ type }) => type === 'call')).toEqual([
      { type: 'call', owner: 'gateway', call: { id: 'a', name: 'search', arguments: '{"q":"x"}' } },
      { type: 'call', owner: 'gateway', call: { id: 'b', name: 'look', arguments: '{}' } },
    ]);
  });

  test('A call of a renamed tool gets the tool’s original name', async () => {
    const { upstream, backend } = await start();
    upstream.script((request) => {
      const [only] = request.body.tools as { name: string }[];
      const play = toolUseMessage([{ name: only?.name ?? '' }]);
      return typeof play === 'function' ? play(request) : play;
    });
    const { events } = await collect(backend, { tools: [{ ...tool, wireName: 'files.read' }] });
    expect(upstream.requests[0]?.body.tools).toMatchObject([{ name: expect.stringMatching(/^files_read_/) }]);
    expect(events.find(({ type }) => type === 'call')).toMatchObject({ call: { name: 'files.read' } });
  });

  test.each([true, false])('Reasoning is read and sent back with its signature (streamed: %s)', async (isStreamed) => {
    const { upstream, backend } = await start();
    const calls = [{ name: 'search', id: 'toolu_0' }];
    upstream.script(thinkingMessage('hm', { calls, signature: 'c2ln' }), textMessage('Hello'));
    const { events } = await collect(backend, { tools: [tool], isStreamed });
    expect(
      events
        .filter(({ type }) => type === 'reasoning')
        .map((event) => 'text' in event && event.text)
        .join(''),
    ).toBe('hm');
    const blocks = events.flatMap((event) => (event.type === 'reasoning-blocks' ? event.parts : []));
    const messages = history.map((message) =>
      message.role === 'assistant' ? { ...message, content: [...blocks, ...message.content] } : message,
    );
    await collect(backend, { tools: [tool], messages });
    expect(upstream.requests[1]?.body.messages).toMatchObject([
      {},
      { content: [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }, { type: 'tool_use' }] },
      {},
    ]);
  });

  test.each<[string, string, number]>([
    ['overloaded_error', 'upstream-busy', 3],
    ['rate_limit_error', 'upstream-busy', 3],
    ['api_error', 'upstream-failed', 3],
    ['timeout_error', 'upstream-failed', 3],
    ['authentication_error', 'upstream-credentials', 1],
    ['billing_error', 'upstream-credentials', 1],
    ['permission_error', 'upstream-credentials', 1],
    ['invalid_request_error', 'upstream-rejected', 1],
    ['not_found_error', 'upstream-rejected', 1],
    ['request_too_large', 'upstream-rejected', 1],
  ])('The error %s inside an answer fails as %s', async (type, kind, requests) => {
    const { upstream, backend } = await start({ apiKey: 'canary-key-1' });
    const error = errorBody(type, 'no canary-key-1');
    upstream.script(
      eventActions([{ type: 'ping' }, { ...error, type: 'error' }]),
      reply(200, error),
      reply(200, error),
    );
    const { failure } = (await collect(backend)).finish;
    expect(failure).toMatchObject({ kind, backend: 'up' });
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect(upstream.requests).toHaveLength(requests);
  });

  test('A refusal keeps the message of the server', async () => {
    const { upstream, backend } = await start();
    upstream.script(reply(400, errorBody('invalid_request_error', 'prompt is too long')));
    expect((await collect(backend)).finish.failure).toMatchObject({
      kind: 'upstream-rejected',
      status: 400,
      message: 'prompt is too long',
    });
  });
});

describe('The models of the anthropic backend', () => {
  test('The model names are read from the list, and a body without a list rejects', async () => {
    const list = { data: [{ id: 'a', type: 'model' }, { id: 1 }, null, { id: 'b' }], has_more: false };
    const { backend } = await start({}, { models: () => reply(200, list) });
    expect(await backend.models(never)).toEqual(['a', 'b']);
    const { backend: other } = await start({}, { models: () => reply(200, [{ id: 'a' }]) });
    await expect(other.models(never)).rejects.toThrow(/no list of models/);
  });

  test.each<[string, unknown, object]>([
    [
      'both limits',
      { max_input_tokens: 200_000, max_tokens: 64_000 },
      { contextTokens: 200_000, outputTokens: 64_000 },
    ],
    ['one limit', { max_input_tokens: null, max_tokens: 64_000 }, { outputTokens: 64_000 }],
    ['no limits', {}, {}],
    ['invalid limits', { max_input_tokens: '9', max_tokens: -1 }, {}],
  ])('The facts about a model are read from a response with %s', async (_, told, facts) => {
    const { backend } = await start({}, { tells: { '/v1/models/claude-x%2Fy': told } });
    expect(await backend.inspect('claude-x/y', never)).toEqual(facts);
  });

  test('Newer servers report whether a model accepts images', async () => {
    for (const supported of [true, false]) {
      const told = { id: 'claude-x', capabilities: { image_input: { supported } } };
      const { backend } = await start({}, { tells: { '/v1/models/claude-x': told } });
      expect(await backend.inspect('claude-x', never)).toEqual({ media: supported ? ['image'] : [] });
    }
  });

  test('Inspecting an unknown model rejects, and inspecting an empty name sends no request', async () => {
    const { backend, upstream } = await start();
    await expect(backend.inspect('nobody', never)).rejects.toThrow(/not found/);
    expect(await backend.inspect('', never)).toEqual({});
    expect(upstream.requests).toHaveLength(1);
  });
});

test('The anthropic backend describes its kind and its requirements on transcripts', async () => {
  const { backend } = await start();
  expect(backend.describe()).toMatchObject({
    kind: 'anthropic',
    overflow: 'refused',
    demands: { systemFirst: true, alternatingRoles: true, content: true, toolsForCalls: true },
  });
});
