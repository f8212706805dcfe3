import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { readChatRequest } from './request.ts';

const messages = [{ role: 'user', content: 'Hello' }];
const bounds = { clientTools: 100, bodyValues: 1_000 };

const ask = (members: object) => accepted({ messages, ...members }).ask;

function accepted(body: unknown) {
  const result = readChatRequest(body, 'key-1', bounds);
  if (!result.ok) throw new Error(result.failure.message);
  return result;
}

function refusal(body: unknown) {
  const result = readChatRequest(body, 'key-1', bounds);
  if (result.ok) throw new Error('it was accepted');
  return result.failure;
}

describe('readChatRequest', () => {
  proves('L9', 'The values inside the arguments of all earlier calls are limited together', () => {
    const called = (count: number) => {
      const call = { id: 'a', type: 'function', function: { name: 'f', arguments: `{"a":[${'0,'.repeat(count)}0]}` } };
      return { role: 'assistant', tool_calls: [call] };
    };
    expect(accepted({ messages: [...messages, called(400), called(400)] }).ok).toBe(true);
    expect(refusal({ messages: [...messages, called(400), called(700)] })).toEqual({
      kind: 'bad-request',
      param: 'messages[2].tool_calls',
      message:
        'The arguments of earlier calls have more than 1000 JSON values. Send fewer messages, or raise "limits.bodyValues".',
      isTooLarge: true,
    });
  });

  test('A request with only messages is read with default values', () => {
    expect(accepted({ messages })).toEqual({
      ok: true,
      ask: {
        key: 'key-1',
        model: '',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
        tools: { kind: 'absent' },
        choice: { kind: 'auto' },
        context: [],
        isStreamed: false,
        sampling: {},
      },
      includeUsage: false,
      shape: { custom: new Set(), isLegacy: false },
    });
  });

  test('A field that is null is read as if it were missing', () => {
    const nulls = Object.fromEntries(
      [
        'model',
        'tools',
        'tool_choice',
        'parallel_tool_calls',
        'stream',
        'stream_options',
        'context',
        'n',
        'functions',
        'function_call',
      ].map((name) => [name, null]),
    );
    expect(accepted({ messages, ...nulls })).toEqual(accepted({ messages }));
  });

  test('The model, parallel calls, streaming and usage options of a request are read', () => {
    const body = { messages, model: 'fast', parallel_tool_calls: false, stream: true, n: 1 };
    const { ask: read, includeUsage } = accepted({ ...body, stream_options: { include_usage: true } });
    expect(read).toMatchObject({ model: 'fast', parallel: false, isStreamed: true, sampling: {} });
    expect(read).not.toHaveProperty('extra');
    expect(includeUsage).toBe(true);
    expect(accepted({ ...body, stream_options: { include_usage: null } }).includeUsage).toBe(false);
  });

  test('Parameters that are unknown or of a wrong type are passed on unchanged', () => {
    const extra = JSON.parse(
      '{"temperature":"hot","max_tokens":-1,"stop":null,"metadata":{"a":[1]},"__proto__":{"x":1},"constructor":2}',
    ) as object;
    const read = ask(extra);
    expect(JSON.stringify(read.extra?.chat)).toBe(JSON.stringify(extra));
    expect(Object.getPrototypeOf(read.extra?.chat)).toBe(Object.prototype);
  });

  proves(['S0.absent', 'S0.null', 'S0.empty', 'S0.listed'], 'Missing, empty and listed tools are distinguished', () => {
    expect(ask({}).tools).toEqual({ kind: 'absent' });
    expect(ask({ tools: null }).tools).toEqual({ kind: 'absent' });
    expect(ask({ tools: [] }).tools).toEqual({ kind: 'none' });
    expect(ask({ tools: [{ name: 'x' }] }).tools).toMatchObject({ kind: 'listed', tools: [{ name: 'x' }] });
  });

  proves(
    'S0.invalid',
    'Tools that are not a list, and entries without a name, are refused with the path of the fault',
    () => {
      for (const tools of [0, '', false, {}]) expect(refusal({ messages, tools }).param).toBe('tools');
      expect(refusal({ messages, tools: [{ name: 'x' }, {}] })).toMatchObject({
        kind: 'bad-request',
        param: 'tools[1]',
      });
    },
  );

  test.each([
    ['auto', { kind: 'auto' }],
    ['none', { kind: 'none' }],
    ['required', { kind: 'required' }],
    [
      { type: 'function', function: { name: 'x' } },
      { kind: 'named', name: 'x' },
    ],
    [
      { type: 'function', name: 'x' },
      { kind: 'named', name: 'x' },
    ],
    [{ name: '__proto__' }, { kind: 'named', name: '__proto__' }],
  ])('The tool choice %j is read', (choice, read) => {
    expect(ask({ tool_choice: choice }).choice).toEqual(read);
  });

  proves('S0.context', 'Context items are read as strings or as values with a description', () => {
    const context = [
      'It rains.',
      { value: 'Berlin' },
      { description: 'the cart', value: { items: [1, 2] } },
      { description: null, value: null },
      { value: '' },
    ];
    expect(ask({ context }).context).toEqual([
      { value: 'It rains.' },
      { value: 'Berlin' },
      { description: 'the cart', value: '{"items":[1,2]}' },
      { value: 'null' },
      { value: '' },
    ]);
    expect(ask({ context })).not.toHaveProperty('extra');
  });

  test.each([
    ['a body that is a string', 'Hello', '', 'The body is "Hello"; expected an object'],
    ['a body that is a list', [], '', 'The body is an empty list'],
    ['no messages', {}, 'messages', 'messages is missing; expected a non-empty list of messages.'],
    ['a model that is a number', { messages, model: 4 }, 'model', 'model is 4; expected the name of a model'],
    ['n greater than 128', { messages, n: 129 }, 'n', 'n is 129; expected a whole number from 1 to 128.'],
    ['n of 0', { messages, n: 0 }, 'n', 'n is 0'],
    ['n as a string', { messages, n: '1' }, 'n', 'n is "1"'],
    [
      'an unknown tool choice',
      { messages, tool_choice: 'any' },
      'tool_choice',
      'tool_choice is "any"; expected "auto"',
    ],
    ['an empty tool choice', { messages, tool_choice: {} }, 'tool_choice', 'tool_choice is an object'],
    [
      'a tool choice of another type',
      { messages, tool_choice: { type: 'web_search' } },
      'tool_choice',
      'expected "auto"',
    ],
    ['a flag as a string', { messages, stream: 'true' }, 'stream', 'stream is "true"; expected true or false.'],
    ['a flag as a number', { messages, parallel_tool_calls: 1 }, 'parallel_tool_calls', 'expected true or false'],
    ['stream options as a flag', { messages, stream_options: true }, 'stream_options', 'expected an object'],
    [
      'include_usage as a string',
      { messages, stream_options: { include_usage: 'yes' } },
      'stream_options.include_usage',
      'expected true or false',
    ],
    ['context as a string', { messages, context: 'It rains.' }, 'context', 'expected a list of items'],
    [
      'a context item as a number',
      { messages, context: ['a', 5] },
      'context[1]',
      'context[1] is 5; expected a string or',
    ],
    ['a context item without a value', { messages, context: [{ description: 'a' }] }, 'context[0].value', 'is missing'],
    [
      'a context description as a number',
      { messages, context: [{ description: 1, value: 'a' }] },
      'context[0].description',
      'expected a string',
    ],
  ])('A request is refused for %s', (_, body, param, words) => {
    const failure = refusal(body);
    expect(failure).toMatchObject({ kind: 'bad-request', param });
    expect(failure.message).toContain(words);
  });
});
