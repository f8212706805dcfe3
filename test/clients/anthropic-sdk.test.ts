import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import { defaultLimits, type Message, type ModelRequest } from '../../src/core/index.ts';
import { createAnthropicBackend } from '../../src/models/index.ts';
import { readReasoning } from '../../src/wires/chat/reasoning.ts';
import { readParameters } from '../../src/wires/chat/sampling.ts';
import { writeMessagesRequest } from '../../src/wires/index.ts';
import { collect } from '../contracts/models/helpers.ts';
import {
  errorBody,
  eventActions,
  type MessageBlock,
  message,
  streamEvents,
  textMessage,
  thinkingMessage,
  toolUseMessage,
} from '../messages.ts';
import { recordingLog } from '../recording-log.ts';
import { reply, startUpstream } from '../upstream.ts';
import { countingTool, openGateway } from './gateway.ts';

/** Checks against the official SDK that our scripted server sends valid answers and that we write valid requests. */

async function setUp() {
  const upstream = await startUpstream();
  const baseURL = new URL(upstream.url).origin;
  return { upstream, client: new Anthropic({ baseURL, apiKey: 'a-key', maxRetries: 0 }) };
}

const hello = {
  model: 'claude-opus-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hello?' }],
} satisfies Anthropic.MessageCreateParams;

describe('The scripted answers of the Messages API', () => {
  const blocks: MessageBlock[] = [
    { type: 'thinking', thinking: 'Let me see …', signature: 'c2lnbmF0dXJl' },
    { type: 'thinking', thinking: '', signature: 'ZW1wdHk=' },
    { type: 'redacted_thinking', data: 'ZGF0YQ==' },
    { type: 'text', text: 'Grüße 👩‍🔬, I look.' },
    { type: 'tool_use', id: 'toolu_1', name: 'search', input: { q: 'ö', deep: [1, { a: null }] } },
    { type: 'tool_use', id: 'toolu_2', name: 'clock', input: {} },
  ];

  test('The Anthropic SDK reads the same blocks from a streamed and from a complete scripted answer', async () => {
    const { upstream, client } = await setUp();
    upstream.script(message(blocks), message(blocks));
    const streamed = await client.messages.stream(hello).finalMessage();
    const whole = await client.messages.create(hello);
    for (const answer of [streamed, whole]) {
      expect(answer.content).toMatchObject(blocks);
      expect(answer).toMatchObject({ role: 'assistant', stop_reason: 'tool_use', model: 'mock' });
      expect(answer.usage).toMatchObject({ input_tokens: 11, output_tokens: 7 });
    }
    expect(streamed.content).toEqual(whole.content);
    expect(streamed.usage).toEqual(whole.usage);
  });

  test('The Anthropic SDK reads the scripted answers with text, calls, reasoning and a token limit', async () => {
    const { upstream, client } = await setUp();
    upstream.script(
      textMessage('Hello'),
      toolUseMessage([{ name: 'search', input: { q: 'x' } }], { text: 'Well.' }),
      thinkingMessage('hm', { text: 'Hello' }),
      textMessage('Hel', { stop: 'max_tokens', tokens: [5, 3], usage: { cache_read_input_tokens: 4 } }),
    );
    const next = () => client.messages.stream(hello).finalMessage();
    expect(await next()).toMatchObject({ content: [{ type: 'text', text: 'Hello' }], stop_reason: 'end_turn' });
    expect(await next()).toMatchObject({ content: [{ text: 'Well.' }, { type: 'tool_use', input: { q: 'x' } }] });
    expect(await next()).toMatchObject({ content: [{ type: 'thinking', thinking: 'hm' }, { text: 'Hello' }] });
    expect(await next()).toMatchObject({
      stop_reason: 'max_tokens',
      usage: { input_tokens: 5, output_tokens: 3, cache_read_input_tokens: 4 },
    });
  });

  test('The Anthropic SDK recognises every event of a scripted stream', async () => {
    const { upstream, client } = await setUp();
    upstream.script(message(blocks));
    const seen: string[] = [];
    for await (const event of await client.messages.create({ ...hello, stream: true })) seen.push(event.type);
    expect(seen).toEqual(streamEvents(blocks).flatMap(({ type }) => (type === 'ping' ? [] : [type])));
  });

  test('The Anthropic SDK throws a scripted error, from an error status and from inside a stream', async () => {
    const { upstream, client } = await setUp();
    upstream.script(
      reply(529, errorBody('overloaded_error', 'Overloaded')),
      eventActions([{ type: 'ping' }, { ...errorBody('overloaded_error', 'Overloaded'), type: 'error' }]),
    );
    await expect(client.messages.create(hello)).rejects.toThrow('Overloaded');
    await expect(client.messages.stream(hello).finalMessage()).rejects.toThrow('Overloaded');
  });
});

