import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { argumentsObject } from './arguments-object.ts';

describe('argumentsObject', () => {
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
  ])('Arguments %j become an object', (given, expected) => {
    expect(argumentsObject(given)).toEqual(expected);
  });

  test('An argument named __proto__ is kept as an ordinary property', () => {
    expect(JSON.stringify(argumentsObject('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  proves(
    ['L9', 'L10'],
    'Arguments with more values than can be parsed quickly are passed as their original text',
    () => {
      const many = (count: number) => `{"a":[${'0,'.repeat(count)}0]}`;
      expect(argumentsObject(many(249_000))).toHaveProperty('a');
      expect(argumentsObject(many(251_000))).toEqual({ unreadable_arguments: many(251_000) });
    },
  );

  proves(
    'L10',
    'Arguments that are nested too deeply are passed as their original text, or become {} if they arrived as an object',
    () => {
      const tower = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(argumentsObject(tower)).toEqual({ unreadable_arguments: tower });
      expect(argumentsObject(JSON.parse(tower))).toEqual({});
    },
  );
});
