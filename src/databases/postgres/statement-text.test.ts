import { describe, expect, test } from 'vitest';
import { checkStatementText, firstWord, tokenAt } from './statement-text.ts';

describe('The text of a statement', () => {
  test.each([
    ['vacuum', 'VACUUM'],
    ['  ;; -- SELECT\n/* a /* b */ c */DELETE FROM t', 'DELETE'],
    ['(SELECT 1)', ''],
    ['/* open', ''],
  ])('The first word of %j is %j', (sql, word) => {
    expect(firstWord(sql)).toBe(word);
  });

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
      firstWord(sql);
      tokenAt(sql, sql.length);
      try {
        checkStatementText(sql);
      } catch {} // only the time matters
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
