import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { readChatRequest } from './request.ts';

const messages = [{ role: 'user', content: 'Hello' }];
const bounds = { clientTools: 100 };

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
  test('reads the least that a request may be', () => {
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
    });
  });

  test('takes null for what is left out', () => {
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

  test('reads what it is asked for', () => {
    const body = { messages, model: 'fast', parallel_tool_calls: false, stream: true, n: 1 };
    const { ask: read, includeUsage } = accepted({ ...body, stream_options: { include_usage: true } });
    expect(read).toMatchObject({ model: 'fast', parallel: false, isStreamed: true, sampling: {} });
    expect(read).not.toHaveProperty('extra');
    expect(includeUsage).toBe(true);
    expect(accepted({ ...body, stream_options: { include_usage: null } }).includeUsage).toBe(false);
  });

  test('passes on what has no word here, untouched', () => {
    const extra = JSON.parse(
      '{"temperature":"hot","max_tokens":-1,"stop":null,"metadata":{"a":[1]},"__proto__":{"x":1},"constructor":2}',
    ) as object;
    const read = ask(extra);
    expect(JSON.stringify(read.extra?.chat)).toBe(JSON.stringify(extra));
    expect(Object.getPrototypeOf(read.extra?.chat)).toBe(Object.prototype);
  });

  proves(['S0.absent', 'S0.null', 'S0.empty', 'S0.listed'], 'tells missing, empty and listed tools apart', () => {
    expect(ask({}).tools).toEqual({ kind: 'absent' });
    expect(ask({ tools: null }).tools).toEqual({ kind: 'absent' });
    expect(ask({ tools: [] }).tools).toEqual({ kind: 'none' });
    expect(ask({ tools: [{ name: 'x' }] }).tools).toMatchObject({ kind: 'listed', tools: [{ name: 'x' }] });
  });

  proves('S0.invalid', 'refuses tools of any other type, with the place at fault', () => {
    for (const tools of [0, '', false, {}]) expect(refusal({ messages, tools }).param).toBe('tools');
    expect(refusal({ messages, tools: [{ name: 'x' }, {}] })).toMatchObject({ kind: 'bad-request', param: 'tools[1]' });
  });

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
  ])('reads the choice %j', (choice, read) => {
    expect(ask({ tool_choice: choice }).choice).toEqual(read);
  });

  proves('S0.context', 'reads context as strings or as values with a description', () => {
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
    ['no object', 'Hello', '', 'The body is "Hello"; expected an object'],
    ['a list', [], '', 'The body is an empty list'],
    ['no messages', {}, 'messages', 'messages is missing; expected a list of messages, at least one.'],
    ['a model that is no name', { messages, model: 4 }, 'model', 'model is 4; expected the name of a model'],
    ['several answers', { messages, n: 2 }, 'n', 'n is 2; expected 1: a request has one answer here. For several, ask'],
    ['no answers', { messages, n: 0 }, 'n', 'n is 0'],
    ['answers as text', { messages, n: '1' }, 'n', 'n is "1"'],
    ['old functions', { messages, functions: [] }, 'functions', 'send them as "tools"'],
    ['an old choice', { messages, function_call: 'auto' }, 'function_call', 'send "tool_choice"'],
    ['an unknown choice', { messages, tool_choice: 'any' }, 'tool_choice', 'tool_choice is "any"; expected "auto"'],
    ['a choice of nothing', { messages, tool_choice: {} }, 'tool_choice', 'tool_choice is an object'],
    ['a choice of ours', { messages, tool_choice: { type: 'allowed_tools' } }, 'tool_choice', 'expected "auto"'],
    ['a flag as text', { messages, stream: 'true' }, 'stream', 'stream is "true"; expected true or false.'],
    ['a flag as a number', { messages, parallel_tool_calls: 1 }, 'parallel_tool_calls', 'expected true or false'],
    ['options as a flag', { messages, stream_options: true }, 'stream_options', 'expected an object'],
    [
      'usage as text',
      { messages, stream_options: { include_usage: 'yes' } },
      'stream_options.include_usage',
      'expected true or false',
    ],
    ['context as text', { messages, context: 'It rains.' }, 'context', 'expected a list of items'],
    ['context as a number', { messages, context: ['a', 5] }, 'context[1]', 'context[1] is 5; expected a string or'],
    ['context without a value', { messages, context: [{ description: 'a' }] }, 'context[0].value', 'is missing'],
    [
      'a description as a number',
      { messages, context: [{ description: 1, value: 'a' }] },
      'context[0].description',
      'expected a string',
    ],
  ])('refuses %s', (_, body, param, words) => {
    const failure = refusal(body);
    expect(failure).toMatchObject({ kind: 'bad-request', param });
    expect(failure.message).toContain(words);
  });
});
