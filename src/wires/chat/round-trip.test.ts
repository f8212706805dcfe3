import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { type Fields, isRecord, type Message } from '../../core/index.ts';
import { readMessages, writeMessages } from './message.ts';
import { readChatRequest } from './request.ts';

/** Random messages in every shape that the protocol allows, with hostile strings inside. */

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', ' ', '\r\n', '\u0000', '\ud800', '__proto__', '{"a": 1}', 'data:image/png;base64,AA=='),
);

/** Fields without a neutral type, with any JSON as value; `__proto__` is one of them. */
const others = (...names: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom('__proto__', 'constructor', 'x', ...names), fc.jsonValue({ maxDepth: 1 })), {
      maxLength: 2,
    })
    .map((entries): Fields => Object.fromEntries(entries));

/** Adds other fields to a record. */
const beside = <T extends Fields>(record: fc.Arbitrary<T>, ...names: string[]) =>
  fc.tuple(others(...names), record).map(([more, own]): Fields => ({ ...more, ...own }));

const nested = (type: string, inner: fc.Arbitrary<Fields>) =>
  beside(fc.record({ type: fc.constant(type), [type]: inner }), 'cache_control');

const textPart = beside(fc.record({ type: fc.constant('text'), text }), 'cache_control');
const foreignPart = beside(fc.record({ type: fc.constantFrom('refusal', 'video_url', 'input_text', 'constructor') }));
const part = fc.oneof(
  textPart,
  foreignPart,
  nested('image_url', beside(fc.record({ url: text }), 'detail')),
  nested('input_audio', beside(fc.record({ data: text, format: fc.constantFrom('wav', 'mp3', 'flac', '') }))),
  nested('file', beside(fc.record({ filename: text, file_data: text, file_id: text }, { requiredKeys: [] }))),
);

const contentOf = (parts: fc.Arbitrary<Fields>) => fc.oneof(text, fc.constant(null), fc.array(parts, { maxLength: 3 }));

const callOf = fc.record({ name: text.filter((name) => name !== '') }).chain(({ name }) =>
  fc.record(
    {
      name: fc.constant(name),
      arguments: fc.oneof(text, fc.constant(null), fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))),
    },
    { requiredKeys: ['name'] },
  ),
);
const call = beside(
  fc.record({ id: text, type: fc.constant('function'), function: callOf }, { requiredKeys: ['function'] }),
  'extra_content',
);

const spoken = beside(
  fc.record({ role: fc.constantFrom('system', 'developer', 'user'), content: contentOf(part) }),
  'name',
);
/** Reasoning blocks, also as several pieces with one index. */
const detail = fc.record(
  {
    type: fc.constantFrom('reasoning.text', 'reasoning.encrypted', 'x'),
    format: fc.constantFrom('anthropic-claude-v1', 'x'),
    text: fc.oneof(text, fc.constant(null)),
    signature: fc.oneof(text, fc.constant(null)),
    data: text,
    index: fc.constantFrom(0, 1, null),
    model: fc.constantFrom('a', 'b'),
    calls_before: fc.nat(2),
  },
  { requiredKeys: [] },
);
const answered = beside(
  fc.record(
    {
      role: fc.constant('assistant'),
      content: contentOf(part),
      tool_calls: fc.oneof(fc.constant(null), fc.array(call, { maxLength: 3 })),
      reasoning_details: fc.array(fc.oneof(detail, fc.jsonValue({ maxDepth: 1 })), { maxLength: 5 }),
      thinking: fc.oneof(text, fc.constant(null)),
    },
    { requiredKeys: ['role'] },
  ),
  'name',
  'refusal',
  'reasoning_content',
  'reasoning',
  'thinking_blocks',
);
const outcome = beside(
  fc.record(
    {
      role: fc.constant('tool'),
      tool_call_id: text,
      name: text,
      content: contentOf(fc.oneof(textPart, foreignPart)),
    },
    { requiredKeys: ['role', 'content'] },
  ),
  'cache_control',
);

const anyMessages = fc.array(fc.oneof(spoken, answered, outcome), { minLength: 1, maxLength: 4 });

