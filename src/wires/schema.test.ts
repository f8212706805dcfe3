import { describe, expect, test } from 'vitest';
import type { Fields, VisibleTool } from '../core/index.ts';
import { anthropicSchemas, geminiSchemas, grammarSchemas, narrowSchema, narrowTool, ollamaSchemas } from './schema.ts';

const top = (properties: Fields, more: Fields = {}): Fields => ({ type: 'object', properties, ...more });

/** What becomes of one property. */
const property = (schema: unknown, rules = ollamaSchemas, more: Fields = {}): unknown =>
  Object(narrowSchema(top({ it: schema }, more), rules).properties).it;

describe('a schema within the rules', () => {
  test('is returned as it is', () => {
    const schema = top({ city: { type: 'string', description: 'Where' } }, { required: ['city'] });
    for (const rules of [anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas]) {
      expect(narrowSchema(schema, rules)).toBe(schema);
    }
  });

  test('may have references, old names and all the rest where the provider reads them', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { node: { $ref: '#/$defs/node' }, when: { type: 'string', format: 'date-time', 'x-own': 1 } },
      not: { required: ['a'] },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    expect(narrowSchema(schema, anthropicSchemas)).toBe(schema);
  });

  test('and one that is not is narrowed once', () => {
    const schema = top({ a: { const: 1 } });
    expect(narrowSchema(schema, ollamaSchemas)).toBe(narrowSchema(schema, ollamaSchemas));
    expect(narrowSchema(schema, ollamaSchemas)).not.toBe(narrowSchema(schema, geminiSchemas));
  });
});

describe('a keyword that does not pass', () => {
  test.each<[string, Fields, Fields]>([
    ['stands in the description', { type: 'integer', minimum: 1 }, { type: 'integer', description: '(minimum: 1)' }],
    [
      'stands behind the words that are there',
      { type: 'string', description: 'A day.', format: 'date', maxLength: 10 },
      { type: 'string', description: 'A day. (format: date; maxLength: 10)' },
    ],
    [
      'is said as JSON when it is one',
      { type: 'object', patternProperties: { '^x': { type: 'string' } } },
      { type: 'object', description: '(patternProperties: {"^x":{"type":"string"}})' },
    ],
    [
      'is said with what it refers to',
      { type: 'object', additionalProperties: { $ref: '#/$defs/point' } },
      { type: 'object', description: '(other properties: {"type":"object","properties":{"x":{"type":"number"}}})' },
    ],
    [
      'is not said when it constrains nothing',
      { type: 'object', $comment: 'x', additionalProperties: true },
      { type: 'object' },
    ],
    ['is not said when it is the name once more', { title: 'It', type: 'string' }, { type: 'string' }],
    ['is said by another: const', { const: 'a' }, { enum: ['a'] }],
    [
      'is said by another: oneOf',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'is said by another: a tuple is a list of what its places hold',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        description: '(prefixItems: [{"type":"string"},{"type":"number"}])',
      },
    ],
    [
      'is drawn in: allOf',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { required: ['a'], properties: { a: { enum: ['x'] } } },
        ],
      },
      { type: 'object', properties: { a: { type: 'string', enum: ['x'] } }, required: ['a'] },
    ],
    [
      'is said where the two have no word for both',
      { allOf: [{ type: 'string', pattern: '^a' }, { type: 'number' }] },
      { type: 'string', description: '(type: "number"; pattern: ^a)' },
    ],
    ['a schema that is a boolean is an open one', { type: 'array', items: true }, { type: 'array', items: {} }],
  ])('%s', (_, schema, narrowed) => {
    const $defs = { point: { type: 'object', properties: { x: { type: 'number' } } } };
    expect(property(schema, ollamaSchemas, { $defs })).toEqual(narrowed);
  });

  test('says no more than a few thousand letters', () => {
    const { description } = Object(property({ const: 'x'.repeat(100_000), enum: ['y'] }));
    expect(description).toHaveLength(4_001);
    expect(description).toMatch(/…$/);
  });
});

