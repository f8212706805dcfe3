import { beforeAll, expect, test } from 'vitest';
import { describePostgres, open } from '../../../test/databases/postgres.ts';
import { sqlAt, type TestDatabase } from '../../../test/databases/postgres-server.ts';

await describePostgres('Errors of PostgreSQL', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.createDatabase();
    await sqlAt(
      database.ownerUrl,
      'CREATE TABLE users (id int, "we""ird 😀" text)',
      `INSERT INTO users VALUES (1, 'found')`,
      'CREATE SCHEMA private',
      'CREATE TABLE private.salaries (id int)',
      'REVOKE ALL ON SCHEMA private FROM PUBLIC',
      `REVOKE ALL ON SCHEMA private FROM ${database.name}_reader`,
    );
  });
  const source = () => open(database.readerUrl);

  test.each([
    ['SELECT * FROM user_s', 'unknown-table', 'user_s'],
    ['SELECT * FROM sales.orders', 'unknown-table', 'sales.orders'],
    ['SELECT o.id FROM users u', 'unknown-table', 'o'],
    ['SELECT nam FROM users', 'unknown-column', 'nam'],
    ['SELECT u.nam FROM users u', 'unknown-column', 'u.nam'],
    ['SELECT "na""m 😀" FROM users', 'unknown-column', 'na"m 😀'],
    ['SELECT 1 FORM users', 'syntax', undefined],
    ['SELECT 1; SELECT 2', 'not-one-statement', undefined],
    ['', 'not-one-statement', undefined],
    [' ; -- nothing\n /* /* at */ all */', 'not-one-statement', undefined],
    ['/* without an end', 'not-one-statement', undefined],
    [`SELECT 'without an end`, 'syntax', undefined],
    ['SELECT "without an end', 'syntax', undefined],
    ['SELECT $$ without an end', 'syntax', undefined],
    ['SELECT 1\0', 'syntax', undefined],
    ['SELECT 1/0', 'other', undefined],
    ['SELECT * FROM private.salaries', 'other', undefined],
    ['SELECT no_such_function(1)', 'other', undefined],
  ])('The error of %j has the kind "%s"', async (sql, kind, subject) => {
    expect(await source().fails(sql)).toMatchObject({ kind, subject });
  });

  test('A message contains the hint, and the place that PostgreSQL reports without naming it', async () => {
    const { fails } = source();
    expect((await fails('SELECT users.ids FROM users')).message).toBe(
      'column users.ids does not exist. Hint: Perhaps you meant to reference the column "users.id".',
    );
    expect((await fails(`SELECT id FROM users WHERE id = 'seven'`)).message).toBe(
      'invalid input syntax for type integer: "seven"',
    );
    expect((await fails('SELECT id, count(*) FROM users GROUP BY 😀')).message).toContain('😀');
  });

  test('Names with quotes and emoji work', async () => {
    expect(await source().cell('SELECT "we""ird 😀" FROM users')).toBe('found');
  });

  test('A failed statement leaves the connection usable', async () => {
    const { fails, cell } = open(database.readerUrl, { connections: 1 });
    const pid = await cell('SELECT pg_backend_pid()');
    for (const sql of ['SELECT 1/0', 'SELECT nope', 'DELETE FROM users', 'SELECT 1; SELECT 2']) await fails(sql);
    expect(await cell('SELECT pg_backend_pid()')).toBe(pid);
  });

  test('SQL of 1 MB runs, and its error is short', async () => {
    const { cell, fails } = source();
    const long = 'x'.repeat(1_000_000);
    expect(await cell(`SELECT length('${long}')`)).toBe(1_000_000);
    const error = await fails(`SELECT '${long}'::int`);
    expect(error.kind).toBe('other');
    expect(error.message.length).toBeLessThan(3000);
    expect((await fails('('.repeat(1_000_000))).kind).toMatch(/syntax|too-large/);
  });

  test('A text of 10,000 statements is refused, and none of them runs', async () => {
    const { fails, cell } = open(database.ownerUrl, { isWritable: true });
    const sql = Array.from({ length: 10_000 }, (_, index) => `INSERT INTO users VALUES (${index + 2})`).join(';');
    expect(await fails(sql, { access: 'write' })).toMatchObject({ kind: 'not-one-statement' });
    expect(await cell('SELECT count(*) FROM users')).toBe(1);
  });

  test('A server that does not exist, an unknown host and a wrong URL are unreachable', async () => {
    const { port } = new URL(server.superuserUrl);
    const closed = database.readerUrl.replace(port, '1');
    expect(await open(closed).fails('SELECT 1')).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('127.0.0.1:1'),
    });
    expect(await open('postgres://a:secret@host.invalid/x').fails('SELECT 1')).toMatchObject({ kind: 'unreachable' });
    const wrong = await open('postgres://a:sec%ret@[x/y').fails('SELECT 1');
    expect(wrong).toMatchObject({ kind: 'unreachable' });
    expect(wrong.message).not.toContain('sec');
  });

  test('A wrong password is refused, and no message contains a password', async () => {
    const wrong = database.readerUrl.replace('reader-secret', 'wrong-secret');
    const error = await open(wrong).fails('SELECT 1');
    expect(error).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('password authentication failed'),
    });
    expect(error.message).not.toContain('secret');
    const without = database.readerUrl.replace(':reader-secret', '');
    expect(await open(without).fails('SELECT 1')).toMatchObject({ kind: 'refused' });
    const missing = Object.assign(new URL(database.readerUrl), { pathname: '/no_such_database' });
    const absent = await open(String(missing)).fails('SELECT 1');
    expect(absent).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('no_such_database') });
    expect(absent.message).not.toContain('secret');
  });
});
