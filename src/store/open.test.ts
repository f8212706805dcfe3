import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { continuation, roomy } from '../../test/contracts/store/samples.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { folderWith } from '../../test/toolpath.ts';
import { openStore } from './index.ts';

const query = { key: 'k', callIds: [], prefixes: ['p'] };

test('A memory store finds what was saved and logs nothing', async () => {
  const folder = folderWith({});
  const log = recordingLog();
  const store = await openStore('memory', roomy, log, folder);
  await store.save(continuation({ prefix: 'p' }));
  expect(await store.find(query)).toHaveLength(1);
  expect(log.lines).toEqual([]);
});

test('A store file is relative to the working folder and lasts across restarts', async () => {
  const folder = folderWith({});
  const log = recordingLog();
  const first = await openStore('sqlite:.toolpath/store.db', roomy, log, folder);
  await first.save(continuation({ prefix: 'p' }));
  await first.close();
  expect(existsSync(path.join(folder, '.toolpath', 'store.db'))).toBe(true);
  const second = await openStore(`sqlite:${path.join(folder, '.toolpath', 'store.db')}`, roomy, log, '/');
  expect(await second.find(query)).toHaveLength(1);
  await second.close();
  expect(log.lines).toEqual([]);
});

test.each([
  ['is not a database', (file: string) => writeFileSync(file, 'x'.repeat(9_000)), /not a database.*Move the file away/],
  ['has a newer schema', (file: string) => make(file, 'PRAGMA user_version = 2'), /newer version.*Use that version/],
  ['is of another program', (file: string) => make(file, 'CREATE TABLE t (a)'), /another program.*to another file/],
  ['is a folder', (file: string) => mkdirSync(file), /unable to open.*writable/],
])(
  'If the store file %s, one warning says why and what to do, and memory is used instead',
  async (_, prepare, told) => {
    const folder = folderWith({});
    prepare(path.join(folder, 'store.db'));
    await expectFallback('sqlite:store.db', folder, told);
  },
);

test('If the folder cannot be created or the kind of store is unknown, one warning is logged and memory is used instead', async () => {
  const folder = folderWith({ file: 'in the way' });
  await expectFallback('sqlite:file/store.db', folder, /ENOTDIR.*writable/);
  await expectFallback('sqlite:a\0b', folder, /null bytes.*set "store" to another file/);
  await expectFallback('redis:here', folder, /kind of store is unknown.*Set "store" to "sqlite:FILE"/);
});

test.runIf(process.platform === 'linux')(
  'If the store is in /proc, where nothing can be created, one warning is logged and memory is used instead',
  async () => {
    await expectFallback('sqlite:/proc/nowhere/store.db', '/', /ENOENT.*writable/);
  },
);

test('If the store file breaks later, the store saves and finds nothing, does not throw, and logs one warning', async () => {
  const folder = folderWith({});
  const log = recordingLog();
  const store = await openStore('sqlite:store.db', roomy, log, folder);
  make(path.join(folder, 'store.db'), 'DROP TABLE bodies');
  expect(await store.save(continuation({ prefix: 'p' }))).toBe(false);
  expect(await store.find(query)).toEqual([]);
  expect(await store.save(continuation({ prefix: 'p' }))).toBe(false);
  expect(log.lines).toEqual([
    {
      level: 'warn',
      fields: { store: 'sqlite:store.db', reason: 'no such table: bodies' },
      message: expect.stringMatching(
        /^The store "sqlite:store.db" failed: no such table.*Check the disk and the file\.$/,
      ),
    },
  ]);
  await store.close();
  await expect(store.find(query)).rejects.toThrow('The store is closed.');
});

test('SQLite is loaded only for a store in a file', () => {
  expect(loadsSqlite('memory')).toBe(false);
  expect(loadsSqlite('sqlite:store.db')).toBe(true);
});

async function expectFallback(setting: string, folder: string, told: RegExp): Promise<void> {
  const log = recordingLog();
  const store = await openStore(setting, roomy, log, folder);
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toMatchObject({ level: 'warn', message: expect.stringMatching(told) });
  expect(log.lines[0]?.message).toContain('keeps turns in memory instead, and loses them when it stops');
  expect(await store.save(continuation({ prefix: 'p' }))).toBe(true);
  expect(await store.find(query)).toHaveLength(1);
  await store.close();
}

function make(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function loadsSqlite(setting: string): boolean {
  const source = `
    import { openStore } from ${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))};
    const log = { debug() {}, info() {}, warn(fields, message) { throw new Error(message); }, error() {} };
    const store = await openStore(${JSON.stringify(setting)}, ${JSON.stringify(roomy)}, log);
    await store.close();
    console.log(process.moduleLoadList.includes('NativeModule sqlite'));`;
  const cwd = folderWith({});
  return execFileSync(process.execPath, ['--input-type=module', '-e', source], { cwd }).toString().trim() === 'true';
}
