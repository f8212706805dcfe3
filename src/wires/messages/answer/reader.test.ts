import { describe, expect, test } from 'vitest';
import { checkStream } from '../../../../test/contracts/models/stream-law.ts';
import { type MessageBlock, streamEvents } from '../../../../test/messages.ts';
import type { Event, FinishEvent } from '../../../core/index.ts';
import { writeBlocks } from '../../chat/reasoning.ts';
import { MessagesAnswer } from './reader.ts';

interface Heard {
  readonly events: readonly Event[];
  readonly finish: FinishEvent;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly string[];
  readonly extras: readonly object[];
}

function newAnswer(): MessagesAnswer {
  let made = 0;
  return new MessagesAnswer({ backend: 'up', model: 'm', newId: () => `made${made++}` });
}

function heard(answer: MessagesAnswer, told: readonly Event[], isDone: boolean): Heard {
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
    extras: events.flatMap((event): object[] => {
      if (event.type === 'reasoning-blocks') return [writeBlocks(event.parts)];
      return event.type === 'extra' ? [event.fields] : [];
    }),
  };
}

function streamed(chunks: readonly unknown[], isDone?: boolean): Heard {
  const answer = newAnswer();
  const told = chunks.flatMap((chunk) => answer.chunk(chunk));
  return heard(answer, told, isDone ?? answer.isDone);
}

function whole(value: unknown): Heard {
  const answer = newAnswer();
  return heard(answer, answer.whole(value), true);
}

const start = (content_block: object, index: unknown = 0) => ({ type: 'content_block_start', index, content_block });
const delta = (piece: object, index: unknown = 0) => ({ type: 'content_block_delta', index, delta: piece });
const stop = (index: unknown = 0) => ({ type: 'content_block_stop', index });
const text = (said: string, index: unknown = 0) => delta({ type: 'text_delta', text: said }, index);
const json = (partial_json: string, index: unknown = 0) => delta({ type: 'input_json_delta', partial_json }, index);
const toolUse = (name: unknown, more: object = {}, index: unknown = 0) =>
  start({ type: 'tool_use', id: `t${String(index)}`, name, input: {}, ...more }, index);
const ended = (stop_reason: unknown, more: object = {}) => ({ type: 'message_delta', delta: { stop_reason, ...more } });
const done = { type: 'message_stop' };

