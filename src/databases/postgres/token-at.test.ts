import { describe, expect, test } from 'vitest';
import { tokenAt } from './token-at.ts';

describe('The token at a position', () => {
  test.each([
    ['SELECT nope FROM t', 8, 'nope'],
    ['SELECT 😀, a.b FROM t', 11, 'a.b'],
    ['SELECT "a b"."c" FROM t', 8, '"a b"."c"'],
    ["SELECT 'x y'", 8, "'x y'"],
    ['SELECT 1', 99, ''],
  ])('In %j the token at character %i is %j', (sql, position, token) => {
    expect(tokenAt(sql, position)).toBe(token);
  });

  test('A megabyte of comment marks, quotes or spaces takes linear time', () => {
    const start = performance.now();
    for (const part of ['/*', '*/', '--', '/* */', '"', ';', ' ', '-- \n']) {
      const sql = part.repeat(1_000_000 / part.length);
      tokenAt(sql, sql.length);
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
