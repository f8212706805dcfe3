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
/** What becomes of a property. */
const part = (schema: unknown) => (boundSchema(closed({ a: schema }))?.properties as Fields | undefined)?.a;

describe('a schema that answers are bound to', () => {
  test.each<[string, unknown, unknown]>([
    ['a bound', { type: 'integer', minimum: 1 }, { type: 'integer', description: '(minimum: 1)' }],
    [
      'a length',
      { type: 'string', description: 'A name.', maxLength: 9 },
      { type: 'string', description: 'A name. (maxLength: 9)' },
    ],
    ['a pattern', { type: 'string', pattern: '^a' }, { type: 'string', description: '(pattern: ^a)' }],
    ['a format that is known', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['another format', { type: 'string', format: 'color' }, { type: 'string', description: '(format: "color")' }],
    [
      'a format of numbers',
      { type: 'integer', format: 'int32' },
      { type: 'integer', description: '(format: "int32")' },
    ],
    ['one item at least', { type: 'array', items: {}, minItems: 1 }, { type: 'array', items: {}, minItems: 1 }],
    [
      'more items',
      { type: 'array', minItems: 2, maxItems: 3 },
      { type: 'array', description: '(maxItems: 3) (minItems: 2)' },
    ],
    [
      'alternatives',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    ['plain values', { enum: ['a', 1, true, null] }, { enum: ['a', 1, true, null] }],
    ['values that are not plain', { enum: [{ a: 1 }] }, { description: '(enum: [{"a":1}])' }],
    ['a value', { const: 'a' }, { const: 'a' }],
    ['a value that is not plain', { const: [1] }, { description: '(const: [1])' }],
    ['an object or nothing', { type: ['object', 'null'] }, { type: ['object', 'null'], additionalProperties: false }],
    ['an open object', { type: 'object', properties: {} }, closed({})],
    [
      'an object of anything',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', additionalProperties: false },
    ],
    ['an object in an alternative', { anyOf: [{ type: 'object', properties: {} }] }, { anyOf: [closed({})] }],
    [
      'an object in a list',
      { type: 'array', items: { properties: {} } },
      { type: 'array', items: { properties: {}, additionalProperties: false } },
    ],
    ['what must all hold', { allOf: [{ type: 'string' }, { description: 'd' }] }, { type: 'string', description: 'd' }],
    ['a default', { type: 'string', default: 'x' }, { type: 'string', description: '(default: "x")' }],
  ])('%s', (_, given, expected) => {
    expect(part(given)).toEqual(expected);
  });

  test('keeps its references, each by itself', () => {
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
    ['into itself', closed({ a: { $ref: '#' } })],
    ['into a part of itself', closed({ a: { $ref: '#/$defs/b' } }, { $defs: { b: { items: { $ref: '#/$defs/b' } } } })],
    [
      'round a corner',
      closed({}, { $defs: { b: { items: { $ref: '#/$defs/c' } }, c: { anyOf: [{ $ref: '#/$defs/b' }] } } }),
    ],
  ])('is none where it leads back %s', (_, schema) => {
    expect(boundSchema(schema)).toBeUndefined();
    expect(isBound(schema)).toBe(false);
  });

  test('may lead to the same place twice', () => {
    const schema = closed({ a: { $ref: '#/$defs/b' }, c: { $ref: '#/$defs/b' } }, { $defs: { b: { type: 'string' } } });
    expect(boundSchema(schema)).toBe(schema);
  });
});

describe('a strict tool', () => {
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
    ['that is bound already', closed({ q: { type: 'string', format: 'date' } }, { required: ['q'] }), true],
    ['that names its draft', closed({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }), true],
    ['that is open', { type: 'object', properties: {} }, undefined],
    ['that is open within', closed({ a: { type: 'object', properties: {} } }), undefined],
    ['with a bound', closed({ n: { type: 'integer', minimum: 1 } }), undefined],
    ['with a length', closed({ s: { type: 'string', maxLength: 5 } }), undefined],
    ['with exact alternatives', closed({ s: { oneOf: [{ type: 'string' }] } }), undefined],
    ['that leads back into itself', closed({ next: { $ref: '#' } }), undefined],
  ])('%s', (_, parameters, strict) => {
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

test('the provider’s own SDK would drop nothing more of it, and once bound it stays as it is', () => {
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

/** The SDK leaves out a type beside values and alternatives; both are understood. */
function withoutTypes(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, inner) => (name === 'type' && typeof inner === 'string' ? undefined : inner)),
  );
}

proves(
  'L9',
  'Messages: a schema of any depth, and one of any number of references, is bound in linear time or not at all',
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
    expect(performance.now() - began).toBeLessThan(10_000); // each way by itself would be 20 to the power of 100
  },
);
