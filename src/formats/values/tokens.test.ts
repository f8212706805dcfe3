import { describe, expect, test } from 'vitest';
import { readToken } from './tokens.ts';

const ODD = 'numbers that JSON does not have';

describe('a bare word', () => {
  test.each(['0', '-0', '12', '-1.50', '1e5', '1E-05', '123456789012345678901234567890', 'true', 'false', 'null'])(
    '%s stays as it is, in either dialect',
    (word) => {
      expect(readToken(word, false)).toEqual({ json: word });
      expect(readToken(word, true)).toEqual({ json: word });
    },
  );

  test.each([
    ['True', 'true'],
    ['False', 'false'],
    ['None', 'null'],
  ])('%s is a constant of Python, and mended elsewhere', (word, json) => {
    expect(readToken(word, true)).toEqual({ json });
    expect(readToken(word, false)).toEqual({ json, repair: 'Python constants' });
  });

  test.each([
    ['+1', '1'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['1_000_000', '1000000'],
    ['0x1F', '31'],
    ['-0x10', '-16'],
    ['0o17', '15'],
    ['-0B101', '-5'],
    ['+0Xff', '255'],
    ['0xffffffffffffffffff', '4722366482869645213695'],
  ])('%s is the number %s', (word, json) => {
    for (const isPython of [true, false]) expect(readToken(word, isPython)).toEqual({ json, repair: ODD });
  });

  test.each([
    ['007', '7'],
    ['-010.5', '-10.5'],
  ])('%s may be a code: a number in Python alone', (word, number) => {
    expect(readToken(word, false)).toEqual({ json: JSON.stringify(word), repair: ODD });
    expect(readToken(word, true)).toEqual({ json: number, repair: ODD });
  });

  test.each(['NaN', 'nan', 'Infinity', '-inf', '+Infinity', '1__0', '1_'])('%s loses nothing as a string', (word) => {
    expect(readToken(word, false)).toEqual({ json: JSON.stringify(word), repair: ODD });
  });

  test.each([
    '',
    '-',
    '+',
    '..',
    'e5',
    '1e',
    '1.2.3',
    '0x',
    '0b2',
    '0o8',
    '0xg',
    'TRUE',
    'nil',
    'undefined',
    '--1',
    '1-2',
    'constructor',
    '１',
  ])('%j is none', (word) => {
    expect(readToken(word, false)).toBeUndefined();
    expect(readToken(word, true)).toBeUndefined();
  });

  test('is bounded', () => {
    expect(readToken('1'.repeat(400), false)).toEqual({ json: '1'.repeat(400) });
    expect(readToken('1'.repeat(401), false)).toBeUndefined();
  });
});
