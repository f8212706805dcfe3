import OpenAI from 'openai';
import type { ChatCompletionCreateParams, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { callAnswer, textAnswer } from '../upstream.ts';
import { scriptedWires } from '../wires.ts';
import { countingTool, type GatewayOptions, gather, openGateway, outline, toolNames } from './gateway.ts';

/** Tests the deprecated `functions` and `function_call` with the official SDK. */

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, chat: openai.chat.completions };
}

const said: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello?' }];
const hello = { model: 'up/mock', messages: said };
const say: ChatCompletionCreateParams.Function = {
  name: 'say',
  description: 'Says a text.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
};
const sayCall = { name: 'say', args: { text: 'hi' } };
const result = (content: string): ChatCompletionMessageParam => ({ role: 'function', name: 'say', content });

describe.each(scriptedWires)('Deprecated functions over $kind', (wire) => {
  test(`Over ${wire.kind}, the answer to a request with functions has a function_call, and its result reaches the model`, async () => {
    const { chat, upstream, asked } = await setUp({ backend: { kind: wire.kind } });
    upstream.script(wire.calls([sayCall]), wire.text('I said it.'));
    const first = await chat.create({ ...hello, functions: [say] });
    const [choice] = first.choices;
    expect(choice).toMatchObject({
      finish_reason: 'function_call',
      message: { content: null, function_call: { name: 'say', arguments: '{"text":"hi"}' } },
    });
    expect(choice?.message).not.toHaveProperty('tool_calls');
    const messages = [...said, choice?.message ?? result(''), result('spoken')];
    const second = await chat.create({ ...hello, messages, functions: [say] });
    expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'I said it.' } });
    expect(wire.transcriptIn(asked().at(-1)?.body ?? {})).toEqual([
      'user: Hello?',
      'call: say {"text":"hi"}',
      'tool: spoken',
    ]);
  });
});

describe('Deprecated functions', () => {
  test('A streamed function_call has its name first, then its arguments, and the reason function_call', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(callAnswer([sayCall], { text: 'I say: ' }));
    const chunks = await gather(await chat.create({ ...hello, functions: [say], stream: true }));
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta ?? []);
    const calls = deltas.flatMap(({ function_call: call }) => call ?? []);
    expect(calls[0]).toEqual({ name: 'say', arguments: '' });
    expect(calls.slice(1).every(({ name }) => name === undefined)).toBe(true);
    expect(calls.map((call) => call.arguments).join('')).toBe('{"text":"hi"}');
    expect(deltas.every((delta) => delta.tool_calls === undefined)).toBe(true);
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe('I say: ');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('function_call');
    expect(asked()[0]?.body).toMatchObject({ parallel_tool_calls: false });
    expect(asked()[0]?.body).not.toHaveProperty('functions');
  });

  test.for([true, false])(
    'A streamed or whole call without arguments has an empty object as arguments (streamed: %s)',
    async (stream) => {
      const { chat, upstream } = await setUp();
      upstream.script(callAnswer([{ name: 'say', args: '' }]));
      const answer = stream
        ? await gather(await chat.create({ ...hello, functions: [say], stream: true }))
        : (await chat.create({ ...hello, functions: [say] })).choices;
      expect(JSON.stringify(answer)).toContain('"arguments":"{}"');
    },
  );

  test.each([
    ['none', 'none'],
    ['auto', undefined],
    [{ name: 'say' }, { type: 'function', function: { name: 'say' } }],
  ] as const)('The function_call %j becomes the matching tool choice', async (given, choice) => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(textAnswer('Hi.'));
    await chat.create({ ...hello, functions: [say], function_call: given });
    expect(asked()[0]?.body.tool_choice).toEqual(choice);
  });

  test.for([true, false])(
    'If a model makes two calls, the first is handed over and the model is not told of the second (streamed: %s)',
    async (stream) => {
      const { chat, upstream, asked } = await setUp();
      upstream.script(callAnswer([sayCall, { name: 'say', args: { text: 'two' } }]), textAnswer('Done.'));
      const request = { ...hello, functions: [say] };
      const answer = stream
        ? JSON.stringify(await gather(await chat.create({ ...request, stream: true })))
        : JSON.stringify(await chat.create(request));
      expect(answer).not.toContain('two');
      const call = { name: 'say', arguments: '{"text":"hi"}' };
      const messages = [...said, { role: 'assistant' as const, content: null, function_call: call }, result('spoken')];
      await chat.create({ ...request, messages });
      expect(outline(asked()[1])).toEqual(['user: Hello?', 'assistant: say({"text":"hi"})', 'say → spoken']);
    },
  );

  test('A function call beside a gateway call is rejoined by the transcript, although it has no id', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { chat, upstream, asked } = await setUp({ tools: [clock], settings: { mixed: 'true' } });
    upstream.script(
      callAnswer([{ name: 'clock' }, sayCall], { text: 'Both.' }),
      callAnswer([sayCall]),
      textAnswer('Done.'),
    );
    const functions = [say];
    const first = (await chat.create({ ...hello, functions })).choices[0]?.message ?? result('');
    const messages = [...said, first, result('spoken')];
    const second = (await chat.create({ ...hello, messages, functions })).choices[0]?.message ?? result('');
    await chat.create({ ...hello, messages: [...messages, second, result('again')], functions });
    expect(clock.runs).toBe(1);
    expect(asked().map(toolNames)).toEqual([
      ['say', 'clock'],
      ['say', 'clock'],
      ['say', 'clock'],
    ]);
    expect(outline(asked()[2])).toEqual([
      'user: Hello?',
      'assistant: Both. clock({}) say({"text":"hi"})',
      'clock → noon',
      'say → spoken',
      'assistant: say({"text":"hi"})',
      'say → again',
    ]);
  });

  test.each([
    [
      'functions beside tools',
      { functions: [say], tools: [] },
      'functions',
      'Send either "tools" or "functions", not both.',
    ],
    [
      'function_call beside tool_choice',
      { functions: [say], function_call: 'auto', tool_choice: 'auto' },
      'function_call',
      'Send either "tool_choice" or "function_call", not both.',
    ],
    ['functions that are no list', { functions: {} }, 'functions', 'functions is an object; expected a list of tools'],
    ['a function without a name', { functions: [{}] }, 'functions[0]', 'functions[0] has no name'],
    [
      'a custom tool among the functions',
      { functions: [say, { type: 'custom', custom: { name: 'patch' } }] },
      'functions[1]',
      'functions[1] is of type "custom", which has no form in "functions". List your tools in "tools" instead.',
    ],
    [
      'a function_call of a wrong form',
      { functions: [say], function_call: 'say' },
      'function_call',
      'function_call is "say"; expected "auto", "none" or {"name":"…"}.',
    ],
    [
      'a function_call of an unknown function',
      { functions: [say], function_call: { name: 'sya' } },
      'tool_choice',
      'Did you mean "say"?',
    ],
  ])('A request with %s is refused', async (_, members, param, message) => {
    const { post } = await setUp();
    const response = await post({ ...hello, ...members });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, message: expect.stringContaining(message) } });
  });
});