describe('references in place', () => {
  test.each<[string, string, unknown]>([
    ['to a definition', '#/$defs/leaf', { type: 'string' }],
    ['to an old definition', '#/definitions/old', { type: 'number' }],
    ['to any part', '#/properties/list/items', { type: 'boolean' }],
    ['with escapes', '#/$defs/a~1b%20~0c', { type: 'integer' }],
    ['to the whole', '#', { type: 'object', description: '(the same as the whole)' }],
    ['to nothing', '#/$defs/none', { description: '(as defined by #/$defs/none)' }],
    ['to a stranger', 'https://schemas.test/x.json', { description: '(as defined by https://schemas.test/x.json)' }],
    ['to an inherited name', '#/constructor', { description: '(as defined by #/constructor)' }],
  ])('%s', (_, $ref, narrowed) => {
    const more = {
      $defs: { leaf: { type: 'string' }, 'a/b ~c': { type: 'integer' } },
      definitions: { old: { type: 'number' } },
    };
    const schema = top({ it: { $ref }, list: { type: 'array', items: { type: 'boolean' } } }, more);
    const { it } = Object(narrowSchema(schema, ollamaSchemas).properties);
    if ($ref === '#') expect(it.properties.it).toEqual(narrowed);
    else expect(it).toEqual(narrowed);
  });

  test('keep what stands beside them', () => {
    const $defs = { unit: { type: 'string', enum: ['c', 'f'], description: 'A unit.' } };
    expect(property({ $ref: '#/$defs/unit', description: 'Of the answer.' }, ollamaSchemas, { $defs })).toEqual({
      type: 'string',
      enum: ['c', 'f'],
      description: 'Of the answer. A unit.',
    });
  });

  test('within a schema with an id of its own mean the parts of that one, which are not looked for', () => {
    const $defs = { part: { type: 'string' }, own: { $id: 'own.json', properties: { a: { $ref: '#/$defs/part' } } } };
    expect(property({ $ref: '#/$defs/own' }, ollamaSchemas, { $defs })).toEqual({
      properties: { a: { description: '(as defined by #/$defs/part)' } },
    });
  });

  test('end where they begin again', () => {
    const $defs = { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: {} } } };
    expect(property({ $ref: '#/$defs/node' }, ollamaSchemas, { $defs })).toEqual({
      type: 'object',
      properties: { next: { type: 'object', description: '(the same as node)' }, value: {} },
    });
  });
});

describe('a plain top', () => {
  test('has the type that it lacks, and nothing else changes', () => {
    expect(narrowSchema({ properties: { a: {} } }, anthropicSchemas)).toEqual({
      type: 'object',
      properties: { a: {} },
    });
    expect(narrowSchema({ type: ['object', 'null'] }, anthropicSchemas)).toEqual({ type: 'object' });
    expect(narrowSchema({}, ollamaSchemas)).toEqual({ type: 'object', properties: {} });
  });

  test('keeps required sets in words', () => {
    const properties = { name: { type: 'string' }, id: { type: 'integer' } };
    expect(
      narrowSchema(top(properties, { anyOf: [{ required: ['name'] }, { required: ['id'] }] }), anthropicSchemas),
    ).toEqual(top(properties, { description: 'Give at least one of these sets: (name), (id).' }));
  });

  test('has the properties of all alternatives, and requires what all of them require', () => {
    const circle = {
      type: 'object',
      description: 'A circle.',
      properties: { kind: { const: 'circle' }, radius: { type: 'number' }, note: { type: 'string' } },
      required: ['kind', 'radius'],
      additionalProperties: false,
    };
    const square = {
      properties: { kind: { const: 'square' }, side: { type: 'number' }, note: { type: 'string' } },
      required: ['kind'],
      minProperties: 2,
      additionalProperties: false,
    };
    const $defs = { circle };
    expect(
      narrowSchema({ oneOf: [{ $ref: '#/$defs/circle' }, square, { type: 'null' }], $defs }, anthropicSchemas),
    ).toEqual({
      type: 'object',
      $defs,
      properties: {
        kind: { enum: ['circle', 'square'] },
        radius: { type: 'number' },
        note: { type: 'string' },
        side: { type: 'number' },
      },
      required: ['kind'],
      additionalProperties: false,
      description:
        'Give exactly one of these sets: (kind: "circle", radius, "A circle."), (kind: "square", side?, {"minProperties":2}).',
    });
  });

  test('does not hold a name to what only some of the alternatives say of it', () => {
    const one = { properties: { a: { type: 'string' } } };
    const other = { properties: { a: { type: 'number' } } };
    const some = { anyOf: [one, { required: ['b'] }] };
    const { properties } = narrowSchema(top({ a: {} }, { anyOf: [some, other] }), anthropicSchemas);
    expect(properties).toEqual({ a: {} });
  });

  test('follows its own reference, and keeps what others refer to', () => {
    const input = { type: 'object', properties: { child: { $ref: '#/$defs/input' } } };
    expect(narrowSchema({ $ref: '#/$defs/input', $defs: { input } }, anthropicSchemas)).toEqual({
      type: 'object',
      $defs: { input },
      properties: { child: { $ref: '#/$defs/input' } },
    });
  });

  test('resolves in place what referred to a part that is gone', () => {
    const schema = top(
      { other: { $ref: '#/anyOf/0/properties/a' } },
      { anyOf: [{ properties: { a: { type: 'string' } } }, {}] },
    );
    const { other } = Object(narrowSchema(schema, anthropicSchemas).properties);
    expect(other).toEqual({ type: 'string' });
  });
});

