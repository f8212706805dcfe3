import { describe, expect, test } from 'vitest';
import type { Fields, VisibleTool } from '../core/index.ts';
import { anthropicSchemas, geminiSchemas, grammarSchemas, narrowSchema, narrowTool, ollamaSchemas } from './schema.ts';

const top = (properties: Fields, more: Fields = {}): Fields => ({ type: 'object', properties, ...more });

/** Narrows a schema with one property and returns that property. */
const property = (schema: unknown, rules = ollamaSchemas, more: Fields = {}): unknown =>
  Object(narrowSchema(top({ it: schema }, more), rules).properties).it;

describe('A schema that follows the rules', () => {
  test('A schema that follows the rules is returned as the same object', () => {
    const schema = top({ city: { type: 'string', description: 'Where' } }, { required: ['city'] });
    for (const rules of [anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas]) {
      expect(narrowSchema(schema, rules)).toBe(schema);
    }
  });

  test('References, old keywords and custom keywords stay unchanged if the provider reads them', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { node: { $ref: '#/$defs/node' }, when: { type: 'string', format: 'date-time', 'x-own': 1 } },
      not: { required: ['a'] },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    expect(narrowSchema(schema, anthropicSchemas)).toBe(schema);
  });

  test('The narrowed form of a schema is cached separately for each set of rules', () => {
    const schema = top({ a: { const: 1 } });
    expect(narrowSchema(schema, ollamaSchemas)).toBe(narrowSchema(schema, ollamaSchemas));
    expect(narrowSchema(schema, ollamaSchemas)).not.toBe(narrowSchema(schema, geminiSchemas));
  });
});

describe('A keyword that the provider does not read', () => {
  test.each<[string, Fields, Fields]>([
    [
      'it becomes text in the description',
      { type: 'integer', minimum: 1 },
      { type: 'integer', description: '(minimum: 1)' },
    ],
    [
      'its text is appended to an existing description',
      { type: 'string', description: 'A day.', format: 'date', maxLength: 10 },
      { type: 'string', description: 'A day. (format: date; maxLength: 10)' },
    ],
    [
      'an object value is written as JSON',
      { type: 'object', patternProperties: { '^x': { type: 'string' } } },
      { type: 'object', description: '(patternProperties: {"^x":{"type":"string"}})' },
    ],
    [
      'a reference in its value is replaced by the target',
      { type: 'object', additionalProperties: { $ref: '#/$defs/point' } },
      { type: 'object', description: '(other properties: {"type":"object","properties":{"x":{"type":"number"}}})' },
    ],
    [
      'it is dropped if it constrains nothing',
      { type: 'object', $comment: 'x', additionalProperties: true },
      { type: 'object' },
    ],
    ['a title that repeats the property name is dropped', { title: 'It', type: 'string' }, { type: 'string' }],
    ['const becomes enum', { const: 'a' }, { enum: ['a'] }],
    [
      'oneOf becomes anyOf',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'a tuple becomes a list of any of its items',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        description: '(prefixItems: [{"type":"string"},{"type":"number"}])',
      },
    ],
    [
      'the parts of allOf are merged into the schema',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { required: ['a'], properties: { a: { enum: ['x'] } } },
        ],
      },
      { type: 'object', properties: { a: { type: 'string', enum: ['x'] } }, required: ['a'] },
    ],
    [
      'the second of two conflicting types in allOf becomes text',
      { allOf: [{ type: 'string', pattern: '^a' }, { type: 'number' }] },
      { type: 'string', description: '(type: "number"; pattern: ^a)' },
    ],
    ['the boolean schema true becomes {}', { type: 'array', items: true }, { type: 'array', items: {} }],
  ])('An unsupported keyword is rewritten or dropped: %s', (_, schema, narrowed) => {
    const $defs = { point: { type: 'object', properties: { x: { type: 'number' } } } };
    expect(property(schema, ollamaSchemas, { $defs })).toEqual(narrowed);
  });

  test('The text of unsupported keywords is truncated to 4,000 characters', () => {
    const { description } = Object(property({ const: 'x'.repeat(100_000), enum: ['y'] }));
    expect(description).toHaveLength(4_001);
    expect(description).toMatch(/…$/);
  });
});

