import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect, joined, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import type { Fields, Message, ModelRequest, VisibleTool } from '../../core/index.ts';
import { createPocketBackend } from '../pocket.ts';

const now = new Date(2025, 10, 16, 12, 0);
const pocket = createPocketBackend({ name: 'pocket', now: () => now });

const word = fc.constantFrom(
  ...'read write file path city Vienna 20 3.5 seven from to in and then not "quoted text" bob@example.com https://example.com/ '.split(
    ' ',
  ),
  ...[
    'tomorrow',
    'at 9',
    '2025-01-31',
    '12*7',
    '{"a": 1}',
    '{',
    '"',
    "'",
    'a=b',
    'name:',
    '.',
    '?',
    '\n',
    '天气',
    '__proto__',
    '2d6',
    '9 pm',
    'March 3',
  ],
);
const words = fc.array(word, { maxLength: 24 }).map((list) => list.join(' '));
const anyText = fc.oneof({ weight: 3, arbitrary: words }, fc.string({ unit: 'binary', maxLength: 80 }));
const propertyName = fc.oneof(
  fc.constantFrom(
    'path',
    'city',
    'from',
    'to',
    'at',
    'count',
    'expression',
    'timeZone',
    'labels',
    'email',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 8 }),
);

const { schema } = fc.letrec<{ schema: unknown; properties: Fields }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      { type: 'string' },
      { type: 'integer' },
      { type: 'number', maximum: 1 },
      { type: 'boolean' },
      { type: 'array' },
    ),
    fc.record({
      type: fc.constant('string'),
      format: fc.constantFrom('date', 'date-time', 'time', 'email', 'uri', 'uuid', 'x'),
      description: anyText,
    }),
    fc.record({ enum: fc.array(fc.oneof(word, fc.anything()), { maxLength: 5 }) }),
    fc.record({ const: fc.jsonValue() }),
    fc.constantFrom({ $ref: '#' }, { $ref: '#/properties/path' }, { $ref: '#/__proto__/x' }, { $ref: 'elsewhere' }),
    fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ type: fc.constant('object'), properties: tie('properties'), required: fc.array(propertyName) }),
    fc.anything(),
  ),
  properties: fc.dictionary(propertyName, tie('schema'), { maxKeys: 5, noNullPrototype: false }),
}));

const tool = fc
  .record({
    name: fc.oneof(
      fc.constantFrom('read_file', 'get_weather', 'calculate', 'a', 'constructor'),
      fc.string({ minLength: 1, maxLength: 12 }),
    ),
    description: anyText,
    properties: fc.dictionary(propertyName, schema, { maxKeys: 6 }),
    required: fc.oneof(fc.array(propertyName, { maxLength: 4 }), fc.anything()),
    isOdd: fc.boolean(),
  })
  .map(({ name, description, properties, required, isOdd }): VisibleTool => {
    const parameters = isOdd
      ? { properties: required, required: properties }
      : { type: 'object', properties, required };
    return { name, wireName: name, owner: 'client', description, parameters };
  });

const choice = fc.constantFrom<ModelRequest['choice']>(
  { kind: 'auto' },
  { kind: 'none' },
  { kind: 'required' },
  { kind: 'named', name: 'read_file' },
);

const content = anyText.map((text) => [{ type: 'text', text } as const]);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), content }),
  fc.record({ role: fc.constant('system' as const), content }),
  fc.record({ role: fc.constant('tool' as const), callId: fc.constantFrom('1', '2'), content, isError: fc.boolean() }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: fc.oneof(content, fc.constant([{ type: 'text', text: 'To use x I need "path".' } as const])),
    calls: fc.array(
      fc.record({ id: fc.constantFrom('1', '2'), name: fc.constantFrom('read_file', 'x'), arguments: anyText }),
      { maxLength: 2 },
    ),
  }),
);

const request = fc.record({
  messages: fc.array(message, { maxLength: 6 }),
  tools: fc.array(tool, { maxLength: 6 }),
  choice,
  parallel: fc.boolean(),
});

/** A counterexample that an earlier random run found: a schema that refers to itself. */
const listOfItself: typeof request extends fc.Arbitrary<infer T> ? T : never = {
  messages: [],
  tools: [
    {
      name: 'read_file',
      wireName: 'read_file',
      owner: 'client',
      description: '',
      parameters: {
        type: 'object',
        properties: { path: { type: 'array', items: { $ref: '#/properties/path' } } },
        required: [],
      },
    },
  ],
  choice: { kind: 'named', name: 'read_file' },
  parallel: false,
};

proves(
  'L10',
  'For any messages and schemas, each step of pocket keeps the backend contract and gives the same answer again',
  async () => {
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const { events, finish } = await collect(pocket, given);
        expect(checkStream(events)).toEqual([]);
        expect(finish.failure).toBeUndefined();
        const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
        expect(calls.length > 0 || textOf(events).trim() !== '').toBe(true);
        for (const { name, arguments: args } of calls) {
          expect(given.tools.some((each) => each.name === name)).toBe(true);
          expect(JSON.parse(String(args))).toBeTypeOf('object');
          expect(String(args)).toMatch(/^\{/);
        }
        const again = await collect(pocket, { ...given, tools: [...given.tools], isStreamed: false });
        expect(joined(again.events)).toEqual(joined(events));
      }),
      { numRuns: 400, examples: [[listOfItself]] },
    );
  },
);

