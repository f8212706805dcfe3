import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MariadbServer, TestDatabase } from '../../../test/databases/mariadb-server.ts';
import { failure, OPTIONS, opened, run, serverForTests } from '../../../test/databases/mysql-runs.ts';
import {
  HARMLESS,
  MARIADB_SETUP,
  MARIADB_UNSAFE,
  SAFETY_SETUP,
  UNSAFE,
} from '../../../test/databases/mysql-statements.ts';
import { openMysql } from './mysql.ts';

let shop: TestDatabase;
let isMaria = false;
const server = await serverForTests(async (started) => {
  const [row] = await started.admin('SELECT VERSION() AS version');
  isMaria = String(row?.version).includes('MariaDB');
  shop = await newShop(started);
});

async function newShop(server: MariadbServer): Promise<TestDatabase> {
  const database = await server.createDatabase();
  const owner = openMysql(database.ownerUrl, { ...OPTIONS, isWritable: true });
  for (const sql of [...SAFETY_SETUP, ...(isMaria ? MARIADB_SETUP : [])]) await run(owner, sql, { access: 'write' });
  await owner.close();
  return database;
}

describe('an account that owns its database, with read access', () => {
  for (const sql of UNSAFE) test(`The statement changes nothing: ${JSON.stringify(sql)}`, () => changesNothing(sql));

  for (const sql of MARIADB_UNSAFE)
    test(`The statement of MariaDB changes nothing: ${JSON.stringify(sql)}`, (context) => {
      if (!isMaria) context.skip('The server is not MariaDB.');
      return changesNothing(sql);
    });

  for (const sql of HARMLESS)
    test(`The statement only looks like a change and returns rows: ${JSON.stringify(sql)}`, async () => {
      const { columns, rows } = await run(opened(shop.ownerUrl), sql);
      expect(columns.length).toBeGreaterThan(0);
      expect(rows.length).toBeGreaterThan(0);
    });

  test('The lists hold at least 60 statements that change something and 20 that do not', () => {
    expect(UNSAFE.length + MARIADB_UNSAFE.length).toBeGreaterThanOrEqual(60);
    expect(HARMLESS.length).toBeGreaterThanOrEqual(20);
  });

  test('The fingerprint that the tests compare changes with a row, a definition and a file', async () => {
    const database = await newShop(server());
    const prints = [await server().fingerprint(database.name)];
    for (const sql of [
      'INSERT INTO legacy VALUES (5, 5)',
      'ALTER TABLE orders COMMENT = "x"',
      'CREATE TABLE added (id INT)',
    ]) {
      await run(opened(database.ownerUrl, { isWritable: true }), sql, { access: 'write' });
      prints.push(await server().fingerprint(database.name));
    }
    expect(new Set(prints).size).toBe(4);
  });

  async function changesNothing(sql: string): Promise<void> {
    const before = await server().fingerprint(shop.name);
    const { kind } = await failure(run(opened(shop.ownerUrl), sql));
    expect(['read-only', 'not-one-statement', 'other']).toContain(kind);
    expect(await server().fingerprint(shop.name)).toBe(before);
  }
});

describe('a writable source', () => {
  test('Statements with the access "read" cannot change anything', async () => {
    const database = opened(shop.ownerUrl, { isWritable: true });
    const before = await server().fingerprint(shop.name);
    for (const sql of ['DELETE FROM orders', 'CALL commits()', 'DROP TABLE orders', 'SELECT writes()'])
      expect((await failure(run(database, sql))).kind).toBe('read-only');
    expect(await server().fingerprint(shop.name)).toBe(before);
  });

  test('The server cannot read a file of this machine with LOAD DATA LOCAL', async () => {
    const database = opened(shop.ownerUrl, { isWritable: true });
    const before = await server().fingerprint(shop.name);
    const sql = `LOAD DATA LOCAL INFILE '${import.meta.filename}' INTO TABLE orders (name)`;
    expect((await failure(run(database, sql, { access: 'write' }))).kind).toBe('other');
    expect(await server().fingerprint(shop.name)).toBe(before);
  });

  test('A text with several statements is refused, and none runs', async () => {
    const database = opened(shop.ownerUrl, { isWritable: true });
    const before = await server().fingerprint(shop.name);
    for (const sql of ['DELETE FROM orders; DELETE FROM legacy', 'SELECT 1; DROP TABLE orders', 'USE mysql; SELECT 1'])
      expect((await failure(run(database, sql, { access: 'write' }))).kind).toBe('not-one-statement');
    expect(await server().fingerprint(shop.name)).toBe(before);
  });
});

