import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Fields } from '../../core/index.ts';
import { boundSchema, isBound } from './bound-schema.ts';
import { writeMessagesRequest } from './request.ts';

const closed = (properties: Fields, more: Fields = {}): Fields => ({
  type: 'object',
  properties,
  ...more,
  additionalProperties: false,
});
/** Binds a schema with one property and returns that property. */
const part = (schema: unknown) => (boundSchema(closed({ a: schema }))?.properties as Fields | undefined)?.a;

describe('boundSchema', () => {
  test.each<[string, unknown, unknown]>([
    ['a minimum becomes text', { type: 'integer', minimum: 1 }, { type: 'integer', description: '(minimum: 1)' }],
    [
      'a maximum length becomes text after the description',
      { type: 'string', description: 'A name.', maxLength: 9 },
      { type: 'string', description: 'A name. (maxLength: 9)' },
    ],
    ['a pattern becomes text', { type: 'string', pattern: '^a' }, { type: 'string', description: '(pattern: ^a)' }],
    ['a supported format stays', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'an unsupported format becomes text',
      { type: 'string', format: 'color' },
      { type: 'string', description: '(format: "color")' },
    ],
    [
      'a number format becomes text',
      { type: 'integer', format: 'int32' },
      { type: 'integer', description: '(format: "int32")' },
    ],
    [
      'a minimum of one item stays',
      { type: 'array', items: {}, minItems: 1 },
      { type: 'array', items: {}, minItems: 1 },
    ],
    [
      'other item limits become text',
      { type: 'array', minItems: 2, maxItems: 3 },
      { type: 'array', description: '(maxItems: 3) (minItems: 2)' },
    ],
    [
      'oneOf becomes anyOf',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    ['an enum of plain values stays', { enum: ['a', 1, true, null] }, { enum: ['a', 1, true, null] }],
    ['an enum of objects becomes text', { enum: [{ a: 1 }] }, { description: '(enum: [{"a":1}])' }],
    ['a plain const stays', { const: 'a' }, { const: 'a' }],
    ['a list as const becomes text', { const: [1] }, { description: '(const: [1])' }],
    [
      'a nullable object is closed',
      { type: ['object', 'null'] },
      { type: ['object', 'null'], additionalProperties: false },
    ],
    ['an open object is closed', { type: 'object', properties: {} }, closed({})],
    [
      'an object with additional properties is closed',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', additionalProperties: false },
    ],
    ['an object in an alternative is closed', { anyOf: [{ type: 'object', properties: {} }] }, { anyOf: [closed({})] }],
    [
      'an object in a list is closed',
      { type: 'array', items: { properties: {} } },
      { type: 'array', items: { properties: {}, additionalProperties: false } },
    ],
    [
      'the parts of allOf are merged',
      { allOf: [{ type: 'string' }, { description: 'd' }] },
      { type: 'string', description: 'd' },
    ],
    ['a default becomes text', { type: 'string', default: 'x' }, { type: 'string', description: '(default: "x")' }],
  ])('A schema is fitted to structured output: %s', (_, given, expected) => {
    expect(part(given)).toEqual(expected);
  });

  test('References are kept, and a reference with other keywords beside it moves into anyOf', () => {
    const schema = closed(
      { a: { $ref: '#/$defs/b' }, c: { $ref: '#/$defs/b', description: 'd' } },
      { $defs: { b: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } } } },
    );
    expect(boundSchema(schema)).toEqual(
      closed(
        { a: { $ref: '#/$defs/b' }, c: { anyOf: [{ $ref: '#/$defs/b' }], description: 'd' } },
        { $defs: { b: closed({ n: { type: 'integer', description: '(minimum: 1)' } }) } },
      ),
    );
  });

  test.each<[string, Fields]>([
    ['to itself', closed({ a: { $ref: '#' } })],
    [
      'to a definition from inside that definition',
      closed({ a: { $ref: '#/$defs/b' } }, { $defs: { b: { items: { $ref: '#/$defs/b' } } } }),
    ],
    [
      'through a second definition',
      closed({}, { $defs: { b: { items: { $ref: '#/$defs/c' } }, c: { anyOf: [{ $ref: '#/$defs/b' }] } } }),
    ],
  ])('A schema that refers back %s cannot be bound', (_, schema) => {
    expect(boundSchema(schema)).toBeUndefined();
    expect(isBound(schema)).toBe(false);
  });

  test('A schema with two references to the same definition is bound', () => {
    const schema = closed({ a: { $ref: '#/$defs/b' }, c: { $ref: '#/$defs/b' } }, { $defs: { b: { type: 'string' } } });
    expect(boundSchema(schema)).toBe(schema);
  });
});