describe('the parts of an allOf', () => {
  test.each<[string, Fields[], Fields]>([
    [
      'add up their properties and required names',
      [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: {} }, required: ['b', 'a'] },
      ],
      { properties: { a: { type: 'string' }, b: {} }, required: ['a', 'b'] },
    ],
    [
      'that describe one property both apply to it',
      [{ properties: { a: { type: 'string' } } }, { properties: { a: { minLength: 1 } } }],
      { properties: { a: { allOf: [{ type: 'string' }, { minLength: 1 }] } } },
    ],
    [
      'keep the first of two values for a keyword and name the second in words',
      [
        { minProperties: 1, maxProperties: 9 },
        { minProperties: 3, maxProperties: 9 },
      ],
      { minProperties: 1, maxProperties: 9, description: '(minProperties: 3)' },
    ],
    [
      'name their conditions in words',
      [{ if: { required: ['a'] } }, { if: { required: ['b'] }, else: { required: ['c'] } }],
      { description: '(if: {"required":["a"]}; if: {"required":["b"]}; else: {"required":["c"]})' },
    ],
  ])('%s', (_, allOf, merged) => {
    expect(narrowSchema({ allOf }, anthropicSchemas)).toEqual({ type: 'object', ...merged });
  });
});

describe('names', () => {
  test('that are not allowed leave properties and required, and are described', () => {
    const schema = top(
      { ok: { type: 'string' }, 'filter[id]': { type: 'string' }, $top: { type: 'integer', maximum: 50 } },
      { required: ['ok', 'filter[id]'], additionalProperties: false, description: 'Lists apps.' },
    );
    expect(narrowSchema(schema, anthropicSchemas)).toEqual({
      type: 'object',
      properties: { ok: { type: 'string' } },
      required: ['ok'],
      description:
        'Lists apps. Here there must also be "filter[id]": {"type":"string"}. Here there may also be "$top": {"type":"integer","maximum":50}. There are no other properties.',
    });
  });

  test('are looked at on every level, and in what is referred to', () => {
    const schema = top({ list: { type: 'array', items: { $ref: '#/$defs/a' } } }, { $defs: { a: top({ 'b c': {} }) } });
    expect(narrowSchema(schema, anthropicSchemas).$defs).toEqual({
      a: { type: 'object', properties: {}, description: 'Here there may also be "b c": {}.' },
    });
  });

  test('that only Object.prototype knows are names like any other', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"const":1},"constructor":{"$ref":"#/toString"}}}',
    );
    const { properties } = narrowSchema(schema, ollamaSchemas);
    expect(JSON.stringify(properties)).toBe(
      '{"__proto__":{"enum":[1]},"constructor":{"description":"(as defined by #/toString)"}}',
    );
    expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
  });
});

