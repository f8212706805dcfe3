import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { options, query } from '../../../test/contracts/databases/index.ts';
import { sqliteFile } from '../../../test/databases/sqlite-file.ts';
import { openEmbedded } from './embedded.ts';

function opened(file: string) {
  const database = openEmbedded({ dialect: 'sqlite', path: file }, { ...options, isWritable: true });
  onTestFinished(() => database.close());
  return database;
}

test('After a large change was cancelled, the next query finds the database as it was', async () => {
  const file = sqliteFile(['CREATE TABLE numbers (n, filler)', 'INSERT INTO numbers VALUES (0, NULL)']);
  const database = opened(file);
  expect((await query(database, 'SELECT count(*) FROM numbers')).rows).toEqual([[1]]);
  const cancelled = new AbortController();
  const change = query(
    database,
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO numbers SELECT i, hex(randomblob(500)) FROM n',
    { access: 'write', signal: cancelled.signal },
  );
  change.catch(() => undefined);
  setTimeout(() => cancelled.abort(), 1_000);
  await expect(change).rejects.toMatchObject({ kind: 'cancelled' });
  expect(existsSync(`${file}-journal`)).toBe(true); // SQLite must still undo the change
  expect((await query(database, 'SELECT count(*) FROM numbers')).rows).toEqual([[1]]);
});

test('A statement that is cancelled just as its answer arrives does not disturb the next one', async () => {
  const database = opened(sqliteFile());
  await query(database, 'SELECT 1');
  for (let times = 0; times < 3; times++) {
    const cancelled = new AbortController();
    const first = query(database, 'SELECT 1', { signal: cancelled.signal }).catch(() => undefined);
    await turn();
    for (const from = performance.now(); performance.now() - from < 50; ); // the answer arrives, and nobody reads it
    cancelled.abort();
    await first;
    expect((await query(database, 'SELECT 2')).rows).toEqual([[2]]);
  }
});
