import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStream } from '../../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../../test/requirements.ts';
import type { Event, FinishEvent } from '../../../core/index.ts';
import { writeUsage } from '../usage.ts';
import { ChatAnswer } from './reader.ts';

interface Heard {
  readonly events: readonly Event[];
  readonly finish: FinishEvent;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly string[];
}

function heard(answer: ChatAnswer, told: readonly Event[], isDone: boolean): Heard {
  const events = [...told, ...answer.end(isDone)];
  expect(checkStream(events)).toEqual([]);
  expect(answer.end(isDone)).toEqual([]);
  const joined = (type: Event['type']) =>
    events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
  return {
    events: events.slice(0, -1),
    finish: events.at(-1) as FinishEvent,
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: events.flatMap((event) => (event.type === 'call' ? [`${event.call.name} ${event.call.arguments}`] : [])),
  };
}

function streamed(chunks: readonly unknown[], isDone = true): Heard {
  const answer = new ChatAnswer('up');
  const told = chunks.flatMap((chunk) => answer.chunk(chunk));
  return heard(answer, told, isDone);
}

function whole(value: unknown): Heard {
  const answer = new ChatAnswer('up');
  return heard(answer, answer.whole(value), true);
}

const chunk = (delta: unknown, choice: object = {}, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
  ...more,
});
const text = (content: unknown) => chunk({ content });
const called = (name: string, text: string, index = 0) =>
  chunk({ tool_calls: [{ index, id: `id${index}`, type: 'function', function: { name, arguments: text } }] });
const ended = (finish_reason: unknown) => chunk({}, { finish_reason });
const completion = (message: unknown, choice: object = {}, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message, finish_reason: 'stop', ...choice }],
  ...more,
});

describe('Text and reasoning', () => {
  test('Text is emitted as it arrives, and empty text is not emitted', () => {
    const answer = new ChatAnswer('up');
    expect(answer.chunk(chunk({ role: 'assistant', content: '' }))).toEqual([]);
    expect(answer.chunk(text('Hello'))).toEqual([{ type: 'text', text: 'Hello' }]);
    expect(answer.chunk(text(''))).toEqual([]);
    expect(answer.chunk(text(null))).toEqual([]);
    expect(answer.chunk(text(' you'))).toEqual([{ type: 'text', text: ' you' }]);
    expect(answer.chunk(ended('stop'))).toEqual([]);
    expect(answer.end(true)).toEqual([{ type: 'finish', reason: 'stop' }]);
  });

  test('Content may be a list of parts', () => {
    expect(streamed([text([{ type: 'text', text: 'a' }, 'b', { text: 'c' }, { type: 'image' }, 1, null])]).text).toBe(
      'abc',
    );
  });

  test.each([
    ['reasoning_content', { reasoning_content: 'hm' }],
    ['reasoning', { reasoning: 'hm' }],
    ['two fields with the same text', { reasoning_content: 'hm', reasoning: 'hm' }],
    ['two fields, one of them empty', { reasoning_content: '', reasoning: 'hm' }],
    ['thinking', { thinking: 'hm' }],
    ['reasoning_details', { reasoning_details: [{ type: 'reasoning.text', text: 'h' }, { summary: 'm' }, 1] }],
    ['reasoning and its details', { reasoning: 'hm', reasoning_details: [{ text: 'hm' }] }],
    ['a part of the content', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }],
    ['a marked block at the start of the content', { content: '<think>hm</think>\n' }],
  ])('Reasoning is read from %s', (_, delta) => {
    const { events } = streamed([chunk(delta), text('Hello'), ended('stop')]);
    expect(events).toEqual([
      { type: 'reasoning', text: 'hm', ...stateIn(delta) },
      { type: 'text', text: 'Hello' },
    ]);
    expect(whole(completion({ role: 'assistant', ...delta })).reasoning).toBe('hm');
  });

  test('If reasoning comes in its own field, a marker in the content is text', () => {
    const { text: said, reasoning } = streamed([chunk({ reasoning_content: 'hm' }), text('<think>a</think>b')]);
    expect({ said, reasoning }).toEqual({ said: '<think>a</think>b', reasoning: 'hm' });
  });

  test('A held-back partial marker is emitted as text at the end', () => {
    expect(streamed([text(' <thi'), ended('stop')]).text).toBe(' <thi');
  });

  proves('L3', 'Content, reasoning and arguments give the same result wherever they are split', () => {
    const cuts = fc.array(fc.nat(9), { maxLength: 8 });
    const said = fc.constantFrom('<think>hm\n</think>\n\nHello <think>', ' <thin', 'Hello', '\n\n<think>hm');
    fc.assert(
      fc.property(said, fc.json(), cuts, cuts, (content, json, textCuts, argumentCuts) => {
        const [first = '', ...rest] = cutBy(json, argumentCuts);
        const continued = rest.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }));
        const chunks = [...cutBy(content, textCuts).map(text), called('f', first), ...continued, ended('tool_calls')];
        const once = whole(
          completion({ content, tool_calls: [{ id: 'id0', function: { name: 'f', arguments: json } }] }),
        );
        const { events: _, ...joined } = streamed(chunks);
        expect({ ...joined, events: once.events }).toEqual(once);
      }),
    );
  });
});