proves('L9', 'Every conversation with pocket ends, whatever the tools return', async () => {
  await fc.assert(
    fc.asyncProperty(request, anyText, async (given, outcome) => {
      const messages: Message[] = [...given.messages, { role: 'user', content: [{ type: 'text', text: outcome }] }];
      let steps = 0;
      for (let isOver = false; !isOver; steps++) {
        const { events } = await collect(pocket, { ...given, messages });
        const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
        const told = calls.map(
          ({ id }): Message => ({ role: 'tool', callId: id, content: [{ type: 'text', text: outcome }] }),
        );
        messages.push({ role: 'assistant', content: [], calls }, ...told);
        isOver = calls.length === 0;
        expect(steps).toBeLessThan(10);
      }
    }),
    { numRuns: 200 },
  );
});

describe('Huge inputs', () => {
  const repeated = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));

  test.each([
    ['one endless word', 'x'],
    ['capitals', 'A'],
    ['quotes', '"'],
    ['apostrophes', " 'a"],
    ['braces', '{'],
    ['nested objects', '{"a":'],
    ['parentheses', '(1'],
    ['signs', '1-'],
    ['dots', 'a.'],
    ['at signs', 'a@'],
    ['slashes', 'a/'],
    ['numbers', '1 '],
    ['spelled numbers', 'twenty '],
    ['days', 'tomorrow at '],
    ['months', 'March 3 '],
    ['argument names', 'path '],
    ['colons', 'path:'],
    ['clauses', 'read a and '],
    ['sentences', 'Read it. '],
    ['line breaks', '\n'],
    ['abbreviations', 'Va Vb '],
  ])('Pocket answers in time if a message is a megabyte of %s', async (_, flood) => {
    await inTime(() =>
      collect(pocket, { messages: [said(repeated(flood))], tools: wide, choice: { kind: 'required' } }),
    );
  });

  test('Pocket answers in time if there are 20,000 tools', async () => {
    const tools = Array.from({ length: 20_000 }, (_, place) => ({ ...oneOf(wide), name: `read_file_${place}` }));
    await inTime(() => collect(pocket, { messages: [said('read a file and then read another file')], tools }));
  });

  test('Pocket answers in time if schemas are deeply nested or circular', async () => {
    let deep: Fields = { type: 'number' };
    for (let level = 0; level < 5_000; level++) {
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
      deep = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, deep])), required: names };
    }
    const tool: VisibleTool = {
      name: 'dig',
      wireName: 'dig',
      owner: 'gateway',
      description: 'Digs.',
      parameters: deep,
    };
    const circle = { properties: { a: { $ref: '#/properties/a' } }, required: ['a'] };
    await inTime(() =>
      collect(pocket, { messages: [said('dig 3 4 5')], tools: [tool, { ...tool, parameters: circle }] }),
    );
  });

  test('Pocket keeps the backend contract if a constant in a schema is deeply nested', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const parameters = { type: 'object', properties: { a: { const: deep } }, required: ['a'] };
    const tools: readonly VisibleTool[] = [
      { name: 'dig', wireName: 'dig', owner: 'gateway', description: 'Digs.', parameters },
    ];
    const { events } = await collect(pocket, { messages: [said('dig')], tools });
    expect(checkStream(events)).toEqual([]);
  });

  test('Pocket answers in time if there are 100,000 messages', async () => {
    const asked: Message = {
      role: 'assistant',
      content: [{ type: 'text', text: 'To use x I need "path".' }],
      calls: [],
    };
    const messages = Array.from({ length: 100_000 }, (_, place) => (place % 2 === 0 ? said('read') : asked));
    await inTime(() => collect(pocket, { messages: [...messages, said('a.txt')], tools: wide }));
  });
});

/** More properties of each kind, and more values, than pocket looks at. */
const values = Array.from({ length: 500 }, (_, place) => `V${String.fromCharCode(97 + (place % 26))}${place}`);
const kinds: readonly Fields[] = [
  { enum: values },
  { type: 'number' },
  { type: 'string' },
  { type: 'boolean' },
  { type: 'array', items: { enum: values } },
  { type: 'string', format: 'date' },
];
const properties = Object.fromEntries(
  Array.from({ length: 300 }, (_, place) => [`path ${place} from`, kinds[place % kinds.length]]),
);
const wide: readonly VisibleTool[] = Array.from({ length: 8 }, (_, place) => ({
  name: `read_it_${place}`,
  wireName: `read_it_${place}`,
  owner: 'gateway',
  description: 'Reads a path, and writes it.',
  parameters: { type: 'object', properties, required: Object.keys(properties).slice(0, 100) },
}));

function oneOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('The list is empty.');
  return first;
}

function said(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** Expects the work to end within ten seconds: far more than it needs, but a limit for work that would not end. */
async function inTime(work: () => ReturnType<typeof collect>): Promise<void> {
  const startedAt = performance.now();
  const { finish } = await work();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(finish.failure).toBeUndefined();
}
