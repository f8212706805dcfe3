import { describe, expect, test } from 'vitest';
import { splitStatements, startsAsQuery } from './sql-text.ts';

describe('splitting a text into statements', () => {
  test.for([
    ['SELECT 1', 'SELECT 1', ''],
    [' ;\n SELECT 1 ; ', 'SELECT 1 ', ''],
    ['SELECT 1; -- done\n', 'SELECT 1', ''],
    ['SELECT 1; # done', 'SELECT 1', ''],
    ['SELECT 1;; /* done */ ;', 'SELECT 1', ''],
    ['SELECT 1; SELECT 2; SELECT 3', 'SELECT 1', 'SELECT 2; SELECT 3'],
    ['SELECT \'a;b\', "c;d", `e;f`; X', 'SELECT \'a;b\', "c;d", `e;f`', 'X'],
    ["SELECT 'it''s; fine'; X", "SELECT 'it''s; fine'", 'X'],
    ["SELECT 'a\\'; b'; X", "SELECT 'a\\'; b'", 'X'],
    ['SELECT `a\\`; X', 'SELECT `a\\`', 'X'],
    ['SELECT 1 /* ; */ + 1 -- ;\n+ 1 # ;\n; X', 'SELECT 1 /* ; */ + 1 -- ;\n+ 1 # ;\n', 'X'],
    ['SELECT 1--1; X', 'SELECT 1--1', 'X'],
    ['/*! DELETE FROM t */', '/*! DELETE FROM t */', ''],
    ['/*M!100100 DELETE FROM t */', '/*M!100100 DELETE FROM t */', ''],
    ["SELECT 'open; X", "SELECT 'open; X", ''],
    ['SELECT /* open; X', 'SELECT /* open; X', ''],
    ['-- only', '', ''],
    ['', '', ''],
  ] as const)('%j', ([sql, first, rest]) => {
    expect(splitStatements(sql)).toEqual({ first, rest });
  });

  test('A text of 4 MB takes linear time, whatever it holds', () => {
    for (const part of [';', '/*', '/**/', "'", '`', '\\', '-- ', '#', "';", '/*!', '--\n']) {
      const startedAt = performance.now();
      splitStatements(part.repeat(4_000_000 / part.length));
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    }
  });
});

test('Only a text that begins as a query counts as one', () => {
  for (const sql of ['select 1', ' /* c */ ( (SELECT 1))', '-- c\nSELECT\n1']) expect(startsAsQuery(sql)).toBe(true);
  for (const sql of [
    'INSERT INTO t SELECT 1',
    'selection',
    'WITH x AS (SELECT 1) DELETE FROM t',
    '',
    '/*! SELECT 1 */',
  ])
    expect(startsAsQuery(sql)).toBe(false);
});
