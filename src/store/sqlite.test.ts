import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { storeContract } from '../../test/contracts/store/index.ts';
import { continuation, roomy } from '../../test/contracts/store/samples.ts';
import { proves } from '../../test/requirements.ts';
import { folderWith } from '../../test/toolpath.ts';
import type { Store, StoreBounds } from './contract.ts';
import { openSqliteStore } from './sqlite.ts';

storeContract('sqlite', async (bounds, clock) => openAt(newFile(), bounds, clock));

test('A SQLite store finds a saved continuation after a restart', async () => {
  const file = newFile();
  const one = continuation({ prefix: 'p', callIds: ['a'] });
  const before = openAt(file);
  await before.save(one);
  await before.close();
  expect(await openAt(file).find({ key: 'k', callIds: ['a'], prefixes: [] })).toEqual([one]);
});

proves('L9', 'Two SQLite stores on one file find each other’s continuations and share the bounds', async () => {
  const file = newFile();
  let now = 0;
  const bounds = { ...roomy, continuations: 3 };
  const [here, there] = [openAt(file, bounds, () => ++now), openAt(file, bounds, () => ++now)];
  await here.save(continuation({ prefix: 'one' }));
  await there.save(continuation({ prefix: 'two' }));
  await here.save(continuation({ prefix: 'three' }));
  await there.save(continuation({ prefix: 'four' }));
  for (const store of [here, there]) {
    const found = await store.find({ key: 'k', callIds: [], prefixes: ['one', 'two', 'three', 'four'] });
    expect(found.map((each) => each.prefix)).toEqual(['two', 'three', 'four']);
  }
});

test('Several processes can create the same store file at the same time without losing a save', async () => {
  const folder = folderWith({});
  const names = ['a', 'b', 'c', 'd', 'e'];
  const startMs = Date.now() + 1_000; // they start together; a late process only weakens the test
  const codes = await Promise.all(names.map((name) => saveElsewhere(folder, name, startMs)));
  expect(codes).toEqual(names.map(() => 0));
  for (let place = 0; place < FILES; place++) {
    const store = openAt(path.join(folder, `${place}`, 'store.db'));
    const found = await store.find({ key: 'k', callIds: [], prefixes: names });
    expect(found.map((each) => each.prefix).sort()).toEqual(names);
  }
}, 60_000);

proves('L10', 'The store’s folder and files are readable only by this user, and git ignores them', async () => {
  const file = path.join(folderWith({}), 'new', 'deep', 'store.db');
  await openAt(file).save(continuation({}));
  const folder = path.dirname(file);
  expect(modeOf(folder)).toBe(0o700);
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'store.db', 'store.db-shm', 'store.db-wal']);
  for (const name of ['store.db', 'store.db-shm', 'store.db-wal']) expect(modeOf(path.join(folder, name))).toBe(0o600);
  expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n');
});

test('An existing folder keeps its mode and gets no .gitignore', () => {
  const folder = path.join(folderWith({}), 'mine');
  mkdirSync(folder, { mode: 0o755 });
  openAt(path.join(folder, 'store.db'));
  expect(modeOf(folder)).toBe(0o755);
  expect(readdirSync(folder)).not.toContain('.gitignore');
});

proves('L10', 'The store file does not contain the key of a continuation', async () => {
  const file = newFile();
  const store = openAt(file);
  await store.save(continuation({ key: 'swordfish', text: 'known text', callIds: ['a'] }));
  await store.find({ key: 'swordfish', callIds: ['a'], prefixes: [] });
  await store.close();
  const bytes = readFileSync(file, 'latin1');
  expect(bytes).toContain('known text');
  expect(bytes).not.toContain('swordfish');
});