describe('Calls', () => {
  test('The pieces of a call are emitted as they arrive, and the complete call at the end', () => {
    const { events, finish } = streamed([called('f', '{"a"'), text('Hello'), called('f', ':1}'), ended('tool_calls')]);
    expect(events).toEqual([
      { type: 'call-start', id: 'id0', name: 'f', owner: 'gateway' },
      { type: 'call-args', id: 'id0', text: '{"a"' },
      { type: 'text', text: 'Hello' },
      { type: 'call-args', id: 'id0', text: ':1}' },
      { type: 'call', call: { id: 'id0', name: 'f', arguments: '{"a":1}' }, owner: 'gateway' },
    ]);
    expect(finish.reason).toBe('calls');
  });

  test('A call may come in the same delta as text', () => {
    const delta = { content: 'b', tool_calls: [{ id: 'x', function: { name: 'f', arguments: '{}' } }] };
    expect(streamed([text('a'), chunk(delta)])).toMatchObject({ text: 'ab', calls: ['f {}'] });
  });

  test('A call may be a single object instead of a list', () => {
    expect(streamed([chunk({ tool_calls: { id: 'x', function: { name: 'f', arguments: '{}' } } })]).calls).toEqual([
      'f {}',
    ]);
  });

  test('A deprecated function_call is read as a call', () => {
    const pieces = [{ name: 'f', arguments: '' }, { arguments: '{"a"' }, { arguments: ':1}' }];
    const chunks = pieces.map((function_call) => chunk({ content: null, tool_calls: [], function_call }));
    expect(streamed([...chunks, ended('function_call')])).toMatchObject({
      calls: ['f {"a":1}'],
      finish: { reason: 'calls' },
    });
    expect(whole(completion({ function_call: { name: 'f', arguments: { a: 1 } } })).calls).toEqual(['f {"a":1}']);
  });

  test('Equal calls with one id in an unstreamed answer are separate calls', () => {
    const entry = { id: 'x', function: { name: 'f', arguments: { a: 1 } } };
    expect(whole(completion({ content: null, tool_calls: [entry, entry] }))).toMatchObject({
      calls: ['f {"a":1}', 'f {"a":1}'],
      finish: { reason: 'calls' },
    });
  });

  test('Equal calls with one id in a complete message inside a stream are separate calls', () => {
    const entry = { id: 'x', function: { name: 'f', arguments: '{}' } };
    expect(streamed([{ choices: [{ message: { tool_calls: [entry, entry] } }] }]).calls).toEqual(['f {}', 'f {}']);
  });

  test('A message that repeats the content at the end of a stream is not read twice', () => {
    const repeated = { index: 0, message: { content: 'Hello', tool_calls: [] }, finish_reason: 'stop' };
    expect(streamed([text('Hello'), { choices: [repeated] }]).text).toBe('Hello');
    expect(streamed([{ choices: [repeated] }]).text).toBe('Hello');
    const again = {
      choices: [{ message: { content: null, tool_calls: [{ function: { name: 'f', arguments: '{}' } }] } }],
    };
    expect(streamed([called('f', '{}'), again]).calls).toEqual(['f {}']);
  });

  test('An answer that contains only a call without a name ends as an empty answer with a notice', () => {
    const { events, finish } = streamed([
      chunk({ tool_calls: [{ function: { arguments: '{}' } }] }),
      ended('tool_calls'),
    ]);
    expect(events.map((event) => event.type)).toEqual(['notice']);
    expect(finish).toEqual({ type: 'finish', reason: 'stop' });
  });
});

