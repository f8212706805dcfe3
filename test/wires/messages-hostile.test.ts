import fc from 'fast-check';
import { expect } from 'vitest';
import type { Event } from '../../src/core/index.ts';
import { AnswerText } from '../../src/models/http/answer-text.ts';
import { MessagesAnswer } from '../../src/wires/messages/answer/reader.ts';
import { checkStream } from '../contracts/models/stream-law.ts';
import { eventText, type MessageEvent, streamEvents } from '../messages.ts';
import { proves } from '../requirements.ts';

/** For any server input, the reader never throws, and its events keep the stream contract and can be serialized. */

const newAnswer = () => new MessagesAnswer({ backend: 'up', model: 'm' });

function expectLawful(sent: readonly unknown[], isWhole: boolean, isDone: boolean): void {
  const chunks = JSON.parse(JSON.stringify(sent)) as unknown[]; // Removes undefined and -0.
  const answer = newAnswer();
  const events: Event[] = [];
  for (const chunk of chunks) events.push(...(isWhole ? answer.whole(chunk) : answer.chunk(chunk)));
  events.push(...answer.end(isDone));
  expect(checkStream(events)).toEqual([]);
  expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  expect(events.at(-1)).toMatchObject(answer.failure === undefined ? {} : { failure: answer.failure });
}

const awkward = fc.constantFrom<unknown>(
  ...['', ' ', '0', 'f', '{', '{}', '{"a":1}', 'tool_use', 'max_tokens', 'refusal', 'error', '\ud800', '\u0000'],
  ...[0, 1, -1, 1.5, 1e308, 429, true, false, null, [], {}, [[]], [null], [{}]],
  { toString: 1, valueOf: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
);
const any = fc.oneof(awkward, fc.jsonValue({ maxDepth: 2 }));
const nearly = (words: readonly string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom<unknown>(...words) }, { weight: 1, arbitrary: any });

const block = fc.record(
  {
    type: nearly(['text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'web_search_tool_result']),
    text: any,
    thinking: any,
    signature: any,
    data: any,
    id: any,
    name: fc.oneof(fc.constant('f'), any),
    input: any,
    caller: any,
    citations: any,
  },
  { requiredKeys: ['type'] },
);
const delta = fc.record(
  {
    type: nearly(['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta', 'citations_delta']),
    text: any,
    thinking: any,
    signature: any,
    partial_json: any,
    citation: any,
    stop_reason: any,
    stop_details: any,
    container: any,
  },
  { requiredKeys: ['type'] },
);
const usage = fc.record(
  { input_tokens: any, output_tokens: any, cache_read_input_tokens: any, output_tokens_details: any },
  { requiredKeys: [] },
);
const types = ['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta'];
const anyEvent = fc.oneof(
  { weight: 1, arbitrary: any },
  {
    weight: 20,
    arbitrary: fc.record(
      {
        type: nearly([...types, ...types, 'message', 'ping', 'message_stop']),
        index: fc.oneof(fc.nat(3), any),
        content_block: fc.oneof({ weight: 9, arbitrary: block }, any),
        delta: fc.oneof({ weight: 9, arbitrary: delta }, any),
        content: fc.oneof(any, fc.array(block, { maxLength: 4 })),
        message: any,
        usage: fc.oneof(any, usage),
        error: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, any),
      },
      { requiredKeys: ['type'] },
    ),
  },
);

proves('L10', 'A Messages answer may have any value in any field without breaking the stream contract', () => {
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 10 }), fc.boolean(), fc.boolean(), expectLawful), {
    numRuns: 1_500,
  });
});

const right = streamEvents([
  { type: 'thinking', thinking: 'hm', signature: 's' },
  { type: 'text', text: 'Hello' },
  { type: 'redacted_thinking', data: 'd' },
  { type: 'tool_use', id: 'x', name: 'f', input: { a: 1 } },
]);

proves('L10', 'A valid Messages stream with one value replaced by any other keeps the stream contract', () => {
  fc.assert(
    fc.property(fc.constantFrom(...pathsOf(right)), any, fc.boolean(), (place, value, isDone) => {
      expectLawful(replaced(right, place, value) as unknown[], false, isDone);
    }),
    { numRuns: 1_500 },
  );
});

/** Text of events that are nearly all alike, where the fast path could go wrong. */
const said = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    'text_delta',
    '"',
    '\\',
    '\n\ndata: [DONE]',
    '"}}',
    '","type":"thinking_delta"',
    '\u2028',
    '\ud800',
    '',
  ),
);
const usual = fc.record({
  text: said,
  index: fc.constantFrom(0, 0, 0, 0, 1),
  beside: fc.constantFrom({}, {}, {}, {}, { p: 'abc' }, { type: 'ping' }, { error: { message: 'no' } }),
  inside: fc.constantFrom({}, {}, {}, {}, { type: 'thinking_delta', thinking: 'hm' }, { citation: null }),
});
const between = fc.constantFrom<MessageEvent>(
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_start', index: 1, content_block: { type: 'thinking', thinking: '', signature: 's' } },
  { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'd' } },
  { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', name: 'f', id: 'x', input: {} } },
  { type: 'content_block_delta', index: 1, delta: { type: 'thinking_delta', thinking: 'hm' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{}' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
  { type: 'error', error: { type: 'api_error', message: 'no' } },
);
const anyStream = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: usual.map(({ text, index, beside, inside }): MessageEvent => {
        return { type: 'content_block_delta', index, delta: { type: 'text_delta', text, ...inside }, ...beside };
      }),
    },
    { weight: 1, arbitrary: between },
  ),
  { minLength: 1, maxLength: 30 },
);

proves('L3', 'Messages: the fast path for events of one shape emits the same events as reading each of them', () => {
  fc.assert(
    fc.property(anyStream, fc.boolean(), (stream, isEscaped) => {
      const texts = stream.map((event) => (isEscaped ? escaped(eventText(event)) : eventText(event)));
      const shortcut = new AnswerText({ backend: 'up', machine: sameIds(), framing: 'events', eventBytes: 1e6 });
      const events = [...shortcut.push(texts.join('')), ...shortcut.end()];
      const machine = sameIds();
      const long: Event[] = [];
      for (const event of stream) {
        if (!machine.isDone && machine.failure === undefined) long.push(...machine.chunk(event));
      }
      expect(events).toEqual([...long, ...machine.end(machine.isDone)]);
    }),
    { numRuns: 2_000 },
  );
});

function sameIds(): MessagesAnswer {
  let made = 0;
  return new MessagesAnswer({ backend: 'up', model: 'm', newId: () => `made${made++}` });
}

function escaped(text: string): string {
  return text.replace(/[^ -~\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the path of each value in a stream. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...pathsOf(inner).map((path) => [name, ...path])]);
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const entries = Object.entries(value as object).map(([each, inner]) => [
    each,
    each === name ? replaced(inner, rest, by) : inner,
  ]);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