test('A store file of a newer version is rejected and not changed', async () => {
  const file = newFile();
  await openAt(file).close();
  alter(file, 'PRAGMA user_version = 99');
  const before = readFileSync(file);
  expect(openSqliteStore(file, roomy)).toEqual({
    ok: false,
    reason: 'a newer version of Toolpath wrote the file (it has schema 99, and this version knows 1)',
    fix: 'Use that version, or set "store" to another file.',
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('A database of another program is rejected and not changed', () => {
  const file = newFile();
  alter(file, 'CREATE TABLE customers (name TEXT)');
  const before = readFileSync(file);
  expect(openSqliteStore(file, roomy)).toMatchObject({
    ok: false,
    reason: 'the file is a database of another program',
  });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(path.dirname(file))).toEqual(['store.db']);
});

test.each([
  ['is not a database', (file: string) => writeFileSync(file, 'not a database '.repeat(1_000)), 'Move the file away'],
  ['has lost its tables', (file: string) => openThen(file, 'DROP TABLE calls'), 'Move the file away'],
  ['is a folder', (file: string) => mkdirSync(file), 'Make the file and its folder writable'],
])('If the store file %s, openSqliteStore returns the reason and a fix and does not throw', (_, prepare, fix) => {
  const file = newFile();
  prepare(file);
  const opened = openSqliteStore(file, roomy);
  expect(opened).toMatchObject({ ok: false, reason: expect.stringMatching(/\w/), fix: expect.stringContaining(fix) });
});

test('Damaged rows are ignored, and the other continuations are found', async () => {
  const file = newFile();
  const store = openAt(file);
  const whole = continuation({ prefix: 'p', text: 'whole' });
  for (const text of ['broken', 'odd']) await store.save(continuation({ prefix: 'p', text }));
  await store.save(whole);
  alter(
    file,
    `UPDATE bodies SET body = '{' WHERE continuation = 1; UPDATE bodies SET body = '7' WHERE continuation = 2`,
  );
  expect(await store.find({ key: 'k', callIds: [], prefixes: ['p'] })).toEqual([whole]);
});

test('find writes the time of use only if a thousandth of the lifetime has passed since the last one', async () => {
  const file = newFile();
  let now = 1_000_000;
  const store = openAt(file, { ...roomy, continuationMs: 1_000_000 }, () => now);
  await store.save(continuation({ prefix: 'p' }));
  const others = connect(file);
  const version = () => others.prepare('PRAGMA data_version').get()?.data_version;
  const before = version();
  now += 999;
  await store.find({ key: 'k', callIds: [], prefixes: ['p'] });
  expect(version()).toBe(before);
  now += 1;
  await store.find({ key: 'k', callIds: [], prefixes: ['p'] });
  expect(version()).not.toBe(before);
});

proves('L9', 'Expired continuations are removed from the file while others are saved', async () => {
  const file = newFile();
  let now = 1_000_000;
  const store = openAt(file, { ...roomy, continuationMs: 1_000 }, () => now);
  for (let place = 0; place < 300; place++)
    await store.save(continuation({ prefix: `old${place}`, callIds: [`${place}`] }));
  now += 1_000;
  for (let place = 0; place < 200; place++) await store.save(continuation({ prefix: `new${place}` }));
  expect(countsIn(file)).toMatchObject({ continuations: 200, bodies: 200, calls: 0, count: 200 });
});

proves(
  'L9',
  'A full store stays within its count, removes a thousandth of the rows at a time, and keeps correct totals',
  async () => {
    const file = newFile();
    let now = 0;
    const store = openAt(file, { ...roomy, continuations: 3_000 }, () => ++now);
    for (let place = 0; place < 3_500; place++)
      await store.save(continuation({ prefix: `p${place}`, callIds: [`${place}`] }));
    const counts = countsIn(file);
    expect(counts.continuations).toBeGreaterThan(2_990);
    expect(counts.continuations).toBeLessThanOrEqual(3_000);
    expect(counts).toMatchObject({
      bodies: counts.continuations,
      calls: counts.continuations,
      count: counts.continuations,
    });
    expect(counts.totalBytes).toBe(counts.bytes);
  },
  60_000,
);

proves(
  'L9',
  'A large continuation is not saved at first if too many small ones must be removed, so that each save is bounded',
  async () => {
    const file = newFile();
    let now = 0;
    const bounds = { ...roomy, continuations: 10_000, storeBytes: 400_000 };
    const store = openAt(file, bounds, () => ++now);
    for (let place = 0; place < 1_500; place++) await store.save(continuation({ prefix: `p${place}` }));
    const large = continuation({ prefix: 'large', text: 'x'.repeat(399_000) });
    expect(await store.save(large)).toBe(false);
    expect(countsIn(file).totalBytes).toBeLessThanOrEqual(400_000);
    expect(await store.save(large)).toBe(true);
    expect(countsIn(file).totalBytes).toBeLessThanOrEqual(400_000);
  },
  60_000,
);

test('A save that fails midway is rolled back', async () => {
  const file = newFile();
  const store = openAt(file);
  await store.save(continuation({ prefix: 'before' }));
  alter(file, `CREATE TRIGGER no BEFORE INSERT ON calls BEGIN SELECT RAISE(ABORT, 'no room for calls'); END`);
  await expect(store.save(continuation({ prefix: 'p', callIds: ['a'] }))).rejects.toThrow('no room for calls');
  alter(file, 'DROP TRIGGER no');
  await store.save(continuation({ prefix: 'after' }));
  const found = await store.find({ key: 'k', callIds: ['a'], prefixes: ['before', 'p', 'after'] });
  expect(found.map((each) => each.prefix)).toEqual(['before', 'after']);
});

function newFile(): string {
  return path.join(folderWith({}), 'store.db');
}

function openAt(file: string, bounds: StoreBounds = roomy, clock?: () => number): Store {
  const opened = openSqliteStore(file, bounds, clock);
  if (!opened.ok) throw new Error(opened.reason);
  onTestFinished(() => opened.store.close());
  return opened.store;
}

/** Opens the file directly, as another program would. */
function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

function alter(file: string, sql: string): void {
  const database = connect(file);
  database.exec(sql);
  database.close();
}

function openThen(file: string, sql: string): void {
  openAt(file);
  alter(file, sql);
}

function countsIn(
  file: string,
): Record<'continuations' | 'bodies' | 'calls' | 'bytes' | 'count' | 'totalBytes', number> {
  const row = connect(file)
    .prepare(`SELECT (SELECT count(*) FROM continuations) AS continuations, (SELECT count(*) FROM bodies) AS bodies,
      (SELECT count(*) FROM calls) AS calls, (SELECT sum(bytes) FROM continuations) AS bytes, count, bytes AS totalBytes
      FROM totals`)
    .get();
  return row as ReturnType<typeof countsIn>;
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}

const FILES = 12;

/** Starts a process that saves one continuation, with the prefix `name`, into each file. Returns its exit code. */
async function saveElsewhere(folder: string, name: string, startMs: number): Promise<unknown> {
  const source = `
    import { openSqliteStore } from ${JSON.stringify(path.join(import.meta.dirname, 'sqlite.ts'))};
    const [, folder, prefix, startMs] = process.argv;
    for (let place = 0; place < ${FILES}; place++) {
      while (Date.now() < Number(startMs) + place * 100);
      const opened = openSqliteStore(folder + '/' + place + '/store.db', ${JSON.stringify(roomy)});
      if (!opened.ok) throw new Error(opened.reason);
      await opened.store.save({ key: 'k', prefix, text: '', steps: [] });
      await opened.store.close();
    }`;
  const args = ['--input-type=module', '-e', source, folder, name, String(startMs)];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
  return code;
}