describe('Our requests to the Messages API', () => {
  const marker = { cache_control: { type: 'ephemeral' as const } };
  const marked = { cacheMarker: marker.cache_control };
  const text = (said: string, beside?: typeof marked) => ({ type: 'text' as const, text: said, ...beside });
  const details = [
    { type: 'reasoning.text', text: 'hm', signature: 'c2ln', format: 'anthropic-claude-v1', index: 0 },
    { type: 'reasoning.encrypted', data: 'ZGF0YQ==', format: 'anthropic-claude-v1', index: 1 },
  ];
  const conversation: readonly Message[] = [
    { role: 'system', content: [text('Be brief.'), text('Long instructions.', marked)] },
    {
      role: 'user',
      content: [
        text('Look at these.'),
        { type: 'image', url: 'data:image/png;base64,AA==' },
        { type: 'image', url: 'https://x.test/a.png' },
        { type: 'file', name: 'a.pdf', data: 'data:application/pdf;base64,JVBERi0x' },
        { type: 'file', name: 'a.txt', data: Buffer.from('Grüße').toString('base64') },
        { type: 'file', id: 'file_1' },
      ],
    },
    {
      role: 'assistant',
      content: [...readReasoning({ reasoning_details: details }).parts, text('I look.')],
      calls: [{ id: 'toolu_1', name: 'search', arguments: '{"q":"x"}' }],
    },
    { role: 'tool', callId: 'toolu_1', content: [text('nothing')], isError: true },
    { role: 'user', content: [text('Go on.')], ...marked },
  ];
  const request: ModelRequest = {
    model: 'claude-opus-5',
    messages: conversation,
    tools: [
      {
        name: 'search',
        wireName: 'search',
        owner: 'client',
        description: 'Searches.',
        parameters: {
          type: 'object',
          properties: { q: { type: 'string' } },
          required: ['q'],
          additionalProperties: false,
        },
        ...marked,
        extra: { messages: { strict: true } },
      },
    ],
    choice: { kind: 'auto' },
    parallel: false,
    isStreamed: true,
    ...readParameters({
      max_completion_tokens: 1_000,
      reasoning_effort: 'high',
      stop: ['END'],
      user: 'u-1',
      service_tier: 'auto',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'x', schema: { type: 'object', properties: {}, additionalProperties: false } },
      },
    }),
  };

  /** Typed by the SDK, so that a field that the SDK does not know does not compile. */
  const golden = {
    model: 'claude-opus-5',
    max_tokens: 1_000,
    system: [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Long instructions.', cache_control: { type: 'ephemeral' } },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look at these.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
          { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
            title: 'a.pdf',
          },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Grüße' }, title: 'a.txt' },
          { type: 'document', source: { type: 'file', file_id: 'file_1' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'ZGF0YQ==' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'search', input: { q: 'x' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'nothing', is_error: true },
          { type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral' } },
        ],
      },
    ],
    tools: [
      {
        name: 'search',
        description: 'Searches.',
        input_schema: {
          type: 'object',
          properties: { q: { type: 'string' } },
          required: ['q'],
          additionalProperties: false,
        },
        strict: true,
        cache_control: { type: 'ephemeral' },
      },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: {
      effort: 'high',
      format: { type: 'json_schema', schema: { type: 'object', properties: {}, additionalProperties: false } },
    },
    stop_sequences: ['END'],
    metadata: { user_id: 'u-1' },
    service_tier: 'auto',
    stream: true,
  } satisfies Anthropic.MessageCreateParamsStreaming;

  test('A request with every kind of block and field is written as the types of the Anthropic SDK require', async () => {
    expect(writeMessagesRequest(request)).toEqual({ body: golden, left: [] });
  });

  test('A request with every kind of block and field is written as the Anthropic SDK sends it', async () => {
    const { upstream, client } = await setUp();
    upstream.script(textMessage('Hello'), textMessage('Hello'));
    const { body } = writeMessagesRequest(request);
    for await (const _ of await client.messages.create(golden));
    expect(upstream.requests[0]?.body).toEqual(JSON.parse(JSON.stringify(body)));
    expect(upstream.requests[0]?.path).toBe('/v1/messages');
  });

  const older = {
    model: 'claude-haiku-4-5',
    max_tokens: 14_000,
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Hello?' }],
    thinking: { type: 'enabled', budget_tokens: 7_000 },
    stream: false,
  } satisfies Anthropic.MessageCreateParamsNonStreaming;

  test('A plain request to an older model is written as the Anthropic SDK sends it', async () => {
    const { body, left } = writeMessagesRequest({
      model: 'claude-haiku-4-5',
      messages: [
        { role: 'system', content: [text('Be brief.')] },
        { role: 'user', content: [text('Hello?')] },
      ],
      tools: [],
      choice: { kind: 'auto' },
      isStreamed: false,
      ...readParameters({ reasoning_effort: 'high', max_tokens: 14_000 }),
    });
    expect({ body, left }).toEqual({ body: older, left: [] });
    const { upstream, client } = await setUp();
    upstream.script(textMessage('Hello'));
    await client.messages.create(older);
    expect(upstream.requests[0]?.body).toEqual(body);
  });

  test("A model's answer goes back with the blocks that the Anthropic SDK reads from it", async () => {
    const { upstream, client } = await setUp();
    const calls = [{ name: 'search', id: 'toolu_1', input: { q: 'x' } }];
    const play = thinkingMessage('hm', { text: 'I look.', calls, signature: 'c2ln' });
    upstream.script(play, play);
    const read = await client.messages.stream(hello).finalMessage();
    const log = recordingLog();
    const backend = createAnthropicBackend({ name: 'up', baseUrl: upstream.url, limits: defaultLimits, log });
    const { events } = await collect(backend, { model: 'claude-opus-5' });
    const blocks = events.flatMap((event) => (event.type === 'reasoning-blocks' ? event.parts : []));
    const made = events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
    const asked: Message = { role: 'user', content: [text('Hello?')] };
    const answered: Message = { role: 'assistant', content: [...blocks, text('I look.')], calls: made };
    const { body } = writeMessagesRequest({ ...request, messages: [asked, answered] });
    const [, written] = body.messages as { content: object[] }[];
    expect(read.content).toMatchObject(written?.content ?? []);
    expect(written?.content.map((block) => Reflect.get(block, 'type'))).toEqual(['thinking', 'text', 'tool_use']);
  });
});

