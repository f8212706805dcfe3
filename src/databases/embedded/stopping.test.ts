import { existsSync, statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
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
  const before = statSync(file).size;
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before), 10_000); // a part of the change is written
  cancelled.abort();
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
    const start = performance.now();
    while (performance.now() - start < 50); // the answer arrives while the event loop is blocked
    cancelled.abort();
    await first;
    expect((await query(database, 'SELECT 2')).rows).toEqual([[2]]);
  }
});