describe('Strict tools', () => {
  const strictOf = (parameters: Fields) => {
    const tools = [
      {
        name: 'f',
        wireName: 'f',
        owner: 'client' as const,
        description: '',
        parameters,
        extra: { messages: { strict: true } },
      },
    ];
    const request = { model: 'claude-sonnet-4-5', messages: [], tools, isStreamed: true, sampling: {} };
    const [only] = writeMessagesRequest({ ...request, choice: { kind: 'auto' } }).body.tools as Fields[];
    expect(only?.input_schema).toEqual(parameters);
    return only?.strict;
  };

  test.each<[string, Fields, true | undefined]>([
    ['a schema that is already bound', closed({ q: { type: 'string', format: 'date' } }, { required: ['q'] }), true],
    ['a schema that names its draft', closed({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }), true],
    ['an open object', { type: 'object', properties: {} }, undefined],
    ['an open object inside a closed one', closed({ a: { type: 'object', properties: {} } }), undefined],
    ['a minimum', closed({ n: { type: 'integer', minimum: 1 } }), undefined],
    ['a maximum length', closed({ s: { type: 'string', maxLength: 5 } }), undefined],
    ['oneOf', closed({ s: { oneOf: [{ type: 'string' }] } }), undefined],
    ['a recursive reference', closed({ next: { $ref: '#' } }), undefined],
  ])('The strict flag of a tool is kept only if its schema needs no changes: %s', (_, parameters, strict) => {
    expect(strictOf(parameters)).toBe(strict);
  });
});

const scalar = fc.constantFrom<Fields>(
  { type: 'string' },
  { type: 'string', format: 'uuid' },
  { type: 'string', format: 'x', maxLength: 3, pattern: 'a+' },
  { type: 'integer', minimum: 1, exclusiveMaximum: 9 },
  { enum: ['a', 'b'] },
  { const: 1 },
);
const { schema } = fc.letrec<{ schema: Fields }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '$ref', 'type'), tie('schema'), { maxKeys: 3 }),
      additionalProperties: fc.constantFrom<unknown>(true, false, {}, { type: 'string' }),
    }),
  ),
}));

test('The SDK of the provider would not change a bound schema, and binding it again returns the same object', () => {
  fc.assert(
    fc.property(schema, (given) => {
      const bound = boundSchema({ type: 'object', properties: { it: given } });
      if (bound === undefined) throw new Error('it has no references');
      expect(boundSchema(bound)).toBe(bound);
      expect(withoutTypes(transformJSONSchema(bound))).toEqual(withoutTypes(bound));
    }),
    { numRuns: 500 },
  );
});

/** The SDK omits `type` beside enum, const and anyOf. The API accepts both forms, so types are not compared. */
function withoutTypes(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, inner) => (name === 'type' && typeof inner === 'string' ? undefined : inner)),
  );
}

proves(
  'L9',
  'Messages: very deep schemas and very long reference chains are not bound, and heavy reference sharing takes bounded time',
  () => {
    const tower = JSON.parse(`${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as Fields;
    expect(boundSchema(tower)).toBeUndefined();
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, place) => [`d${place}`, { items: { $ref: `#/$defs/d${place + 1}` } }]),
    );
    expect(boundSchema({ $ref: '#/$defs/d0', $defs: chain })).toBeUndefined();
    const fan = Object.fromEntries(
      Array.from({ length: 100 }, (_, place) => [
        `d${place}`,
        { anyOf: Array.from({ length: 20 }, () => ({ $ref: `#/$defs/d${place + 1}` })) },
      ]),
    );
    const began = performance.now();
    boundSchema({ $ref: '#/$defs/d0', $defs: { ...fan, d100: { type: 'string' } } });
    expect(performance.now() - began).toBeLessThan(10_000); // Following each path separately would take 20^100 steps.
  },
);