describe('The finish reason', () => {
  const CUT = '{"a":';
  test.each<[string, unknown[], boolean, string]>([
    ['text, stop', [text('a'), ended('stop')], true, 'stop'],
    ['text, length', [text('a'), ended('length')], true, 'length'],
    ['text, model_length', [text('a'), ended('model_length')], true, 'length'],
    ['text, content_filter', [text('a'), ended('content_filter')], true, 'filtered'],
    ['text, an unknown reason', [text('a'), ended('eos')], true, 'stop'],
    ['text, tool_calls', [text('a'), ended('tool_calls')], true, 'stop'],
    ['text, a reason and no [DONE]', [text('a'), ended('stop')], false, 'stop'],
    ['text, [DONE] and no reason', [text('a')], true, 'stop'],
    [
      'text, a reason on every chunk',
      [chunk({ content: 'a' }, { finish_reason: 'stop' }), ended('length')],
      true,
      'length',
    ],
    ['no content, [DONE]', [], true, 'stop'],
    ['a call, tool_calls', [called('f', '{}'), ended('tool_calls')], true, 'calls'],
    ['a call, stop', [called('f', '{}'), ended('stop')], true, 'calls'],
    ['a call, no reason', [called('f', '{}')], true, 'calls'],
    ['a call without arguments, no reason', [called('f', '')], true, 'calls'],
    ['a complete call, length', [called('f', '{}'), ended('length')], true, 'calls'],
    ['a truncated call, length', [called('f', CUT), ended('length')], true, 'length'],
    ['a call without arguments, length', [called('f', ''), ended('length')], true, 'length'],
    ['a truncated call, content_filter', [called('f', CUT), ended('content_filter')], true, 'filtered'],
    ['a truncated call, no reason', [called('f', CUT)], true, 'length'],
    ['a call whose arguments are not JSON, stop', [called('f', 'a b'), ended('stop')], true, 'calls'],
    ['a truncated call, tool_calls', [called('f', CUT), ended('tool_calls')], true, 'calls'],
    ['a call with closed brackets that is not JSON, length', [called('f', '{"a":}'), ended('length')], true, 'length'],
    [
      'a call, then a call without a name yet, length',
      [called('f', '{}'), called('', '{}', 1), ended('length')],
      true,
      'length',
    ],
    ['text and reason in one chunk', [text('a'), chunk({ content: 'b' }, { finish_reason: 'length' })], true, 'length'],
    ['text, an empty reason and no [DONE]', [text('a'), ended('')], false, 'failed'],
    [
      'two calls, the last one truncated, length',
      [called('f', '{}'), called('g', CUT, 1), ended('length')],
      true,
      'length',
    ],
    ['text, no reason and no [DONE]', [text('a')], false, 'failed'],
    ['a call, no reason and no [DONE]', [called('f', '{}')], false, 'failed'],
    ['no content, no reason and no [DONE]', [], false, 'failed'],
    ['text, error', [text('a'), ended('error')], true, 'failed'],
  ])('The finish reason is derived from the content and the reason of the server: %s', (_, chunks, isDone, reason) => {
    expect(streamed(chunks, isDone).finish.reason).toBe(reason);
  });

  test('A stream that ends without a reason emits held-back text, makes no calls, and ends in a failure', () => {
    const { events, finish } = streamed([called('f', '{}'), text(' <th')], false);
    expect(events.map((event) => event.type)).toEqual(['call-start', 'call-args', 'text']);
    const reason = 'the stream ended without a finish reason';
    expect(finish.failure).toEqual({ kind: 'upstream-broken', backend: 'up', reason });
  });
});

