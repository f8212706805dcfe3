import { describe, expect, test } from 'vitest';
import { readToken } from './tokens.ts';

const ODD = 'numbers that are not valid JSON';

describe('An unquoted word', () => {
  test.each(['0', '-0', '12', '-1.50', '1e5', '1E-05', '123456789012345678901234567890', 'true', 'false', 'null'])(
    'The word %s is unchanged in both dialects',
    (word) => {
      expect(readToken(word, false)).toEqual({ json: word });
      expect(readToken(word, true)).toEqual({ json: word });
    },
  );

  test.each([
    ['True', 'true'],
    ['False', 'false'],
    ['None', 'null'],
  ])('The word %s is a constant in Python and is repaired in JSON', (word, json) => {
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
  ])('The word %s becomes the number %s', (word, json) => {
    for (const isPython of [true, false]) expect(readToken(word, isPython)).toEqual({ json, repair: ODD });
  });

  test.each([
    ['007', '7'],
    ['-010.5', '-10.5'],
  ])('The word %s may be a code, so only Python reads it as a number', (word, number) => {
    expect(readToken(word, false)).toEqual({ json: JSON.stringify(word), repair: ODD });
    expect(readToken(word, true)).toEqual({ json: number, repair: ODD });
  });

  test.each(['NaN', 'nan', 'Infinity', '-inf', '+Infinity', '1__0', '1_'])(
    'The word %s becomes a string, because a number would lose information',
    (word) => {
      expect(readToken(word, false)).toEqual({ json: JSON.stringify(word), repair: ODD });
    },
  );

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
  ])('The word %j is neither a number nor a constant', (word) => {
    expect(readToken(word, false)).toBeUndefined();
    expect(readToken(word, true)).toBeUndefined();
  });

  test('A number of more than 400 digits is not read', () => {
    expect(readToken('1'.repeat(400), false)).toEqual({ json: '1'.repeat(400) });
    expect(readToken('1'.repeat(401), false)).toBeUndefined();
  });
});
