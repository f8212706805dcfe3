import { expect, onTestFinished, test } from 'vitest';
import { options, query } from '../../../test/contracts/databases/index.ts';
import { rowsIn, sqliteFile } from '../../../test/databases/sqlite-file.ts';
import { openEmbedded } from './embedded.ts';

const FULL_TEXT = ['CREATE VIRTUAL TABLE notes USING fts5(body)', "INSERT INTO notes VALUES ('green tea')"];
const SPATIAL = ['CREATE VIRTUAL TABLE areas USING rtree(id, low, high)', 'INSERT INTO areas VALUES (1, 2, 3)'];

function opened(file: string, isWritable = false) {
  const database = openEmbedded({ dialect: 'sqlite', path: file }, { ...options, isWritable });
  onTestFinished(() => database.close());
  return database;
}

test('A full-text table (FTS5) of a read-only source can be searched', async () => {
  const database = opened(sqliteFile(FULL_TEXT));
  for (let times = 0; times < 2; times++)
    expect((await query(database, "SELECT body FROM notes WHERE notes MATCH 'tea'")).rows).toEqual([['green tea']]);
});

test('A full-text table of a writable source can be changed', async () => {
  const file = sqliteFile(FULL_TEXT);
  await query(opened(file, true), "INSERT INTO notes VALUES ('black tea')", { access: 'write' });
  expect(rowsIn(file, "SELECT count(*) AS n FROM notes WHERE notes MATCH 'tea'")).toEqual([{ n: 2 }]);
});

test('A spatial index (R-Tree) of a read-only source can be read, and nothing can write to it', async () => {
  const file = sqliteFile(SPATIAL);
  const database = opened(file);
  expect((await query(database, 'SELECT id FROM areas WHERE low > 1')).rows).toEqual([[1]]);
  for (const sql of ['INSERT INTO areas VALUES (2, 2, 3)', 'DELETE FROM areas', 'DELETE FROM areas_node'])
    await expect(query(database, sql)).rejects.toThrow(/read-only|may not be modified/);
  expect(rowsIn(file, 'SELECT id FROM areas')).toEqual([{ id: 1 }]);
});

test('A statement with fewer values than placeholders is refused instead of reading NULL', async () => {
  const file = sqliteFile();
  const database = opened(file, true);
  for (const [sql, parameters] of [
    ['SELECT ?, ?', [1]],
    ['SELECT name FROM customers WHERE id = ?', []],
    ['SELECT ?2', [1]],
  ] as const)
    await expect(query(database, sql, { parameters })).rejects.toThrow('placeholders for more values');
  await expect(query(database, 'UPDATE customers SET name = ?', { access: 'write' })).rejects.toThrow('placeholders');
  expect(rowsIn(file, 'SELECT name FROM customers WHERE id = 1')).toEqual([{ name: 'Ada' }]);
  await expect(query(database, 'SELECT ?', { parameters: [1, 2] })).rejects.toThrow(
    'more parameters than placeholders',
  );
  expect((await query(database, "SELECT '?', ?2, ?1, '$.a'", { parameters: [1, 2] })).rows).toEqual([
    ['?', 2, 1, '$.a'],
  ]);
});