describe('Text', () => {
  test('Text is emitted as it arrives, and the stream events around it emit nothing', () => {
    const answer = newAnswer();
    expect(answer.chunk({ type: 'message_start', message: { usage: {} } })).toEqual([]);
    expect(answer.chunk({ type: 'ping' })).toEqual([]);
    expect(answer.chunk(start({ type: 'text', text: '' }))).toEqual([]);
    expect(answer.chunk(text('Hello'))).toEqual([{ type: 'text', text: 'Hello' }]);
    expect(answer.chunk(text(''))).toEqual([]);
    expect(answer.chunk(stop())).toEqual([]);
    expect(answer.chunk(ended('end_turn'))).toEqual([]);
    expect(answer.isDone).toBe(false);
    expect(answer.chunk(done)).toEqual([]);
    expect(answer.isDone).toBe(true);
    expect(answer.chunk(text('late'))).toEqual([]);
    expect(answer.end(true)).toEqual([{ type: 'finish', reason: 'stop' }]);
  });

  test('Text is read from the start of a block, from string content, and from a complete message inside a stream', () => {
    expect(streamed([start({ type: 'text', text: 'Hel' }), text('lo'), done]).text).toBe('Hello');
    expect(whole({ content: 'Hello', stop_reason: 'end_turn' }).text).toBe('Hello');
    const message = { type: 'message', content: [{ type: 'text', text: 'Hello' }], stop_reason: 'end_turn' };
    expect(streamed([message])).toMatchObject({ text: 'Hello', finish: { reason: 'stop' } });
  });

  test('The input of the provider’s own tools is not added to the calls', () => {
    const searched = [
      start({ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }, 1),
      json('{"q":1}', 1),
    ];
    expect(streamed([...searched, done]).events).toEqual([]);
    expect(streamed([toolUse('f'), json('{}'), ...searched, done]).calls).toEqual(['f {}']);
    expect(streamed([...searched, toolUse('f'), json('{}'), done]).calls).toEqual(['f {}']);
  });

  test('Text is read without a block start and with a wrong index', () => {
    expect(streamed([text('a', 5), text('b', undefined), text('c', 'x'), done]).text).toBe('abc');
  });

  test('Results, citations and the container of the provider’s own tools are reported as extra fields', () => {
    const result = { type: 'web_search_tool_result', tool_use_id: 's', content: [{ title: 'x' }] };
    const citation = { type: 'web_search_result_location', url: 'https://x.test' };
    const {
      extras,
      calls,
      text: said,
    } = streamed([
      start({ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      json('{"query":"x"}'),
      stop(),
      start(result, 1),
      stop(1),
      start({ type: 'text', text: '' }, 2),
      delta({ type: 'citations_delta', citation }, 2),
      text('Hello', 2),
      stop(2),
      ended('pause_turn', { container: { id: 'c' } }),
      done,
    ]);
    expect({ calls, said }).toEqual({ calls: [], said: 'Hello' });
    expect(extras).toEqual([
      { web_search_tool_result: [result] },
      { citations: [citation] },
      { container: { id: 'c' } },
    ]);
  });
});

describe('Reasoning', () => {
  const signed = { type: 'reasoning.text', signature: 's', format: 'anthropic-claude-v1', model: 'm' };

  test('Reasoning is emitted as it arrives, and the complete block with its signature at its end', () => {
    const answer = newAnswer();
    expect(answer.chunk(start({ type: 'thinking', thinking: '', signature: '' }))).toEqual([]);
    expect(answer.chunk(delta({ type: 'thinking_delta', thinking: 'h' }))).toEqual([{ type: 'reasoning', text: 'h' }]);
    expect(answer.chunk(delta({ type: 'thinking_delta', thinking: 'm' }))).toEqual([{ type: 'reasoning', text: 'm' }]);
    expect(answer.chunk(delta({ type: 'signature_delta', signature: 's' }))).toEqual([]);
    const [told, ...more] = answer.chunk(stop());
    expect(told?.type === 'reasoning-blocks' && writeBlocks(told.parts)).toEqual({
      reasoning_details: [{ ...signed, text: 'hm', index: 0 }],
    });
    expect(more).toEqual([]);
  });

  test('Empty and encrypted reasoning emits no text but is kept as blocks', () => {
    const blocks: MessageBlock[] = [
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'text', text: 'Hello' },
    ];
    const details = [
      { ...signed, text: '', index: 0 },
      { type: 'reasoning.encrypted', data: 'd', format: 'anthropic-claude-v1', index: 1, model: 'm' },
    ];
    for (const { reasoning, extras } of [streamed(streamEvents(blocks)), whole({ content: blocks })]) {
      expect(reasoning).toBe('');
      expect(extras).toEqual(details.map((detail) => ({ reasoning_details: [detail] })));
    }
  });

  test('A reasoning block after text is emitted at the end, with the length of the text that follows it', () => {
    const { events, extras } = streamed(
      streamEvents([
        { type: 'text', text: 'Hello' },
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: ', you' },
      ]),
    );
    expect(events.map(({ type }) => type)).toEqual(['text', 'text', 'reasoning', 'text', 'text', 'reasoning-blocks']);
    expect(extras).toMatchObject([{ reasoning_details: [{ text: 'hm', text_behind: 5 }] }]);
  });

  test('A reasoning block without an end is closed when another block starts or the answer ends', () => {
    const begun = [start({ type: 'thinking' }), delta({ type: 'thinking_delta', thinking: 'hm' })];
    const detail = { reasoning_details: [expect.objectContaining({ text: 'hm' })] };
    for (const next of [text('Hello', 1), toolUse('f', {}, 1), start({ type: 'text' }, 1), ended('end_turn')]) {
      const { events, extras } = streamed([...begun, next, done]);
      expect(extras).toEqual([detail]);
      expect(events.findIndex(({ type }) => type === 'reasoning-blocks')).toBe(1);
    }
    expect(streamed([...begun, ...begun, done]).extras).toEqual([detail, detail]);
  });

  test('Reasoning is read without a block start, and a signature without reasoning is ignored', () => {
    expect(streamed([delta({ type: 'thinking_delta', thinking: 'hm' }), done])).toMatchObject({ reasoning: 'hm' });
    expect(streamed([delta({ type: 'signature_delta', signature: 's' }), done]).events).toEqual([]);
    expect(streamed([start({ type: 'redacted_thinking', data: 7 }), done]).events).toEqual([]);
  });
});