function read(messages: readonly unknown[]): readonly Message[] {
  const result = readMessages(messages);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

describe('Reading and writing messages', () => {
  test('Messages that are read and written again are equivalent, with every string unchanged', () => {
    fc.assert(
      fc.property(anyMessages, (messages) => {
        const written = writeMessages(read(messages));
        expect(canonical(written)).toBe(canonical(messages));
      }),
      { numRuns: 2_000 },
    );
  });

  test('Written messages are byte-identical after another read and write', () => {
    fc.assert(
      fc.property(anyMessages, (messages) => {
        const once = writeMessages(read(messages));
        expect(JSON.stringify(writeMessages(read(once)))).toBe(JSON.stringify(once));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Normalizes all spellings that mean the same in the protocol, independently of the code under test. */
function canonical(messages: readonly Fields[]): string {
  return JSON.stringify(
    messages.map(({ role, content, tool_calls: calls, tool_call_id: id, ...others }) => {
      const list = typeof content === 'string' ? [{ type: 'text', text: content }] : ((content ?? []) as Fields[]);
      return {
        ...others,
        role,
        id: id ?? '',
        content: list.filter(
          ({ type, text, ...more }) => type !== 'text' || text !== '' || Object.keys(more).length > 0,
        ),
        calls: ((calls ?? []) as { id?: string; function: { name: string; arguments: unknown } }[]).map((call) => ({
          ...call,
          id: call.id ?? '',
          type: 'function',
          function: { name: call.function.name, arguments: argumentsOf(call.function.arguments) },
        })),
      };
    }),
    sortMembers,
  );
}

const argumentsOf = (given: unknown) => (typeof given === 'string' ? given || '{}' : JSON.stringify(given ?? {}));

function sortMembers(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('Malformed requests', () => {
  const bounds = { clientTools: 10, bodyValues: 1_000 };

  /** Field names for random bodies that are close enough to a request to reach every reader, and invalid in many ways. */
  const members = [
    'model|messages|tools|tool_choice|parallel_tool_calls|stream|stream_options|context|n|functions|function_call',
    'role|content|tool_calls|tool_call_id|name|type|function|arguments|id|text|image_url|url|input_audio|file',
    'data|format|filename|value|description|parameters|include_usage|__proto__|constructor|toJSON',
  ].flatMap((names) => names.split('|'));
  const word = fc.constantFrom(
    'user',
    'assistant',
    'tool',
    'function',
    'text',
    'image_url',
    'input_audio',
    'file',
    'x',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'medium' }, fc.jsonValue({ maxDepth: 1 }), word, tie('list'), tie('record')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    record: fc
      .array(fc.tuple(fc.constantFrom(...members), tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  }));
  const valid = { messages: [{ role: 'user', content: 'Hi' }] };

  proves('L10', 'A random body is read, or refused with the field at fault, and never crashes the reader', () => {
    fc.assert(
      fc.property(fc.oneof(value, fc.tuple(fc.constantFrom(...members), value)), (random) => {
        const isMember = Array.isArray(random) && random.length === 2 && typeof random[0] === 'string';
        const body = isMember ? { ...valid, [random[0]]: random[1] } : random;
        const result = readChatRequest(body, 'key', bounds);
        if (!result.ok) expect(result.failure.message).toContain(result.failure.param);
        else expect(() => JSON.stringify(writeMessages(result.ask.messages))).not.toThrow();
      }),
      { numRuns: 5_000 },
    );
  });

  proves(
    'L10',
    'A valid message with one value replaced by any other is read, or refused with the field at fault',
    () => {
      fc.assert(
        fc.property(anyMessages, fc.nat(), value, (messages, place, surprise) => {
          const body = { messages: replaced(messages, place, surprise) };
          const result = readChatRequest(JSON.parse(JSON.stringify(body)), 'key', bounds);
          if (!result.ok) expect(result.failure.message).toContain(result.failure.param);
          else expect(() => JSON.stringify(writeMessages(result.ask.messages))).not.toThrow();
        }),
        { numRuns: 5_000 },
      );
    },
  );
});

/** Returns the value with its n-th nested value replaced. */
function replaced(whole: unknown, place: number, surprise: unknown): unknown {
  let parts = 0;
  JSON.stringify(whole, (_, part: unknown) => {
    parts++;
    return part;
  });
  let left = place % parts;
  return JSON.parse(JSON.stringify(whole), (_, part: unknown) => (left-- === 0 ? surprise : part)) as unknown;
}