describe('what is turned round', () => {
  test.each<[string, Fields, Fields]>([
    [
      'not',
      { not: top({ 'a b': {} }, { required: ['a b'] }) },
      { description: '(not: {"type":"object","properties":{"a b":{}},"required":["a b"]})' },
    ],
    [
      'if',
      { if: top({ 'a b': {} }), else: { required: ['c'] } },
      { description: '(if: {"type":"object","properties":{"a b":{}}}; else: {"required":["c"]})' },
    ],
    [
      'oneOf',
      { oneOf: [{ type: 'string' }, { properties: { 'a b': {} } }] },
      { anyOf: [{ type: 'string' }, { properties: {}, description: 'Here there may also be "a b": {}.' }] },
    ],
  ])('goes when it would accept less: %s', (_, schema, narrowed) => {
    expect(property(schema, anthropicSchemas)).toEqual(narrowed);
  });

  test('goes when it counts on what has changed', () => {
    const schema = { allOf: [top({ 'a b': {} })], unevaluatedProperties: false };
    expect(property(schema, anthropicSchemas)).toEqual({
      allOf: [{ type: 'object', properties: {}, description: 'Here there may also be "a b": {}.' }],
      description: '(no other properties)',
    });
  });

  test('goes too when what changes is referred to', () => {
    const $defs = { a: top({ 'b c': { const: 1 } }) };
    expect(property({ not: { $ref: '#/$defs/a' } }, anthropicSchemas, { $defs })).toEqual({
      description: '(not: {"type":"object","properties":{"b c":{"const":1}}})',
    });
  });
});

describe('what no draft allows', () => {
  test.each<[string, unknown, unknown]>([
    [
      'draft 4 bounds',
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    ['draft 4 bounds above', { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
    ['draft 4 bounds that are not exclusive', { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
    [
      'old tuples',
      { type: 'array', items: [{ type: 'string' }], additionalItems: false },
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    ],
    ['types in capitals', { type: 'STRING' }, { type: 'string' }],
    ['types of no draft', { type: 'any' }, { description: '(type: "any")' }],
    ['a list in place of an object', { type: 'object', properties: [] }, { type: 'object' }],
    [
      'a flag in place of names',
      { type: 'string', required: true },
      { type: 'string', description: '(required: true)' },
    ],
    ['a name twice', { type: 'object', required: ['a', 'a', 1] }, { type: 'object', required: ['a'] }],
    ['a type in place of a schema', 'number', { description: '("number")' }],
    ['nothing in place of a schema', null, { description: '(null)' }],
  ])('is mended or said: %s', (_, schema, narrowed) => {
    expect(property(schema, anthropicSchemas)).toEqual(narrowed);
  });
});

test('a grammar has no patterns, no long repetitions, and nothing beside anyOf', () => {
  expect(property({ type: 'string', pattern: '^\\d+$', maxLength: 10_000 }, grammarSchemas)).toEqual({
    type: 'string',
    description: '(pattern: ^\\d+$; maxLength: 10000)',
  });
  expect(property({ type: 'object', required: ['a'], anyOf: [{ properties: { a: {} } }, {}] }, grammarSchemas)).toEqual(
    {
      anyOf: [
        { properties: { a: {} }, type: 'object', required: ['a'] },
        { type: 'object', required: ['a'] },
      ],
    },
  );
});

describe('a tool', () => {
  const tool: VisibleTool = { name: 't', wireName: 't', owner: 'client', description: 'Does it.', parameters: top({}) };

  test('with a schema within the rules is the same tool', () => {
    expect(narrowTool(tool, ollamaSchemas)).toBe(tool);
  });

  test('says itself what would not be read at the top', () => {
    const parameters = top({}, { description: 'Only for adults.', additionalProperties: false });
    expect(narrowTool({ ...tool, parameters }, ollamaSchemas)).toEqual({
      ...tool,
      description: 'Does it.\nOnly for adults. (no other properties)',
      parameters: top({}),
    });
    expect(narrowTool({ ...tool, parameters }, anthropicSchemas).parameters).toBe(parameters);
  });
});