describe('Calls', () => {
  test('A call starts with its block, its input follows in pieces, and the complete call comes at the end', () => {
    const chunks = [toolUse('f'), json(''), json('{"a"'), json(':1}'), stop(), ended('tool_use'), done];
    const { events, finish } = streamed(chunks);
    expect(events).toEqual([
      { type: 'call-start', id: 't0', name: 'f', owner: 'gateway' },
      { type: 'call-args', id: 't0', text: '{"a"' },
      { type: 'call-args', id: 't0', text: ':1}' },
      { type: 'call', call: { id: 't0', name: 'f', arguments: '{"a":1}' }, owner: 'gateway' },
    ]);
    expect(finish.reason).toBe('calls');
  });

  test.each<[string, unknown[], string[]]>([
    ['without input', [toolUse('f'), stop(), done], ['f {}']],
    ['with all input in the start', [toolUse('f', { input: { a: 1 } }), stop(), done], ['f {"a":1}']],
    ['with all input in the start and no stop', [toolUse('f', { input: { a: 1 } }), done], ['f {"a":1}']],
    [
      'with the input both in the start and in pieces',
      [toolUse('f', { input: { a: 1 } }), json('{"a":1}'), stop(), done],
      ['f {"a":1}'],
    ],
    ['with the input in the start as text', [toolUse('f', { input: '{"a":1}' }), stop(), done], ['f {"a":1}']],
    ['without an index', [toolUse('f', {}, undefined), json('{}', undefined), done], ['f {}']],
    ['with pieces that have a wrong index', [toolUse('f', {}, 1), json('{"a":1}', 9), done], ['f {"a":1}']],
    [
      'with interleaved pieces of two calls',
      [
        toolUse('f', {}, 0),
        toolUse('g', {}, 1),
        json('{"a"', 0),
        json('{"b"', 1),
        json(':1}', 0),
        json(':2}', 1),
        done,
      ],
      ['f {"a":1}', 'g {"b":2}'],
    ],
    [
      'with one index and one id for all calls',
      [toolUse('f'), json('{"a":1}'), stop(), toolUse('f'), json('{"a":2}'), stop(), done],
      ['f {"a":1}', 'f {"a":2}'],
    ],
    ['without a name, so the call is dropped', [toolUse(undefined), json('{}'), stop(), done], []],
    ['with an empty name, so the call is dropped', [toolUse(''), json('{}'), stop(), done], []],
  ])('Calls of every form are read: %s', (_, chunks, calls) => {
    expect(streamed(chunks).calls).toEqual(calls);
  });

  test('Calls get unique ids even if the server repeats or omits ids', () => {
    const ids = [toolUse('f', { id: 'x' }, 0), toolUse('f', { id: 'x' }, 1), toolUse('f', { id: 7 }, 2), done];
    const calls = streamed(ids).events.flatMap((event) => (event.type === 'call-start' ? [event.id] : []));
    expect(calls).toEqual(['x', 'made0', 'made1']);
  });

  test('The caller of a call that another tool made is kept, and a direct caller is dropped', () => {
    const caller = { type: 'code_execution_20260120', tool_id: 's' };
    const made = (value: object) => streamed([toolUse('f', { caller: value }), done]).events.at(-1);
    expect(made(caller)).toMatchObject({ call: { extra: { messages: { caller } } } });
    expect(made({ type: 'direct' })).toEqual(
      expect.objectContaining({ call: { id: 't0', name: 'f', arguments: '{}' } }),
    );
  });

  test('A tool name that was changed for the protocol is changed back', () => {
    const nameOf = (name: string) => (name === 'a_b_1' ? 'a.b' : name);
    const answer = new MessagesAnswer({ backend: 'up', model: 'm', nameOf });
    expect(answer.chunk(toolUse('a_b_1'))).toMatchObject([{ type: 'call-start', name: 'a.b' }]);
  });

  test('Too many calls and too deeply nested input break the answer', () => {
    const many = Array.from({ length: 1_100 }, (_, index) => toolUse('f', { id: `i${index}` }, index));
    expect(streamed(many).finish.failure).toMatchObject({
      kind: 'upstream-broken',
      reason: expect.stringContaining('1000'),
    });
    const input: unknown = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
    expect(whole({ content: [{ type: 'tool_use', id: 'x', name: 'f', input }] }).finish.failure).toMatchObject({
      kind: 'upstream-broken',
      reason: expect.stringContaining('nested'),
    });
  });
});