describe('A gateway turn over the Messages API', () => {
  const model = 'up/claude-opus-5';

  async function openTurns() {
    const { upstream } = await setUp();
    const backends = JSON.stringify({ up: { kind: 'anthropic', baseUrl: upstream.url, apiKey: 'key' } });
    const clock = countingTool('clock', () => 'noon');
    const { post } = await openGateway({ tools: [clock], settings: { backends, model } });
    const ask = async (messages: readonly object[]) => {
      const answer = await post({ model, messages, stream: false });
      const body = (await answer.json()) as { choices: { message: object; finish_reason: string }[] };
      return body.choices[0]?.message ?? {};
    };
    const asked = () => upstream.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    return { upstream, ask, asked };
  }

  const question = { role: 'user', content: 'What time is it?' };
  const thought = { type: 'thinking', thinking: 'A clock is there.', signature: 'b25l' };
  const last = { type: 'thinking', thinking: '', signature: 'dHdv' };
  const step = [
    { role: 'user', content: question.content },
    { role: 'assistant', content: [thought, { type: 'tool_use', name: 'clock' }] },
  ];

  test('Reasoning before a call goes back to the Messages API in the next step and in the next turn', async () => {
    const { upstream, ask, asked } = await openTurns();
    upstream.script(
      thinkingMessage(thought.thinking, { calls: [{ name: 'clock', id: 'toolu_1' }], signature: thought.signature }),
      thinkingMessage('', { text: 'It is noon.', signature: last.signature }),
      textMessage('You are welcome.'),
    );
    const answer = await ask([question]);
    expect(answer).toMatchObject({ role: 'assistant', content: 'It is noon.' });
    expect(asked()[1]?.messages).toMatchObject([
      ...step,
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'noon' }] },
    ]);
    await ask([question, answer, { role: 'user', content: 'Thanks.' }]);
    expect(asked()[2]?.messages).toMatchObject([
      ...step,
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
      { role: 'assistant', content: [last, { type: 'text', text: 'It is noon.' }] },
      { role: 'user', content: 'Thanks.' },
    ]);
  });

  test('The beginning of a conversation over the Messages API stays byte-identical', async () => {
    const { upstream, ask, asked } = await openTurns();
    upstream.script(
      thinkingMessage('hm', { calls: [{ name: 'clock', id: 'toolu_1' }] }),
      thinkingMessage('so', { text: 'It is noon.' }),
      textMessage('You are welcome.'),
    );
    const answer = await ask([{ role: 'system', content: 'Be brief.' }, question]);
    await ask([{ role: 'system', content: 'Be brief.' }, question, answer, { role: 'user', content: 'Thanks.' }]);
    const [first, second, third] = asked().map(({ system, tools, messages }) => ({
      system,
      tools,
      messages: messages as object[],
    }));
    for (const [before, after] of [
      [first, second],
      [second, third],
    ]) {
      expect(JSON.stringify([after?.system, after?.tools])).toBe(JSON.stringify([before?.system, before?.tools]));
      const length = before?.messages.length ?? 0;
      expect(JSON.stringify(after?.messages.slice(0, length))).toBe(JSON.stringify(before?.messages));
    }
  });
});
