import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sqliteFile } from './databases/sqlite-file.ts';
import { proves } from './requirements.ts';
import { folderWith, toolpath } from './toolpath.ts';

function folder(databases: object, settings: object = {}): string {
  return folderWith({ 'toolpath.json': { databases, store: 'memory', ...settings } });
}

test('The databases command lists the databases with their state, and fails if one cannot be read', async () => {
  const shop = { url: `sqlite:${sqliteFile()}` };
  const good = await toolpath(['databases'], folder({ shop }));
  expect(good).toMatchObject({ code: 0, stderr: '' });
  expect(good.stdout).toMatch(
    /^database +state +tables +access +engine +address\nshop +ready +4 +read +SQLite +\S+shop\.db\n$/,
  );

  const both = await toolpath(
    ['databases'],
    folder({ shop, crm: { url: 'postgres://ann:canary@127.0.0.1:1/crm', write: true } }),
  );
  expect(both.code).toBe(1);
  expect(both.stdout).toMatch(
    /^crm +failed +- +read, write +PostgreSQL +postgres:\/\/ann@127\.0\.0\.1:1\/crm\n {2}error /m,
  );
  expect(both.stdout + both.stderr).not.toContain('canary');

  const json = await toolpath(['databases', '--json'], folder({ shop }));
  expect(JSON.parse(json.stdout)).toMatchObject([
    { name: 'shop', engine: 'SQLite', state: 'ready', tables: 4, writable: false },
  ]);
});

test('Without a database, the databases command says how to add one', async () => {
  const { code, stdout } = await toolpath(['databases'], folder({}));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^There are no databases\. To add one, set "databases" in toolpath\.json/);
});

proves('S1.sql.execute', 'The sql command prints a table, and with --json what a model receives', async () => {
  const where = folder({ shop: { url: `sqlite:${sqliteFile()}` } });
  const table = await toolpath(['sql', 'SELECT id, name, email FROM customers ORDER BY id'], where);
  expect(table).toEqual({
    code: 0,
    stdout: 'id  name    email\n1   Ada     ada@example.com\n2   Böb     NULL\n3   Çem 🙂  NULL\n',
    stderr: '3 rows\n',
  });
  const json = await toolpath(
    ['sql', '-', '--json', '--max-rows', '1'],
    where,
    {},
    'SELECT id FROM customers ORDER BY id',
  );
  expect(JSON.parse(json.stdout)).toMatchObject({ rows: [[1]], row_count: 1, truncated: true });
});

test('The sql command fails with the error that a model would get', async () => {
  const where = folder({ shop: { url: `sqlite:${sqliteFile()}` } });
  const wrong = await toolpath(['sql', 'SELECT * FROM custmers'], where);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toMatch(/no such table: custmers.*Nearest: customers \(/);
  const writing = await toolpath(['sql', 'DELETE FROM customers'], where);
  expect(writing.stderr).toMatch(/read-only/);
  const nowhere = await toolpath(['sql', 'SELECT 1', '--source', 'crm'], where);
  expect(nowhere.stderr).toMatch(/There is no database "crm"\. The databases are: shop \(SQLite\)/);
  const none = await toolpath(['sql', 'SELECT 1'], folder({}));
  expect(none).toMatchObject({ code: 1, stderr: expect.stringMatching(/there is no database/) });
});

test('With several databases, the sql command asks for --source', async () => {
  const url = `sqlite:${sqliteFile()}`;
  const where = folder({ shop: { url }, crm: { url } });
  const { code, stderr } = await toolpath(['sql', 'SELECT 1'], where);
  expect(code).toBe(2);
  expect(stderr).toBe('There are several databases. Choose one with --source: shop (SQLite), crm (SQLite).\n');
  const chosen = await toolpath(['sql', 'SELECT 1 AS x', '--source', 'crm'], where);
  expect(chosen).toMatchObject({ code: 0, stdout: 'x\n1\n' });
});

test('The doctor command checks databases', async () => {
  const missing = folder({ shop: { url: `sqlite:${sqliteFile()}` }, lost: { url: 'sqlite:./lost.db' } }, { port: 0 });
  const { code, stdout } = await toolpath(['doctor'], missing);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ok +database +shop \(SQLite\) at \S+ has 4 tables; read-only$/m);
  expect(stdout).toMatch(/^problem +database +lost \(SQLite\) at /m);
});

test('Paths of databases are relative to the settings file, and an address with an unknown scheme is a problem', async () => {
  const where = folder({ shop: { url: 'sqlite:./data.db' } });
  writeFileSync(path.join(where, 'data.db'), '');
  const found = await toolpath(['sql', 'SELECT 1 AS x'], where);
  expect(found).toMatchObject({ code: 0, stdout: 'x\n1\n' });
  const odd = await toolpath(['databases'], folder({ shop: { url: 'shop.db' } }));
  expect(odd.code).toBe(2);
  expect(odd.stderr).toMatch(/databases\.shop\.url.*expected an address such as/s);
});
