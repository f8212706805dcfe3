import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callAnswer, chunk, type Play, reply, sse, textAnswer, usage } from '../upstream.ts';
import { countingTool, type GatewayOptions, gather, openGateway } from './gateway.ts';

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, chat: openai.chat.completions, openai };
}

const user = (content: string) => ({ role: 'user', content }) as const;
const hello = { model: 'up/mock', messages: [user('Hello?')] };

describe('Answers to the OpenAI SDK', () => {
  test('A complete answer has the model, the text, the usage and an id from the gateway', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(textAnswer('Hello, world.', { tokens: [5, 3] }));
    const answer = await chat.create(hello);
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9]{9}$/),
      object: 'chat.completion',
      model: 'up/mock',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello, world.', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
    });
    expect(Math.abs(answer.created - Date.now() / 1000)).toBeLessThan(60);
  });

  test('A streamed answer has index 0 in every chunk, the role in the first, and the finish reason in the last', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(textAnswer('Hello, world.'));
    const chunks = await gather(await chat.create({ ...hello, stream: true }));
    expect(textOf(chunks)).toBe('Hello, world.');
    expect(chunks.map(({ choices }) => choices.map(({ index }) => index))).toEqual(chunks.map(() => [0]));
    expect(chunks.filter(({ choices }) => choices[0]?.delta.role !== undefined)).toHaveLength(1);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason ?? null)).toEqual([
      ...chunks.slice(1).map(() => null),
      'stop',
    ]);
    expect(new Set(chunks.map(({ id, model, created }) => `${id} ${model} ${created}`)).size).toBe(1);
    expect(chunks.every(({ usage: counted }) => counted === undefined || counted === null)).toBe(true);
  });

  test('The strict streaming helper of the OpenAI SDK reads text and usage', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(textAnswer('Hello, world.', { tokens: [5, 3] }));
    const stream = chat.stream({ ...hello, stream_options: { include_usage: true } });
    expect(await stream.finalContent()).toBe('Hello, world.');
    expect(await stream.totalUsage()).toMatchObject({ prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 });
  });

  test('Usage comes in one last chunk without choices, and only if the request asks for it', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(textAnswer('A', { tokens: [5, 3] }), textAnswer('B', { tokens: [5, 3] }));
    const told = await gather(await chat.create({ ...hello, stream: true, stream_options: { include_usage: true } }));
    expect(told.filter(({ usage: counted }) => counted)).toHaveLength(1);
    expect(told.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 5, total_tokens: 8 } });
    const untold = await gather(await chat.create({ ...hello, stream: true }));
    expect(untold.filter(({ choices, usage: counted }) => counted || choices.length === 0)).toEqual([]);
  });

  test('Every chunk of a stream has a choice, also if the backend sends its fingerprint or filter results without one', async () => {
    const { chat, upstream } = await setUp({ tools: [countingTool('clock', () => 'noon')] });
    const call = { index: 0, id: 'call_0', type: 'function', function: { name: 'clock', arguments: '{}' } };
    const answer = (...chunks: readonly object[]) =>
      sse([
        { ...usage(), usage: null, prompt_filter_results: [{ prompt_index: 0 }], system_fingerprint: null },
        ...chunks.map((each) => ({ ...each, system_fingerprint: 'fp_1', service_tier: 'default' })),
        { ...usage(), system_fingerprint: 'fp_2' },
      ]);
    upstream.script(
      answer(chunk({ content: 'Let me see. ' }), chunk({ tool_calls: [call] }, 'tool_calls')),
      answer(chunk({ content: 'It is noon.' }), chunk({}, 'stop')),
    );
    const chunks = await gather(await chat.create({ ...hello, stream: true }));
    expect(chunks.filter(({ choices }) => choices.length !== 1)).toEqual([]);
    expect(textOf(chunks)).toContain('It is noon.');
    expect(Object.assign({}, ...chunks)).toMatchObject({
      system_fingerprint: 'fp_2',
      service_tier: 'default',
      prompt_filter_results: [{ prompt_index: 0 }],
    });
  });

  test('Details of the usage are passed on, and a turn of several steps has their sums in `toolpath`', async () => {
    const details = { prompt_tokens_details: { cached_tokens: 4 }, completion_tokens_details: { reasoning_tokens: 2 } };
    const counted = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8, ...details };
    const { chat, upstream } = await setUp({ tools: [countingTool('clock', () => 'noon')] });
    upstream.script(
      sse([chunk({ content: 'A' }), chunk({}, 'stop'), { ...usage(), usage: counted }]),
      callAnswer([{ name: 'clock' }], { tokens: [5, 3] }),
      textAnswer('It is noon.', { tokens: [12, 4] }),
    );
    const include = { stream_options: { include_usage: true } };
    expect(await chat.stream({ ...hello, ...include }).totalUsage()).toMatchObject(counted);
    const stream = chat.stream({ ...hello, ...include });
    expect((await stream.finalChatCompletion()).usage).toEqual({
      prompt_tokens: 12,
      completion_tokens: 7,
      total_tokens: 19,
      toolpath: { steps: 2, prompt_tokens: 17, completion_tokens: 7, total_tokens: 24 },
    });
  });

  test.for([true, false])(
    'The OpenAI SDK receives logprobs and the system fingerprint (streamed: %s)',
    async (stream) => {
      const { chat, upstream } = await setUp();
      const logprobs = (token: string) => ({
        content: [{ token, logprob: -0.5, bytes: [65], top_logprobs: [{ token, logprob: -0.5, bytes: [65] }] }],
        refusal: null,
      });
      const both = { content: ['A', 'B'].flatMap((token) => logprobs(token).content), refusal: null };
      const more = { system_fingerprint: 'fp_1', service_tier: 'default' };
      const withLogprobs = (content: string) => ({
        ...chunk({ content }, null, more),
        choices: [{ index: 0, delta: { content }, logprobs: logprobs(content), finish_reason: null }],
      });
      upstream.script(
        stream
          ? sse([withLogprobs('A'), withLogprobs('B'), chunk({}, 'stop', more)])
          : wholeAnswer({ content: 'AB' }, { choice: { logprobs: both }, answer: more }),
      );
      const asked = { ...hello, logprobs: true, top_logprobs: 1 };
      const answer = stream ? await chat.stream(asked).finalChatCompletion() : await chat.create(asked);
      expect(answer.choices[0]?.message.content).toBe('AB');
      expect(answer.choices[0]?.logprobs?.content).toEqual(both.content);
      expect(answer).toMatchObject(more);
    },
  );

  test.for([true, false])('A refusal is passed on as an answer (streamed: %s)', async (stream) => {
    const { chat, upstream } = await setUp();
    upstream.script(
      stream
        ? sse([
            chunk({ role: 'assistant' }),
            chunk({ refusal: 'I will ' }),
            chunk({ refusal: 'not.' }),
            chunk({}, 'stop'),
          ])
        : wholeAnswer({ content: null, refusal: 'I will not.' }),
    );
    const answer = stream ? await chat.stream(hello).finalChatCompletion() : await chat.create(hello);
    expect(answer.choices[0]).toMatchObject({ message: { refusal: 'I will not.' }, finish_reason: 'stop' });
    expect(upstream.requests).toHaveLength(1);
  });

  test('Reasoning is sent in the field reasoning_content, which most servers use', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(sse([chunk({ reasoning_content: 'Let me see. ' }), chunk({ content: 'Yes.' }), chunk({}, 'stop')]));
    const chunks = await gather(await chat.create({ ...hello, stream: true }));
    const deltas = chunks.map(({ choices }) => ({ ...choices[0]?.delta }) as { reasoning_content?: string });
    expect(deltas.map((delta) => delta.reasoning_content).join('')).toBe('Let me see. ');
    expect(textOf(chunks)).toBe('Yes.');
  });

  test('The OpenAI SDK parses structured output', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(textAnswer('{"city":"Oslo"}'));
    const format = zodResponseFormat(z.object({ city: z.string() }), 'place');
    const { choices } = await chat.parse({ ...hello, response_format: format });
    expect(choices[0]?.message.parsed).toEqual({ city: 'Oslo' });
    expect(asked()[0]?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { name: 'place' } });
  });

  test('A hundred concurrent streams each receive their own text', async () => {
    const { chat, upstream } = await setUp();
    const echo: Play = (request) => {
      const [asked] = request.body.messages as readonly { readonly content: string }[];
      const play = textAnswer(`You said: ${asked?.content}`, { everyMs: 1 });
      return typeof play === 'function' ? play(request) : play;
    };
    upstream.script(...Array<Play>(100).fill(echo));
    const words = Array.from({ length: 100 }, (_, place) => `word number ${place}`);
    const streams = words.map((word) => chat.stream({ ...hello, messages: [user(word)] }).finalContent());
    expect(await Promise.all(streams)).toEqual(words.map((word) => `You said: ${word}`));
  });

  test.for(['length', 'content_filter'])('The finish reason %s is passed on', async (finish) => {
    const { chat, upstream } = await setUp();
    upstream.script(textAnswer('Once upon a', { finish }), textAnswer('Once upon a', { finish }));
    expect((await chat.create(hello)).choices[0]?.finish_reason).toBe(finish);
    const chunks = await gather(await chat.create({ ...hello, stream: true }));
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe(finish);
  });

  test('The list of models has aliases, configured models and the models of the backend', async () => {
    const { openai } = await setUp({ models: ['mock', 'other'], settings: { aliases: '{"fast":"up/mock"}' } });
    const models = await gather(openai.models.list());
    expect(models.map(({ id, object, owned_by }) => [id, object, owned_by])).toEqual([
      ['fast', 'model', 'toolpath'],
      ['up/mock', 'model', 'up'],
      ['up/other', 'model', 'up'],
    ]);
  });
});

function textOf(chunks: readonly ChatCompletionChunk[]): string {
  return chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
}

function wholeAnswer(message: object, { choice = {}, answer = {} } = {}): Play {
  return reply(200, {
    ...answer,
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'mock',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...choice }],
  });
}