describe('Usage', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };

  test.each<[string, unknown[]]>([
    ['in the chunk of the last choice', [text('a'), chunk({}, { finish_reason: 'stop' }, { usage })]],
    ['with an empty list of choices', [text('a'), ended('stop'), { choices: [], usage }]],
    ['without choices', [text('a'), ended('stop'), { usage }]],
    ['inside the choice', [text('a'), chunk({}, { finish_reason: 'stop', usage })]],
    [
      'in every chunk, where the last one counts',
      [chunk({ content: 'a' }, {}, { usage: { ...usage, prompt_tokens: 9 } }), { usage }],
    ],
    [
      'in one chunk, and null in all others',
      [chunk({ content: 'a' }, {}, { usage: null }), { usage }, { choices: [], usage: null }],
    ],
    ['followed by a usage without valid counts', [{ usage }, { usage: { prompt_tokens: -1, completion_tokens: '4' } }]],
  ])('The usage is found %s', (_, chunks) => {
    const { events, finish } = streamed(chunks);
    expect(finish.usage).toEqual({ promptTokens: 3, completionTokens: 4 });
    expect(events.filter((event) => event.type !== 'text')).toEqual([]);
  });

  test('The details and extra fields of the usage are kept and can be written back', () => {
    const details = {
      prompt_tokens_details: { cached_tokens: 2, audio_tokens: 0, tier: 'x' },
      completion_tokens_details: { reasoning_tokens: 1 },
      cost: 0.1,
    };
    const read = whole(completion({ content: 'a' }, {}, { usage: { ...usage, ...details, timings: null } }));
    expect(read.finish.usage).toEqual({
      promptTokens: 3,
      completionTokens: 4,
      cachedTokens: 2,
      reasoningTokens: 1,
      more: { prompt: { audio_tokens: 0 } },
      extra: { chat: { prompt_tokens_details: { tier: 'x' }, cost: 0.1 } },
    });
    expect(read.finish.usage && writeUsage(read.finish.usage)).toMatchObject({ ...usage, ...details });
  });

  test('A usage with only one valid count is read, and the other count becomes 0', () => {
    const { finish } = streamed([JSON.parse('{"usage":{"prompt_tokens":3,"completion_tokens":1e999}}')]);
    expect(finish.usage).toEqual({ promptTokens: 3, completionTokens: 0 });
  });
});