describe('Inlined references', () => {
  test.each<[string, string, unknown]>([
    ['to a definition', '#/$defs/leaf', { type: 'string' }],
    ['to an old definition', '#/definitions/old', { type: 'number' }],
    ['to any part of the schema', '#/properties/list/items', { type: 'boolean' }],
    ['with escapes', '#/$defs/a~1b%20~0c', { type: 'integer' }],
    ['to the whole schema', '#', { type: 'object', description: '(same as the whole schema)' }],
    ['to a missing definition', '#/$defs/none', { description: '(as defined by #/$defs/none)' }],
    [
      'to another document',
      'https://schemas.test/x.json',
      { description: '(as defined by https://schemas.test/x.json)' },
    ],
    ['to an inherited name', '#/constructor', { description: '(as defined by #/constructor)' }],
  ])('A reference %s is replaced by its target, or by text if it has none or is recursive', (_, $ref, narrowed) => {
    const more = {
      $defs: { leaf: { type: 'string' }, 'a/b ~c': { type: 'integer' } },
      definitions: { old: { type: 'number' } },
    };
    const schema = top({ it: { $ref }, list: { type: 'array', items: { type: 'boolean' } } }, more);
    const { it } = Object(narrowSchema(schema, ollamaSchemas).properties);
    if ($ref === '#') expect(it.properties.it).toEqual(narrowed);
    else expect(it).toEqual(narrowed);
  });

  test('Keywords beside a reference are merged with the target, and both descriptions are kept', () => {
    const $defs = { unit: { type: 'string', enum: ['c', 'f'], description: 'A unit.' } };
    expect(property({ $ref: '#/$defs/unit', description: 'Of the answer.' }, ollamaSchemas, { $defs })).toEqual({
      type: 'string',
      enum: ['c', 'f'],
      description: 'Of the answer. A unit.',
    });
  });

  test('A local reference inside a schema with its own $id becomes text instead of resolving against the root', () => {
    const $defs = { part: { type: 'string' }, own: { $id: 'own.json', properties: { a: { $ref: '#/$defs/part' } } } };
    expect(property({ $ref: '#/$defs/own' }, ollamaSchemas, { $defs })).toEqual({
      properties: { a: { description: '(as defined by #/$defs/part)' } },
    });
  });

  test('A recursive reference ends in text that names the definition', () => {
    const $defs = { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: {} } } };
    expect(property({ $ref: '#/$defs/node' }, ollamaSchemas, { $defs })).toEqual({
      type: 'object',
      properties: { next: { type: 'object', description: '(same as node)' }, value: {} },
    });
  });
});

describe('A plain top-level schema', () => {
  test('A top-level schema gets the type "object" if it lacks it or allows other types', () => {
    expect(narrowSchema({ properties: { a: {} } }, anthropicSchemas)).toEqual({
      type: 'object',
      properties: { a: {} },
    });
    expect(narrowSchema({ type: ['object', 'null'] }, anthropicSchemas)).toEqual({ type: 'object' });
    expect(narrowSchema({}, ollamaSchemas)).toEqual({ type: 'object', properties: {} });
  });

  test('Top-level alternatives that only require properties become a sentence in the description', () => {
    const properties = { name: { type: 'string' }, id: { type: 'integer' } };
    expect(
      narrowSchema(top(properties, { anyOf: [{ required: ['name'] }, { required: ['id'] }] }), anthropicSchemas),
    ).toEqual(top(properties, { description: 'Give at least one of these sets of properties: (name), (id).' }));
  });

  test('Top-level alternatives are merged: all properties are listed, and only those that every alternative requires are required', () => {
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
        'Give exactly one of these sets of properties: (kind: "circle", radius, "A circle."), (kind: "square", side?, {"minProperties":2}).',
    });
  });

  test('A property keeps its own schema if only some of the alternatives constrain it', () => {
    const one = { properties: { a: { type: 'string' } } };
    const other = { properties: { a: { type: 'number' } } };
    const some = { anyOf: [one, { required: ['b'] }] };
    const { properties } = narrowSchema(top({ a: {} }, { anyOf: [some, other] }), anthropicSchemas);
    expect(properties).toEqual({ a: {} });
  });

  test('A top-level $ref is merged into the schema, and definitions that other references need are kept', () => {
    const input = { type: 'object', properties: { child: { $ref: '#/$defs/input' } } };
    expect(narrowSchema({ $ref: '#/$defs/input', $defs: { input } }, anthropicSchemas)).toEqual({
      type: 'object',
      $defs: { input },
      properties: { child: { $ref: '#/$defs/input' } },
    });
  });

  test('A reference is inlined if narrowing removes its target', () => {
    const schema = top(
      { other: { $ref: '#/anyOf/0/properties/a' } },
      { anyOf: [{ properties: { a: { type: 'string' } } }, {}] },
    );
    const { other } = Object(narrowSchema(schema, anthropicSchemas).properties);
    expect(other).toEqual({ type: 'string' });
  });
});

describe('The parts of an allOf', () => {
  test.each<[string, Fields[], Fields]>([
    [
      'properties and required names are combined',
      [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: {} }, required: ['b', 'a'] },
      ],
      { properties: { a: { type: 'string' }, b: {} }, required: ['a', 'b'] },
    ],
    [
      'two schemas for one property both apply to it',
      [{ properties: { a: { type: 'string' } } }, { properties: { a: { minLength: 1 } } }],
      { properties: { a: { allOf: [{ type: 'string' }, { minLength: 1 }] } } },
    ],
    [
      'the first of two values for a keyword stays, and the second becomes text',
      [
        { minProperties: 1, maxProperties: 9 },
        { minProperties: 3, maxProperties: 9 },
      ],
      { minProperties: 1, maxProperties: 9, description: '(minProperties: 3)' },
    ],
    [
      'conditions become text',
      [{ if: { required: ['a'] } }, { if: { required: ['b'] }, else: { required: ['c'] } }],
      { description: '(if: {"required":["a"]}; if: {"required":["b"]}; else: {"required":["c"]})' },
    ],
  ])('The parts of a top-level allOf are merged: %s', (_, allOf, merged) => {
    expect(narrowSchema({ allOf }, anthropicSchemas)).toEqual({ type: 'object', ...merged });
  });
});

