import { beforeAll, beforeEach, expect, test } from 'vitest';
import { describePostgres, open, type RunOptions } from '../../../test/databases/postgres.ts';
import { sqlAt, type TestDatabase } from '../../../test/databases/postgres-server.ts';

await describePostgres('A writable PostgreSQL source', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.createDatabase();
    await sqlAt(database.ownerUrl, 'CREATE TABLE t (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, note text)');
  });
  beforeEach(async () => {
    await sqlAt(database.ownerUrl, 'TRUNCATE t', `INSERT INTO t SELECT i, 'old' FROM generate_series(1, 500) i`);
  });

  const source = () => {
    const opened = open(database.ownerUrl, { isWritable: true, connections: 1 });
    const write = (options: RunOptions = {}): RunOptions => ({ ...options, access: 'write' });
    return {
      ...opened,
      write: (sql: string, options?: RunOptions) => opened.run(sql, write(options)),
      writeFails: (sql: string, options?: RunOptions) => opened.fails(sql, write(options)),
    };
  };
  const count = (where = 'true') =>
    sqlAt(database.ownerUrl, `SELECT count(*)::int AS n FROM t WHERE ${where}`).then(([row]) => row?.n);

  test.each([
    [`INSERT INTO t VALUES (501, 'new'), (502, 'new')`, 2],
    [`UPDATE t SET note = 'new' WHERE id <= 7`, 7],
    ['DELETE FROM t WHERE id > 490', 10],
    [`MERGE INTO t USING (VALUES (1), (2)) s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET note = 'new'`, 2],
    ['UPDATE t SET note = note WHERE false', 0],
  ])('The result of %j counts the changed rows', async (sql, changedRows) => {
    expect(await source().write(sql)).toEqual({ columns: [], rows: [], changedRows });
  });

  test('A change is committed, and its returned rows are read', async () => {
    const { write } = source();
    const result = await write(`UPDATE t SET note = $1 WHERE id = $2 RETURNING id, note`, { parameters: ['new', 7] });
    expect(result).toMatchObject({ rows: [[7, 'new']], changedRows: 1 });
    expect(await count(`note = 'new'`)).toBe(1);
  });

  test('If the returned rows are cut, all rows are changed and counted', async () => {
    const result = await source().write(`UPDATE t SET note = 'new' RETURNING id`, { rows: 3 });
    expect(result).toMatchObject({ rows: { length: 3 }, cut: 'rows', changedRows: 500 });
    expect(await count(`note = 'new'`)).toBe(500);
  });

  test('A definition works, and a SELECT counts no changed rows', async () => {
    const { write } = source();
    expect(await write('CREATE TABLE made (id int)')).toEqual({ columns: [], rows: [] });
    expect(await write('SELECT count(*) FROM made')).not.toHaveProperty('changedRows');
  });

  test('Of several statements none runs', async () => {
    expect(await source().writeFails('DELETE FROM t WHERE id = 1; DELETE FROM t')).toMatchObject({
      kind: 'not-one-statement',
    });
    expect(await count()).toBe(500);
  });

  test('A statement that fails, even at the commit, changes nothing', async () => {
    const { writeFails } = source();
    expect((await writeFails(`UPDATE t SET note = 'new', id = 1 / (id - 400)`)).message).toContain('division by zero');
    const error = await writeFails('INSERT INTO t VALUES (1)');
    expect(error).toMatchObject({ kind: 'other', message: expect.stringContaining('duplicate key') });
    expect(await count(`note = 'new'`)).toBe(0);
    expect(await count()).toBe(500);
  });

  test('A cancelled or late change is rolled back', async () => {
    const { writeFails } = source();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const slow = `UPDATE t SET note = 'new' WHERE pg_sleep(0.1) IS NOT NULL`;
    expect(await writeFails(slow, { signal: controller.signal })).toMatchObject({ kind: 'cancelled' });
    expect(await writeFails(slow, { ms: 200 })).toMatchObject({ kind: 'timeout' });
    expect(await count(`note = 'new'`)).toBe(0);
  });

  test('A change whose connection is lost before the commit is rolled back', async () => {
    const { writeFails } = source();
    const error = writeFails(`UPDATE t SET note = 'new' WHERE pg_sleep(0.05) IS NOT NULL`);
    const end = `SELECT pg_terminate_backend(pid) AS is_ended FROM pg_stat_activity WHERE application_name = 'toolpath' AND datname = current_database() AND query LIKE 'UPDATE t%'`;
    while ((await sqlAt(database.superuserUrl, end)).length === 0);
    expect(await error).toMatchObject({ kind: 'lost' });
    expect(await count(`note = 'new'`)).toBe(0);
  });

  test('What a statement sets does not reach the next one', async () => {
    const { write, writeFails, cell, fails } = source();
    const pid = await cell('SELECT pg_backend_pid()');
    await write(`SET search_path = 'nowhere'`);
    await write('PREPARE later AS SELECT 1');
    await write('CREATE TEMP TABLE scratch (id int)');
    await write('SELECT pg_advisory_lock(1)');
    expect(await cell('SHOW search_path')).toBe('"$user", public');
    expect((await writeFails('EXECUTE later')).message).toContain('does not exist');
    expect(await fails('SELECT * FROM scratch')).toMatchObject({ kind: 'unknown-table' });
    expect(await cell(`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'`)).toBe(0);
    expect(await cell('SELECT pg_backend_pid()')).toBe(pid);
  });

  test.each(['VACUUM t', 'CREATE DATABASE other'])('%s gives the error of the database', async (sql) => {
    expect((await source().writeFails(sql)).message).toContain('cannot run inside a transaction block');
  });

  test.each(['COPY t TO STDOUT', 'COPY t FROM STDIN'])('%s is refused, and the connection goes on', async (sql) => {
    const { writeFails, cell } = source();
    const pid = await cell('SELECT pg_backend_pid()');
    expect(await writeFails(sql)).toMatchObject({ kind: 'other', message: expect.stringContaining('not supported') });
    expect(await cell('SELECT pg_backend_pid()')).toBe(pid);
  });

  test.each(['COMMIT', 'ROLLBACK', 'BEGIN'])('%s alone does not disturb the next statement', async (sql) => {
    const { run, write } = source();
    await run(sql, { access: 'write' }).catch(() => {});
    expect(await write(`UPDATE t SET note = 'new' WHERE id = 1`)).toMatchObject({ changedRows: 1 });
    expect(await count(`note = 'new'`)).toBe(1);
  });
});