describe('the account of a read-only source', () => {
  test('An account with all privileges is refused with the SQL that creates a proper one', async () => {
    const url = new URL(server().adminUrl);
    url.pathname = `/${shop.name}`;
    const { kind, message } = await failure(run(opened(url.href), 'SELECT 1'));
    expect(kind).toBe('unsafe-account');
    expect(message).toContain('root@');
    expect(message).toContain('ALL PRIVILEGES');
    expect(message).toContain(`GRANT SELECT, SHOW VIEW ON ${shop.name}.* TO 'toolpath'@'%';`);
    expect(message).not.toContain(url.password === '' ? 'mysql://' : url.password);
  });

  test('An account with FILE is refused, because its SELECT could read and write files of the server', async () => {
    const { name, readerUrl } = await server().createDatabase();
    await server().admin(`GRANT FILE ON *.* TO '${name}_r'@'%'`);
    const database = opened(readerUrl);
    const folder = server().writableFolder;
    const sql = `SELECT 1 INTO OUTFILE '${path.join(folder ?? '/tmp', 'toolpath-out')}'`;
    expect(await failure(run(database, sql))).toMatchObject({ kind: 'unsafe-account' });
    expect(await failure(database.readSchema(new AbortController().signal, () => {}))).toMatchObject({
      kind: 'unsafe-account',
    });
    if (folder !== undefined) expect(readdirSync(folder)).not.toContain('toolpath-out');
  });

  test('An account with FILE works after the privilege is revoked', async () => {
    const { name, readerUrl } = await server().createDatabase();
    await server().admin(`GRANT FILE ON *.* TO '${name}_r'@'%'`);
    const database = opened(readerUrl);
    expect((await failure(run(database, 'SELECT 1'))).kind).toBe('unsafe-account');
    await server().admin(`REVOKE FILE ON *.* FROM '${name}_r'@'%'`);
    expect((await run(database, 'SELECT 1')).rows).toEqual([[1]]);
  });

  test('With read access, an account with FILE of a writable source cannot write a file', async (context) => {
    const folder = server().writableFolder;
    if (folder === undefined) return context.skip('The folder of the given server is not known.');
    const url = new URL(server().adminUrl);
    url.pathname = `/${shop.name}`;
    const database = opened(url.href, { isWritable: true });
    for (const into of ['OUTFILE', 'DUMPFILE']) {
      const file = path.join(folder, `written-${into}`);
      for (const sql of [`SELECT 1 INTO ${into} '${file}'`, `SELECT 1 /*!50000 INTO ${into} '${file}' */`])
        expect((await failure(run(database, sql))).kind).toBe('read-only');
      expect(existsSync(file)).toBe(false);
    }
  });

  test('A privilege that the account has through its default role is noticed', async (context) => {
    if (!isMaria) context.skip('The test creates the role as MariaDB does.');
    const { name, readerUrl } = await server().createDatabase();
    await server().admin(`CREATE ROLE ${name}_x`);
    await server().admin(`GRANT FILE ON *.* TO ${name}_x`);
    await server().admin(`GRANT ${name}_x TO '${name}_r'@'%'`);
    await server().admin(`SET DEFAULT ROLE ${name}_x FOR '${name}_r'@'%'`);
    expect((await failure(run(opened(readerUrl), 'SELECT 1'))).kind).toBe('unsafe-account');
    await server().admin(`DROP ROLE ${name}_x`);
  });

  test('Accounts with privileges on one database only are accepted', async () => {
    for (const url of [shop.readerUrl, shop.ownerUrl])
      expect((await run(opened(url), 'SELECT COUNT(*) FROM orders')).rows).toEqual([[2]]);
  });
});

describe('between two statements', () => {
  test('No variable, lock, temporary table, setting, prepared statement or default database is left', async () => {
    const database = opened(shop.ownerUrl, { isWritable: true, connections: 1 });
    const observer = opened(shop.readerUrl);
    const state = `SELECT @x, @@session.sql_mode, @@session.lock_wait_timeout, DATABASE(), LAST_INSERT_ID(), CONNECTION_ID(),
      @@session.time_zone, @@character_set_client, @@character_set_results, @@collation_connection`;
    const before = await run(database, state);
    await run(database, 'SELECT @x := 5');
    await run(database, "SELECT GET_LOCK('toolpath', 0)");
    expect((await run(observer, "SELECT IS_FREE_LOCK('toolpath')")).rows).toEqual([[1]]);
    for (const sql of [
      'SET @x = 5',
      "SET SESSION sql_mode = 'ANSI_QUOTES', time_zone = '+03:00', lock_wait_timeout = 77",
      'SET NAMES latin1',
      'SET SESSION TRANSACTION READ ONLY',
      'CREATE TEMPORARY TABLE orders (nothing INT)',
      "PREPARE p FROM 'SELECT 1'",
      "DO GET_LOCK('toolpath', 0)",
      'SET autocommit = 0',
      'LOCK TABLES legacy WRITE',
      'USE information_schema',
    ])
      await run(database, sql, { access: 'write' });
    expect((await run(observer, "SELECT IS_FREE_LOCK('toolpath')")).rows).toEqual([[1]]);
    expect((await run(database, state)).rows).toEqual(before.rows);
    expect((await run(database, 'SELECT name FROM orders')).rows).toEqual([['a'], ['b']]);
    expect((await failure(run(database, 'EXECUTE p', { access: 'write' }))).message).toContain('p');
    expect((await run(database, 'UPDATE legacy SET n = 2', { access: 'write' })).changedRows).toBe(1);
    expect((await run(observer, 'SELECT n FROM legacy')).rows).toEqual([[2]]);
  });
});
