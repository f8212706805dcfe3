import fc from 'fast-check';
import { expect } from 'vitest';
import { checkStream } from '../../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../../test/requirements.ts';
import type { Event } from '../../../core/index.ts';
import { ChatAnswer } from './reader.ts';

/** For any server input, the reader never throws, and its events keep the stream contract and can be serialized. */

function expectLawful(sent: readonly unknown[], isWhole: boolean, isDone: boolean): void {
  const chunks = JSON.parse(JSON.stringify(sent)) as unknown[]; // Removes undefined and -0.
  const answer = new ChatAnswer('up');
  const events: Event[] = [];
  for (const chunk of chunks) events.push(...(isWhole ? answer.whole(chunk) : answer.chunk(chunk)));
  events.push(...answer.end(isDone));
  expect(checkStream(events)).toEqual([]);
  expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  expect(events.at(-1)).toMatchObject(answer.failure === undefined ? {} : { failure: answer.failure });
}

const awkward = fc.constantFrom<unknown>(
  ...['', ' ', '0', 'f', '{', '{}', '{"a":1}', '<think>', '</think>', 'stop', 'length', 'error', '\ud800', '\u0000'],
  ...[0, 1, -1, 1.5, 1e308, 429, true, false, null, [], {}, [[]], [null], [{}]],
  { toString: 1, valueOf: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
);
const any = fc.oneof(awkward, fc.jsonValue({ maxDepth: 2 }));

/** The fields of a message; each may be valid, invalid or missing. */
const words = {
  content: any,
  role: any,
  refusal: any,
  reasoning: any,
  reasoning_content: any,
  reasoning_details: any,
  thinking: any,
};
const part = fc.oneof(any, fc.record({ type: fc.oneof(any, fc.constant('thinking')), text: any, thinking: any }));
const named = fc.record({ name: any, arguments: any }, { requiredKeys: [] });
const call = fc.oneof(
  any,
  fc.record({ index: any, id: any, type: any, function: fc.oneof(any, named), name: any }, { requiredKeys: [] }),
);
const message = fc.oneof(
  any,
  fc.record(
    {
      ...words,
      content: fc.oneof(any, fc.array(part, { maxLength: 3 })),
      tool_calls: fc.oneof(any, call, fc.array(call, { maxLength: 3 })),
      function_call: fc.oneof(any, named),
    },
    { requiredKeys: [] },
  ),
);
const choice = fc.oneof(
  any,
  fc.record(
    {
      index: fc.oneof(fc.constant(0), any),
      delta: message,
      message,
      finish_reason: any,
      logprobs: any,
      usage: any,
      error: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: any }),
    },
    { requiredKeys: [] },
  ),
);
const usage = fc.record({ prompt_tokens: any, completion_tokens: any, details: any }, { requiredKeys: [] });
const answer = fc.oneof(
  { weight: 1, arbitrary: any },
  {
    weight: 20,
    arbitrary: fc.record(
      {
        id: any,
        object: any,
        model: any,
        system_fingerprint: any,
        choices: fc.oneof({ weight: 1, arbitrary: any }, { weight: 9, arbitrary: fc.array(choice, { maxLength: 2 }) }),
        usage: fc.oneof(any, usage),
        error: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: any }),
      },
      { requiredKeys: [] },
    ),
  },
);

proves('L10', 'A chat-completions answer may have any value in any field without breaking the stream contract', () => {
  fc.assert(fc.property(fc.array(answer, { maxLength: 8 }), fc.boolean(), fc.boolean(), expectLawful), {
    numRuns: 5_000,
  });
});

proves('L10', 'The fast path for plain text emits the same events as the full path', () => {
  const begun = { choices: [{ index: 0, delta: { content: 'a' } }] };
  const plain = fc.record({ content: fc.string(), role: any, extra: any }, { requiredKeys: ['content'] });
  const nearly = fc.record(
    { index: fc.constant(0), delta: plain, finish_reason: any, logprobs: any },
    { requiredKeys: ['index', 'delta'] },
  );
  const chunk = fc.record(
    { choices: fc.array(nearly, { minLength: 1, maxLength: 2 }), fingerprint: any, usage: any },
    { requiredKeys: ['choices'] },
  );
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 5 }), (chunks) => {
      // A string index is read as well, but only by the full path.
      const long = chunks.map((each) => ({
        ...each,
        choices: each.choices.map((choice) => ({ ...choice, index: '0' })),
      }));
      expect(eventsOf([begun, ...chunks])).toEqual(eventsOf([begun, ...long]));
    }),
    { numRuns: 2_000 },
  );
});

function eventsOf(chunks: readonly unknown[]): readonly Event[] {
  const machine = new ChatAnswer('up', () => 'id');
  return [...chunks.flatMap((chunk) => machine.chunk(chunk)), ...machine.end(true)];
}

const right = [
  {
    id: 'a',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { role: 'assistant', content: '<think>hm' }, logprobs: null, finish_reason: null }],
    system_fingerprint: 'fp',
    usage: null,
  },
  { choices: [{ index: 0, delta: { content: [{ type: 'text', text: '</think>Hello' }] }, finish_reason: null }] },
  {
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{"a"' } }] } }],
  },
  { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] } }] },
  {
    choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  },
];

/** The path of each value in the stream above. */
const places = pathsOf(right);

proves('L10', 'A valid chat-completions stream with one value replaced by any other keeps the stream contract', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), any, fc.boolean(), (place, value, isDone) => {
      expectLawful(replaced(right, place, value) as unknown[], false, isDone);
    }),
    { numRuns: 5_000 },
  );
});

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