describe('The end of an answer', () => {
  const call = [toolUse('f'), json('{}')];
  const cut = [toolUse('f'), json('{"a":')];
  const given = [toolUse('f', { input: { a: 1 } }), stop()];
  test.each<[string, unknown[], string]>([
    ['end_turn', [text('a')], 'stop'],
    ['stop_sequence', [text('a')], 'stop-sequence'],
    ['pause_turn', [text('a')], 'pause'],
    ['max_tokens', [text('a')], 'length'],
    ['model_context_window_exceeded', [text('a')], 'length'],
    ['refusal', [text('a')], 'refusal'],
    ['refusal', call, 'refusal'],
    ['something_new', [text('a')], 'stop'],
    ['something_new', call, 'calls'],
    ['tool_use', [text('a')], 'stop'],
    ['tool_use', call, 'calls'],
    ['end_turn', call, 'calls'],
    ['tool_use', cut, 'length'],
    ['max_tokens', cut, 'length'],
    ['max_tokens', call, 'calls'],
    ['max_tokens', [toolUse('f')], 'length'],
    ['max_tokens', given, 'length'],
    ['model_context_window_exceeded', given, 'length'],
    ['max_tokens', [toolUse('f', { input: { a: 1 } }), json('{"a":1}')], 'calls'],
    ['max_tokens', [toolUse('f', { input: '{"a":1}' }), stop()], 'calls'],
    ['max_tokens', [...given, toolUse('g', {}, 1), json('{}', 1), stop(1)], 'calls'],
    ['tool_use', given, 'calls'],
    ['end_turn', given, 'calls'],
    ['something_new', given, 'calls'],
    ['', call, 'calls'],
    ['', cut, 'length'],
  ])('The stop reason "%s" is combined with the streamed content into a finish reason', (said, chunks, reason) => {
    expect(streamed([...chunks, ended(said), done]).finish.reason).toBe(reason);
  });

  test.each<[string, object, string]>([
    ['max_tokens', { a: 1 }, 'length'],
    ['max_tokens', {}, 'length'],
    ['model_context_window_exceeded', { a: 1 }, 'length'],
    ['tool_use', { a: 1 }, 'calls'],
    ['tool_use', {}, 'calls'],
  ])('A message with the stop reason "%s" and a call with the input %o ends correctly', (said, input, reason) => {
    const first = { type: 'tool_use', id: 't0', name: 'f', input: { b: 2 } };
    const content = [{ type: 'text', text: 'a' }, first, { type: 'tool_use', id: 't1', name: 'f', input }];
    expect(whole({ content, stop_reason: said }).finish.reason).toBe(reason);
    expect(streamed([{ type: 'message', content, stop_reason: said }]).finish.reason).toBe(reason);
  });

  test('A stream that has neither a stop reason nor message_stop ends in a failure', () => {
    expect(streamed([text('a'), ended('end_turn')], false).finish.reason).toBe('stop');
    expect(streamed([text('a'), done]).finish.reason).toBe('stop');
    expect(streamed([text('a')], false).finish.failure).toMatchObject({ kind: 'upstream-broken' });
  });

  test('A stream that is cut before its stop reason ends in a failure without calls', () => {
    const events = streamEvents([
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 'x', name: 'f', input: { a: 1 } },
    ]);
    for (let length = 0; length < events.length; length++) {
      const { finish, calls } = streamed(events.slice(0, length), false);
      const hasReason = length >= events.length - 1;
      expect({ reason: finish.reason, calls: calls.length }).toEqual(
        hasReason ? { reason: 'calls', calls: 1 } : { reason: 'failed', calls: 0 },
      );
    }
  });

  test('The explanation of a refusal is kept', () => {
    const details = { stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' } };
    expect(streamed([ended('refusal', details), done])).toMatchObject({
      finish: { reason: 'refusal', explanation: 'No.' },
    });
  });
});

