import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { argumentsObject } from './arguments.ts';

describe('arguments as an object', () => {
  test.each<[unknown, unknown]>([
    ['{"a":1}', { a: 1 }],
    [{ a: 1 }, { a: 1 }],
    ['', {}],
    ['{}', {}],
    [undefined, {}],
    [null, {}],
    ['{"a":', { unreadable_arguments: '{"a":' }],
    ['[1]', { unreadable_arguments: '[1]' }],
    ['null', { unreadable_arguments: 'null' }],
    [[1], { unreadable_arguments: [1] }],
    [7, { unreadable_arguments: 7 }],
  ])('%j', (given, expected) => {
    expect(argumentsObject(given)).toEqual(expected);
  });

  test('names of any kind are members like any other', () => {
    expect(JSON.stringify(argumentsObject('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  proves('L10', 'arguments too deep to be written are shown as the text that they came in, or not at all', () => {
    const tower = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(argumentsObject(tower)).toEqual({ unreadable_arguments: tower });
    expect(argumentsObject(JSON.parse(tower))).toEqual({});
  });
});