describe('Property names', () => {
  test('Properties with refused names are removed from properties and required, and described in text', () => {
    const schema = top(
      { ok: { type: 'string' }, 'filter[id]': { type: 'string' }, $top: { type: 'integer', maximum: 50 } },
      { required: ['ok', 'filter[id]'], additionalProperties: false, description: 'Lists apps.' },
    );
    expect(narrowSchema(schema, anthropicSchemas)).toEqual({
      type: 'object',
      properties: { ok: { type: 'string' } },
      required: ['ok'],
      description:
        'Lists apps. Also required: "filter[id]": {"type":"string"}. Also allowed: "$top": {"type":"integer","maximum":50}. No other properties are allowed.',
    });
  });

  test('Property names are checked at every level, including inside definitions', () => {
    const schema = top({ list: { type: 'array', items: { $ref: '#/$defs/a' } } }, { $defs: { a: top({ 'b c': {} }) } });
    expect(narrowSchema(schema, anthropicSchemas).$defs).toEqual({
      a: { type: 'object', properties: {}, description: 'Also allowed: "b c": {}.' },
    });
  });

  test('Properties named like members of Object.prototype are ordinary properties', () => {
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

describe('Keywords that would accept less after narrowing', () => {
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
      { anyOf: [{ type: 'string' }, { properties: {}, description: 'Also allowed: "a b": {}.' }] },
    ],
  ])('%s is replaced if narrowing its parts would make it accept less', (_, schema, narrowed) => {
    expect(property(schema, anthropicSchemas)).toEqual(narrowed);
  });

  test('The keyword unevaluatedProperties becomes text if the properties that it depends on have changed', () => {
    const schema = { allOf: [top({ 'a b': {} })], unevaluatedProperties: false };
    expect(property(schema, anthropicSchemas)).toEqual({
      allOf: [{ type: 'object', properties: {}, description: 'Also allowed: "a b": {}.' }],
      description: '(no other properties)',
    });
  });

  test('The keyword "not" becomes text if the target of its reference has to be narrowed', () => {
    const $defs = { a: top({ 'b c': { const: 1 } }) };
    expect(property({ not: { $ref: '#/$defs/a' } }, anthropicSchemas, { $defs })).toEqual({
      description: '(not: {"type":"object","properties":{"b c":{"const":1}}})',
    });
  });
});

describe('Outdated and invalid keywords', () => {
  test.each<[string, unknown, unknown]>([
    [
      'a draft 4 exclusive minimum',
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    ['a draft 4 exclusive maximum', { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
    ['a draft 4 maximum that is not exclusive', { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
    [
      'a tuple of an older draft',
      { type: 'array', items: [{ type: 'string' }], additionalItems: false },
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    ],
    ['a type in capitals', { type: 'STRING' }, { type: 'string' }],
    ['the type "any" of draft 3', { type: ['any', 'null'], maximum: 9 }, { maximum: 9 }],
    ['an unknown type', { type: 'str' }, { description: '(type: "str")' }],
    ['a list instead of an object', { type: 'object', properties: [] }, { type: 'object' }],
    [
      'a boolean instead of required names',
      { type: 'string', required: true },
      { type: 'string', description: '(required: true)' },
    ],
    ['a required name listed twice', { type: 'object', required: ['a', 'a', 1] }, { type: 'object', required: ['a'] }],
    ['a type name instead of a schema', 'number', { description: '("number")' }],
    ['null instead of a schema', null, { description: '(null)' }],
  ])('Outdated and invalid keywords are repaired or become text: %s', (_, schema, narrowed) => {
    expect(property(schema, anthropicSchemas)).toEqual(narrowed);
  });
});

test('The grammar rules remove patterns and length limits, and move constraints beside anyOf into its branches', () => {
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

describe('narrowTool', () => {
  const tool: VisibleTool = { name: 't', wireName: 't', owner: 'client', description: 'Does it.', parameters: top({}) };

  test('A tool whose schema follows the rules is returned as the same object', () => {
    expect(narrowTool(tool, ollamaSchemas)).toBe(tool);
  });

  test('If the provider ignores the description of the top-level schema, it moves into the description of the tool', () => {
    const parameters = top({}, { description: 'Only for adults.', additionalProperties: false });
    expect(narrowTool({ ...tool, parameters }, ollamaSchemas)).toEqual({
      ...tool,
      description: 'Does it.\nOnly for adults. (no other properties)',
      parameters: top({}),
    });
    expect(narrowTool({ ...tool, parameters }, anthropicSchemas).parameters).toBe(parameters);
  });
});
