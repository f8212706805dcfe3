import { describe, expect, test } from 'vitest';
import { schemaMismatch } from './schema-mismatch.ts';

const weather = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    hours: { type: 'array', items: { type: ['number', 'null'] } },
    at: { type: 'object', properties: { lat: { $ref: '#/$defs/Angle' } }, required: ['lat'] },
  },
  required: ['city'],
  additionalProperties: false,
  $defs: { Angle: { type: 'number' } },
};

describe('The mismatch between a value and its schema', () => {
  test.each<[unknown, string]>([
    ['Oslo', 'got a string, expected an object'],
    [[], 'got an array, expected an object'],
    [null, 'got null, expected an object'],
    [{}, '"city" is missing'],
    [{ city: 5 }, 'at "city": got a number, expected a string'],
    [{ city: null }, 'at "city": got null, expected a string'],
    [{ city: 'Oslo', days: 1.5 }, 'at "days": got a number, expected an integer'],
    [{ city: 'Oslo', days: true }, 'at "days": got a boolean, expected an integer'],
    [{ city: 'Oslo', town: 'Oslo' }, '"town" is not in the schema'],
    [{ city: 'Oslo', constructor: 1 }, '"constructor" is not in the schema'],
    [{ city: 'Oslo', hours: [1, null, '3'] }, 'at "hours": at "2": got a string, expected a number or null'],
    [{ city: 'Oslo', at: {} }, 'at "at": "lat" is missing'],
    [{ city: 'Oslo', at: { lat: 'north' } }, 'at "at": at "lat": got a string, expected a number'],
    [{ city: 'Oslo', at: [] }, 'at "at": got an array, expected an object'],
  ])('The value %j is reported as: %s', (value, misfit) => {
    expect(schemaMismatch(value, { schema: weather, root: weather })).toBe(misfit);
  });

  test.each<[unknown]>([
    [{ city: '' }],
    [{ city: 'Oslo', days: 3, hours: [], at: { lat: 60, lon: 10 } }],
    [{ city: 'Oslo', days: 3.0, hours: [1.5, null] }],
  ])('The value %j matches the schema', (value) => {
    expect(schemaMismatch(value, { schema: weather, root: weather })).toBeUndefined();
  });

  test('An omitted, invalid or unconstrained schema matches any value', () => {
    const value = { anything: ['goes'] };
    expect(schemaMismatch(value, undefined)).toBeUndefined();
    for (const schema of [
      {},
      true,
      null,
      'x',
      { required: 'anything' },
      { required: [5] },
      { additionalProperties: {} },
    ]) {
      expect(schemaMismatch(value, { schema, root: {} }), JSON.stringify(schema)).toBeUndefined();
    }
  });

  test('A required field must be an own property of the value, not an inherited one', () => {
    const schema = { type: 'object', required: ['toString'] };
    expect(schemaMismatch({}, { schema, root: schema })).toBe('"toString" is missing');
    const proto: unknown = JSON.parse('{"__proto__": "x"}');
    expect(schemaMismatch(proto, { schema: weather, root: weather })).toBe('"city" is missing');
    expect(schemaMismatch(proto, { schema: { required: ['__proto__'] }, root: {} })).toBeUndefined();
  });

  test('References are followed, and a field that only one alternative requires may be missing', () => {
    const root = { $defs: { Weather: weather, Angle: { type: 'number' } } };
    expect(schemaMismatch({}, { schema: { $ref: '#/$defs/Weather' }, root })).toBe('"city" is missing');
    const choice = { anyOf: [{ $ref: '#/$defs/Weather' }, { type: 'object', required: ['town'] }] };
    expect(schemaMismatch({ town: 'Oslo' }, { schema: choice, root })).toBeUndefined();
  });

  test('A field that is not listed is accepted if the schema has patternProperties', () => {
    const schema = { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false };
    expect(schemaMismatch({ x1: 1 }, { schema, root: schema })).toBeUndefined();
    const closed = { type: 'object', additionalProperties: false };
    expect(schemaMismatch({ x1: 1 }, { schema: closed, root: closed })).toBe('"x1" is not in the schema');
  });

  test('Checking a value against a schema with 20,000 fields takes less than two seconds', () => {
    const names = Array.from({ length: 20_000 }, (_, place) => `name${place}`);
    const schema = { properties: Object.fromEntries(names.map((name) => [name, {}])), additionalProperties: false };
    const began = performance.now();
    expect(
      schemaMismatch(Object.fromEntries(names.map((name) => [name, 1])), { schema, root: schema }),
    ).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('Values nested deeper than 8 levels and list items after the first 200 are not checked', () => {
    const list = { type: 'array', items: { $ref: '#/$defs/List' } };
    const root = { $defs: { List: list } };
    const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}0${']'.repeat(depth)}`);
    expect(schemaMismatch(nested(3), { schema: list, root })).toBe(
      'at "0": at "0": at "0": got a number, expected an array',
    );
    expect(schemaMismatch(nested(8), { schema: list, root })).toBeDefined();
    expect(schemaMismatch(nested(9), { schema: list, root })).toBeUndefined();
    const wide = (at: number) => Object.assign(Array<unknown>(1_000).fill([]), { [at]: 0 });
    expect(schemaMismatch(wide(199), { schema: list, root })).toBeDefined();
    expect(schemaMismatch(wide(200), { schema: list, root })).toBeUndefined();
  });
});
