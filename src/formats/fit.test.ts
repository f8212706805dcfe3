import { describe, expect, test } from 'vitest';
import { misfitOf } from './fit.ts';

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

describe('what a value lacks of its schema', () => {
  test.each<[unknown, string]>([
    ['Oslo', 'it is a string, not an object'],
    [[], 'it is an array, not an object'],
    [null, 'it is null, not an object'],
    [{}, '"city" is missing'],
    [{ city: 5 }, 'at "city" it is a number, not a string'],
    [{ city: null }, 'at "city" it is null, not a string'],
    [{ city: 'Oslo', days: 1.5 }, 'at "days" it is a number, not an integer'],
    [{ city: 'Oslo', days: true }, 'at "days" it is a boolean, not an integer'],
    [{ city: 'Oslo', town: 'Oslo' }, '"town" is no argument of it'],
    [{ city: 'Oslo', constructor: 1 }, '"constructor" is no argument of it'],
    [{ city: 'Oslo', hours: [1, null, '3'] }, 'at "hours" at "2" it is a string, not a number or null'],
    [{ city: 'Oslo', at: {} }, 'at "at" "lat" is missing'],
    [{ city: 'Oslo', at: { lat: 'north' } }, 'at "at" at "lat" it is a string, not a number'],
    [{ city: 'Oslo', at: [] }, 'at "at" it is an array, not an object'],
  ])('%j: %s', (value, misfit) => {
    expect(misfitOf(value, { schema: weather, root: weather })).toBe(misfit);
  });

  test.each<[unknown]>([
    [{ city: '' }],
    [{ city: 'Oslo', days: 3, hours: [], at: { lat: 60, lon: 10 } }],
    [{ city: 'Oslo', days: 3.0, hours: [1.5, null] }],
  ])('%j lacks nothing', (value) => {
    expect(misfitOf(value, { schema: weather, root: weather })).toBeUndefined();
  });

  test('is asked only of what the schema says', () => {
    const value = { anything: ['goes'] };
    expect(misfitOf(value, undefined)).toBeUndefined();
    for (const schema of [
      {},
      true,
      null,
      'x',
      { required: 'anything' },
      { required: [5] },
      { additionalProperties: {} },
    ]) {
      expect(misfitOf(value, { schema, root: {} }), JSON.stringify(schema)).toBeUndefined();
    }
  });

  test('is its own member, not one that every object has', () => {
    const schema = { type: 'object', required: ['toString'] };
    expect(misfitOf({}, { schema, root: schema })).toBe('"toString" is missing');
    const proto: unknown = JSON.parse('{"__proto__": "x"}');
    expect(misfitOf(proto, { schema: weather, root: weather })).toBe('"city" is missing');
    expect(misfitOf(proto, { schema: { required: ['__proto__'] }, root: {} })).toBeUndefined();
  });

  test('is looked for behind references, and where a schema is one', () => {
    const root = { $defs: { Weather: weather, Angle: { type: 'number' } } };
    expect(misfitOf({}, { schema: { $ref: '#/$defs/Weather' }, root })).toBe('"city" is missing');
    const choice = { anyOf: [{ $ref: '#/$defs/Weather' }, { type: 'object', required: ['town'] }] };
    expect(misfitOf({ town: 'Oslo' }, { schema: choice, root })).toBeUndefined();
  });

  test('is no member that a pattern may allow', () => {
    const schema = { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false };
    expect(misfitOf({ x1: 1 }, { schema, root: schema })).toBeUndefined();
    const closed = { type: 'object', additionalProperties: false };
    expect(misfitOf({ x1: 1 }, { schema: closed, root: closed })).toBe('"x1" is no argument of it');
  });

  test('takes no longer than the value and the schema are', () => {
    const names = Array.from({ length: 20_000 }, (_, place) => `name${place}`);
    const schema = { properties: Object.fromEntries(names.map((name) => [name, {}])), additionalProperties: false };
    const began = performance.now();
    expect(misfitOf(Object.fromEntries(names.map((name) => [name, 1])), { schema, root: schema })).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('is looked for in bounded depth and width', () => {
    const list = { type: 'array', items: { $ref: '#/$defs/List' } };
    const root = { $defs: { List: list } };
    const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}0${']'.repeat(depth)}`);
    expect(misfitOf(nested(3), { schema: list, root })).toBe('at "0" at "0" at "0" it is a number, not an array');
    expect(misfitOf(nested(8), { schema: list, root })).toBeDefined();
    expect(misfitOf(nested(9), { schema: list, root })).toBeUndefined();
    const wide = (at: number) => Object.assign(Array<unknown>(1_000).fill([]), { [at]: 0 });
    expect(misfitOf(wide(199), { schema: list, root })).toBeDefined();
    expect(misfitOf(wide(200), { schema: list, root })).toBeUndefined();
  });
});