test('The finish event has the usage, also after a failure', () => {
  const begun = { type: 'message_start', message: { usage: { input_tokens: 11, output_tokens: 1 } } };
  const counted = { ...ended('end_turn'), usage: { output_tokens: 7 } };
  expect(streamed([begun, counted, done]).finish.usage).toEqual({ promptTokens: 11, completionTokens: 7 });
  expect(streamed([begun]).finish).toMatchObject({ reason: 'failed', usage: { promptTokens: 11 } });
});

describe('Errors', () => {
  test.each<[string, number]>([
    ['invalid_request_error', 400],
    ['authentication_error', 401],
    ['billing_error', 402],
    ['permission_error', 403],
    ['not_found_error', 404],
    ['request_too_large', 413],
    ['rate_limit_error', 429],
    ['api_error', 500],
    ['timeout_error', 504],
    ['overloaded_error', 529],
    ['an_unknown_error', 502],
    ['constructor', 502],
  ])('The error type %s is mapped to the status %i', (type, status) => {
    const error = { type: 'error', error: { type, message: 'no' } };
    const failure = { kind: 'upstream-failed', backend: 'up', status, message: 'no' };
    expect(streamed([text('a'), error, text('b')])).toMatchObject({ text: 'a', finish: { reason: 'failed', failure } });
    expect(whole(error).finish.failure).toEqual(failure);
  });

  test.each<[string, unknown, string]>([
    ['without a type', { error: { message: 'no' } }, 'no'],
    ['as a string', { type: 'error', error: 'no' }, 'no'],
    ['with its message at the top level', { type: 'error', message: 'no' }, 'no'],
    ['without a message', { type: 'error' }, 'error'],
    ['as null, with a message at the top level', { type: 'error', error: null, message: 'no' }, 'no'],
  ])('An error ends the answer with a failure: %s', (_, value, message) => {
    expect(streamed([value]).finish.failure).toMatchObject({ kind: 'upstream-failed', status: 502, message });
  });

  test.each<[string, unknown]>([
    ['a list', [1]],
    ['a string', 'x'],
    ['null', null],
    ['a chat completion', { choices: [{ message: { content: 'x' } }] }],
    ['an empty object', {}],
    ['a message with content of a wrong type', { type: 'message', content: 7 }],
  ])('An unstreamed answer that is not a message ends in a failure: %s', (_, value) => {
    expect(whole(value).finish.failure).toMatchObject({ kind: 'upstream-broken' });
  });

  test('Unknown events, and an error that is null, are ignored', () => {
    const { text: said, finish } = streamed([{}, { type: 'new_thing' }, { error: null }, { type: 7 }, text('a'), done]);
    expect({ said, reason: finish.reason }).toEqual({ said: 'a', reason: 'stop' });
  });
});
