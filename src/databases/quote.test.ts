import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteName, quoteTable } from './quote.ts';
import { isReserved } from './reserved-words.ts';
import { sqlTokens, unquoted } from './sql-text.ts';

describe('Quoted names', () => {
  test.each([
    ['orders', 'postgres', 'orders'],
    ['Orders', 'postgres', '"Orders"'],
    ['Orders', 'sqlite', 'Orders'],
    ['Orders', 'duckdb', 'Orders'],
    ['order', 'sqlite', '"order"'],
    ['Order', 'mysql', '`Order`'],
    ['user', 'postgres', '"user"'],
    ['user', 'sqlite', 'user'],
    ['rank', 'mysql', '`rank`'],
    ['pivot', 'duckdb', '"pivot"'],
    ['first name', 'mysql', '`first name`'],
    ['a"b', 'postgres', '"a""b"'],
    ['a`b', 'mysql', '`a``b`'],
    ['😀', 'sqlite', '"😀"'],
    ['größe', 'postgres', '"größe"'],
    ['2024', 'duckdb', '"2024"'],
    ['', 'sqlite', '""'],
    ['constructor', 'sqlite', 'constructor'],
  ] as const)('The name %j of %s is written %s', (name, dialect, written) => {
    expect(quoteName(name, dialect)).toBe(written);
  });

  test.each([
    ['sales.orders', 'postgres', 'sales.orders'],
    ['Sales.order', 'postgres', '"Sales"."order"'],
    ['sales.order', 'mysql', 'sales.`order`'],
    ['v1.0 data', 'sqlite', '"v1.0 data"'],
    ['.x', 'duckdb', '".x"'],
  ] as const)('The table %j of %s is written %s', (name, dialect, written) => {
    expect(quoteTable(name, dialect)).toBe(written);
  });

  test('Any name is one token that means the name', () => {
    const dialects = fc.constantFrom('sqlite', 'postgres', 'mysql', 'duckdb');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), dialects, (name, dialect) => {
        const tokens = [...sqlTokens(quoteName(name, dialect), dialect)];
        expect(tokens.map(unquoted)).toEqual([name]);
      }),
    );
  });
});

test('SQLite takes each of its keywords as a table and a column as we write them', () => {
  const database = new DatabaseSync(':memory:');
  const keywords =
    'abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case ' +
    'cast check collate column commit conflict constraint create cross current current_date current_time current_timestamp ' +
    'database default deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive ' +
    'exists explain fail filter first following for foreign from full generated glob group groups having if ignore immediate ' +
    'in index indexed initially inner insert instead intersect into is isnull join key last left like limit match materialized ' +
    'natural no not nothing notnull null nulls of offset on or order others outer over partition plan pragma preceding primary ' +
    'query raise range recursive references regexp reindex release rename replace restrict returning right rollback row rows ' +
    'savepoint select set table temp temporary then ties to transaction trigger unbounded union unique update using vacuum ' +
    'values view virtual when where window with without';
  for (const keyword of keywords.split(' ')) {
    const name = quoteName(keyword, 'sqlite');
    database.exec(`create table "${keyword}" ("${keyword}" integer)`);
    database.exec(`select ${name}, ${name}.${name} from ${name} where ${name} > 1 order by ${name}`);
  }
  expect(isReserved('SELECT', 'sqlite')).toBe(true);
  expect(isReserved('plan', 'sqlite')).toBe(false);
});
