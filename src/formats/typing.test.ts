import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isStringOnly,
  itemOf,
  type JsonType,
  jsonIn,
  memberNames,
  memberOf,
  type Typed,
  typedArguments,
  typeOfValue,
  typesOf,
  typeText,
} from './typing.ts';

const definitions = {
  $defs: { City: { type: 'string' }, Count: { type: ['integer', 'null'] }, Self: { $ref: '#/$defs/Self' } },
  definitions: { Old: { type: 'boolean' } },
  nothing: null,
  properties: { a: { properties: { b: { properties: { c: { properties: { d: { type: 'integer' } } } } } } } },
};

describe('The types that a schema allows', () => {
  test.each<[unknown, readonly JsonType[]]>([
    [{ type: 'string' }, ['string']],
    [{ type: ['integer', 'null'] }, ['integer', 'null']],
    [{ type: 'number', nullable: true }, ['number', 'null']],
    [{ type: 'number', nullable: 'yes' }, ['number']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['string', 'null']],
    [
      { oneOf: [{ type: 'object' }, { anyOf: [{ type: 'array' }, { type: 'boolean' }] }] },
      ['object', 'array', 'boolean'],
    ],
    [{ allOf: [{ type: 'object' }, { properties: {} }] }, ['object']],
    [{ type: 'string', anyOf: [{ type: 'null' }] }, ['null', 'string']],
    [{ enum: ['a', 1, null, true, [], {}] }, ['string', 'number', 'null', 'boolean', 'array', 'object']],
    [{ const: 'a' }, ['string']],
    [{ const: null }, ['null']],
    [{ type: 'string', enum: [1] }, ['string']],
    [{ properties: {} }, ['object']],
    [{ items: {} }, ['array']],
    [{ $ref: '#/$defs/City' }, ['string']],
    [{ $ref: '#/$defs/Count' }, ['integer', 'null']],
    [{ $ref: '#/definitions/Old' }, ['boolean']],
    [{ anyOf: [{ $ref: '#/$defs/City' }, { $ref: '#/$defs/Self' }] }, ['string']],
    [
      { type: ['str', 'int', 'float', 'bool', 'dict', 'list'] },
      ['string', 'integer', 'number', 'boolean', 'object', 'array'],
    ],
    [{ type: ['string', 'blob', 7] }, ['string']],
    [{ enum: ['a'], nullable: true }, ['string', 'null']],
    [{ anyOf: [{ type: 'string' }, false] }, ['string']],
    [{ $ref: '#/properties/a/properties/b/properties/c/properties/d' }, ['integer']],
  ])('The types of the schema %j are found', (schema, types) => {
    expect([...(typesOf(within(schema)) ?? [])].sort()).toEqual([...types].sort());
  });

  test.each<[unknown]>([
    [{}],
    [{ description: 'anything' }],
    [true],
    [false],
    [null],
    ['string'],
    [[{ type: 'string' }]],
    [{ type: 'blob' }],
    [{ type: [] }],
    [{ type: 7 }],
    [{ anyOf: [{ type: 'string' }, {}] }],
    [{ anyOf: [{ type: 'string' }, true] }],
    [{ anyOf: [{ type: 'string' }, { $ref: '#/$defs/Nowhere' }] }],
    [{ $ref: `#/$defs/City${'/x'.repeat(300)}` }],
    [{ anyOf: [] }],
    [{ anyOf: 'string' }],
    [{ enum: [] }],
    [{ $ref: '#/$defs/Nowhere' }],
    [{ $ref: '#/$defs/Self' }],
    [{ $ref: '#/$defs/constructor' }],
    [{ $ref: '#/__proto__' }],
    [{ $ref: '#/nothing/x' }],
    [{ $ref: '#/$defs/City/type' }],
    [{ $ref: 'https://example.org/schema' }],
    [{ $ref: '' }],
    [{ $ref: '/$defs/City' }],
  ])('The schema %j allows any type', (schema) => {
    expect(typesOf(within(schema))).toBeUndefined();
  });

  test('Without a schema, any type is allowed', () => {
    expect(typesOf(undefined)).toBeUndefined();
    expect(typedArguments({ name: 'f', description: '', schema: undefined })).toBeUndefined();
  });

  test('Self-referencing and very wide schemas are resolved in bounded time', () => {
    const root: Record<string, unknown> = { anyOf: Array(200).fill({ $ref: '#' }) };
    const wide = { anyOf: Array(100_000).fill({ type: 'string' }) };
    const began = performance.now();
    for (let time = 0; time < 100; time++) {
      expect(typesOf({ schema: root, root })).toBeUndefined();
      expect(isStringOnly({ schema: wide, root: wide })).toBe(true);
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('isStringOnly returns true only if strings are the only type allowed', () => {
    expect(isStringOnly(within({ type: 'string' }))).toBe(true);
    expect(isStringOnly(within({ enum: ['a', 'b'] }))).toBe(true);
    expect(isStringOnly(within({ type: ['string', 'null'] }))).toBe(false);
    expect(isStringOnly(within({ type: 'integer' }))).toBe(false);
    expect(isStringOnly(undefined)).toBe(false);
  });
});

describe('The fields and elements of a schema', () => {
  const tool = {
    ...definitions,
    type: 'object',
    properties: { city: { $ref: '#/$defs/City' }, days: { type: 'array', items: { type: 'integer' } } },
  };
  const typed = typedArguments({ name: 'f', description: '', schema: tool });

  test('Fields and elements are found, and references to definitions are resolved', () => {
    expect([...(typesOf(memberOf(typed, 'city')) ?? [])]).toEqual(['string']);
    expect([...(typesOf(itemOf(memberOf(typed, 'days'))) ?? [])]).toEqual(['integer']);
    expect(memberNames(typed)).toEqual(['city', 'days']);
  });

  test('Fields and elements are found through references and alternatives', () => {
    const around = { $defs: { Tool: tool }, anyOf: [{ type: 'null' }, { $ref: '#/$defs/Tool' }] };
    const found = typedArguments({ name: 'f', description: '', schema: around });
    expect(memberOf(found, 'days')?.schema).toBe(tool.properties.days);
    expect(memberNames(found)).toEqual(['city', 'days']);
    expect(itemOf(within({ oneOf: [{ type: 'string' }, { items: { type: 'null' } }] }))?.schema).toEqual({
      type: 'null',
    });
  });

  test('The fields of all parts of a schema are combined', () => {
    const parts = { properties: { a: {} }, allOf: [{ properties: { b: {} } }, { properties: { c: {} } }] };
    expect(memberNames(within(parts))).toEqual(['a', 'b', 'c']);
    expect(memberOf(within(parts), 'c')).toBeDefined();
  });

  test('Inherited object properties are not fields, but fields with their names are found', () => {
    for (const key of ['constructor', '__proto__', 'toString']) expect(memberOf(typed, key)).toBeUndefined();
    const hostile: unknown = JSON.parse(
      '{"properties": {"__proto__": {"type": "integer"}, "constructor": {"type": "null"}}}',
    );
    expect([...(typesOf(memberOf(within(hostile), '__proto__')) ?? [])]).toEqual(['integer']);
    expect([...(typesOf(memberOf(within(hostile), 'constructor')) ?? [])]).toEqual(['null']);
    expect(memberNames(within(hostile))).toEqual(['__proto__', 'constructor']);
  });

  test('Fields and elements are undefined if the schema does not describe them', () => {
    expect(memberNames(within({}))).toBeUndefined();
    expect(memberNames(within({ properties: {} }))).toEqual([]);
    expect(memberNames(within({ properties: [] }))).toBeUndefined();
    expect(memberNames(undefined)).toBeUndefined();
    expect(memberOf(within({ properties: 'city' }), 'length')).toBeUndefined();
    expect(memberOf(undefined, 'city')).toBeUndefined();
    expect(itemOf(within({ items: [{ type: 'string' }] }))).toBeUndefined();
    expect(itemOf(undefined)).toBeUndefined();
  });
});

describe('Text converted to JSON', () => {
  test.each<[string, unknown, string]>([
    ['Oslo', undefined, '"Oslo"'],
    ['5', undefined, '5'],
    [' 5\n', undefined, '5'],
    ['5 apples', undefined, '"5 apples"'],
    ['02134', undefined, '"02134"'],
    ['True', undefined, '"True"'],
    ['"quoted"', undefined, '"quoted"'],
    ['"a" and "b"', undefined, '"\\"a\\" and \\"b\\""'],
    ["'a'", undefined, '"\'a\'"'],
    ['{"a": [1]}', undefined, '{"a": [1]}'],
    ["{'a': True,}", undefined, '"{\'a\': True,}"'],
    ["{'a': True,}", { type: 'object' }, '{"a": true}'],
    ["{'a': (1, 2)}", { type: 'object' }, '{"a": [1, 2]}'],
    ['[1, 2] or so', undefined, '"[1, 2] or so"'],
    ['{"a": 1', undefined, '"{\\"a\\": 1"'],
    ['', undefined, '""'],
    [' ', undefined, '" "'],
    ['12345678901234567890', undefined, '12345678901234567890'],
    ['5', { type: 'string' }, '"5"'],
    [' a\n', { type: 'string' }, '" a\\n"'],
    ['{"a": 1}', { type: 'string' }, '"{\\"a\\": 1}"'],
    ['null', { type: 'string' }, '"null"'],
    ['02134', { type: 'integer' }, '"02134"'],
    ['1.0', { type: 'integer' }, '1.0'],
    ['1.5', { type: 'integer' }, '"1.5"'],
    ['1.5', { type: 'number' }, '1.5'],
    ['1e400', { type: 'integer' }, '"1e400"'],
    ['two', { type: 'integer' }, '"two"'],
    ['', { type: 'integer' }, '""'],
    ['5', { type: ['integer', 'string'] }, '5'],
    ['5', { type: ['string', 'null'] }, '"5"'],
    ['null', { type: ['string', 'null'] }, 'null'],
    ['None', { type: ['string', 'null'] }, '"None"'],
    ['None', { type: ['integer', 'null'] }, 'null'],
    [' NULL ', { type: ['integer', 'null'] }, 'null'],
    ['true', { type: 'boolean' }, 'true'],
    [' False', { type: 'boolean' }, 'false'],
    ['TRUE', { type: 'integer' }, '"TRUE"'],
    ['1', { type: 'boolean' }, '"1"'],
    ['"x"', { type: ['string', 'null'] }, '"x"'],
    ['"5"', { type: 'integer' }, '"\\"5\\""'],
    ['[1]', { type: 'object' }, '"[1]"'],
    ['{}', { type: 'array' }, '"{}"'],
    ['{}', { type: 'object' }, '{}'],
    ['null', { type: 'object' }, '"null"'],
    ['[{\\"a\\": \\"b\\"}]', { type: 'array' }, '[{"a": "b"}]'],
    ['[{\\"a\\": 1}]', { type: ['array', 'string'] }, '"[{\\\\\\"a\\\\\\": 1}]"'],
    ['{\\"a\\": 1}', { type: 'array' }, '"{\\\\\\"a\\\\\\": 1}"'],
    ['[1] " \\"a\\"', { type: 'array' }, '"[1] \\" \\\\\\"a\\\\\\""'],
    ['{{}, "a": 1}', { type: 'object' }, '{ "a": 1}'],
    ['{"a": 1,}', undefined, '"{\\"a\\": 1,}"'],
  ])('The text %j with the schema %j becomes %s', (text, schema, json) => {
    expect(typeText(text, schema === undefined ? undefined : within(schema))).toBe(json);
  });

  test.each<[string, unknown, readonly string[]]>([
    ['{"a": 1}', { type: 'object' }, []],
    ['{"a": 1,}', { type: 'object' }, ['trailing commas']],
    ['{"a": (1, 2)}', { type: 'object' }, ['Python literals']],
    ['{"a": 1,}', { type: 'array' }, []],
    ['{"a": 1,}', { type: 'string' }, []],
    ['{"a": 1,}', undefined, []],
  ])('The text %j with the schema %j reports the repairs %j', (text, schema, repairs) => {
    const told: string[] = [];
    typeText(text, schema === undefined ? undefined : within(schema), (what) => told.push(what));
    expect(told).toEqual(repairs);
  });

  test('Text that fits no allowed type becomes a string with the same content', () => {
    const words = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '\\',
      ',',
      ':',
      ' ',
      '\n',
      'a',
      '1',
      '-',
      '.',
      'true',
      'None',
      'é',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 12 }).map((all) => all.join('')),
      fc.json({ stringUnit: 'binary' }),
    );
    const type = fc.constantFrom<JsonType>('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');
    fc.assert(
      fc.property(text, fc.option(fc.uniqueArray(type, { minLength: 1 })), (given, types) => {
        const value: unknown = JSON.parse(typeText(given, types === null ? undefined : within({ type: types })));
        const actual = typeOfValue(value);
        if (actual === 'string' && value !== given) expect(given.trim()).toMatch(/^".*"$/s);
        if (types === null || actual === 'string') return;
        expect(types.includes(actual) || (types.includes('integer') && Number.isInteger(value))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('The JSON text of any value is kept as it is, or becomes a string if only strings are allowed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(typeText(text, undefined)).toBe(text);
        expect(typeText(text, within({ type: 'string' }))).toBe(JSON.stringify(text));
        expect(jsonIn(`\n${text} `)).toBe(text);
      }),
    );
  });

  test('Converting 200,000 repeated characters takes less than two seconds', () => {
    for (const letter of '{["\\\'1a, é') {
      for (const schema of [undefined, { type: ['object', 'array', 'boolean', 'null'] }]) {
        const began = performance.now();
        typeText(letter.repeat(200_000), schema === undefined ? undefined : within(schema));
        expect(performance.now() - began, letter).toBeLessThan(2_000);
      }
    }
  });
});

function within(schema: unknown): Typed {
  return { schema, root: definitions };
}