describe('Errors', () => {
  const failed = (status: number, message: string) => ({ kind: 'upstream-failed', backend: 'up', status, message });

  test.each([
    ['as an object', { error: { message: 'no room', type: 'server_error', code: 503 } }, failed(503, 'no room')],
    ['with the status as a string', { error: { message: 'no room', code: '429' } }, failed(429, 'no room')],
    ['with a code that is a word', { error: { message: 'no room', code: 'busy' } }, failed(502, 'no room')],
    ['with a code that is not an error status', { error: { message: 'no room', code: 200 } }, failed(502, 'no room')],
    ['as a string', { error: 'no room' }, failed(502, 'no room')],
    ['without a message', { error: { type: 'server_error' } }, failed(502, 'server_error')],
    ['as an empty object', { error: {} }, failed(502, 'The server reported an error without a message.')],
    ['with a long message', { error: 'x'.repeat(9_000) }, failed(502, 'x'.repeat(2_000))],
    ['with its fields at the top level', { object: 'error', message: 'no room', code: 400 }, failed(400, 'no room')],
    ['in a list with one entry', [{ error: { message: 'no room', code: 400 } }], failed(400, 'no room')],
    ['inside the choice', { choices: [{ error: { message: 'no room', code: 500 } }] }, failed(500, 'no room')],
    ['beside a choice', { ...chunk({ content: 'x' }), error: 'no room' }, failed(502, 'no room')],
  ])('An error ends the answer with a failure: %s', (_, value, failure) => {
    const { events, finish } = streamed([text('a'), value, text('b'), called('f', '{}'), ended('stop')]);
    expect(events).toEqual([{ type: 'text', text: 'a' }]);
    expect(finish).toEqual({ type: 'finish', reason: 'failed', failure });
    expect(whole(value).finish).toEqual(finish);
  });

  test('Held-back text is not emitted after an error', () => {
    expect(streamed([text(' <th'), { error: 'no room' }]).events).toEqual([]);
  });

  test('An error field that is null is ignored', () => {
    expect(streamed([chunk({ content: 'a' }, { error: null }, { error: null }), ended('stop')])).toMatchObject({
      text: 'a',
    });
  });

  test('The failure is available as soon as the error has arrived', () => {
    const answer = new ChatAnswer('up');
    expect(answer.failure).toBeUndefined();
    answer.chunk({ error: 'no room' });
    expect(answer.failure).toEqual(failed(502, 'no room'));
  });

  test('An answer with more than 1,000 tool calls ends in a failure', () => {
    const calls = Array.from({ length: 1_001 }, (_, index) => ({ index, function: { name: 'f' } }));
    const failure = { kind: 'upstream-broken', backend: 'up', reason: 'it contains more than 1000 tool calls' };
    expect(streamed([chunk({ tool_calls: calls })]).finish).toEqual({ type: 'finish', reason: 'failed', failure });
  });
});

describe('Values that are not an answer', () => {
  test.each([['null'], ['5'], ['"Hello"'], ['[]'], ['[1,2]']])('The value %s breaks the answer', (json) => {
    expect(streamed([JSON.parse(json)]).finish.failure).toMatchObject({ kind: 'upstream-broken' });
    expect(whole(JSON.parse(json)).finish.failure).toMatchObject({ kind: 'upstream-broken' });
  });

  test.each([
    ['{}'],
    ['{"type":"ping"}'],
    ['{"choices":null}'],
    ['{"choices":[]}'],
    ['{"choices":[{}]}'],
    ['{"choices":[null]}'],
    ['{"choices":[{"index":1,"message":{"content":"b"},"delta":{"content":"b"}}]}'],
    ['{"code":7,"msg":"no such model","data":{"a":{"b":1}}}'],
  ])('The object %s is ignored in a stream, and breaks an unstreamed answer', (json) => {
    const { events, finish } = streamed([text('a'), JSON.parse(json), ended('stop')]);
    expect(events).toEqual([{ type: 'text', text: 'a' }]);
    expect(finish).toEqual({ type: 'finish', reason: 'stop' });
    expect(whole(JSON.parse(json)).finish.failure).toMatchObject({ kind: 'upstream-broken' });
  });

  test('A choice with an index other than 0 is ignored', () => {
    expect(streamed([text('a'), chunk({ content: 'b' }, { index: 1 }), text('c'), ended('stop')]).text).toBe('ac');
  });

  test('The failure quotes the top level of the unusable value', () => {
    const { failure } = whole({ code: 7, msg: 'no such\u001b model', data: { a: 1 } }).finish;
    expect(failure).toMatchObject({ reason: expect.stringContaining('no such') });
    expect(JSON.stringify(failure)).toContain('{…}');
  });

  test('An unstreamed answer without a message ends with the reason that the server gives', () => {
    expect(whole({ choices: [{ index: 0, finish_reason: 'content_filter' }] }).finish).toEqual({
      type: 'finish',
      reason: 'filtered',
    });
  });
});

function cutBy(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  let rest = text;
  for (const length of lengths) {
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}

/** Returns the expected state of the reasoning event, which names the field of the reasoning. */
function stateIn(delta: object): { state?: object } {
  const members = new Map(Object.entries(delta));
  const member = ['reasoning_content', 'reasoning', 'thinking'].find((name) => members.get(name));
  return member === undefined ? {} : { state: { chat: { member } } };
}
