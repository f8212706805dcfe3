import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { describePostgres, open } from '../../../test/databases/postgres.ts';
import { fingerprint, sqlAt, type TestDatabase } from '../../../test/databases/postgres-server.ts';
import {
  FORBIDDEN,
  HARMLESS,
  OWNER_FIXTURE,
  SUPERUSER_FIXTURE,
  WITHOUT_TRACE,
} from '../../../test/databases/postgres-statements.ts';
import { DatabaseError } from '../database-error.ts';

await describePostgres('A read-only PostgreSQL source', (server) => {
  let database: TestDatabase;
  let before: string;
  beforeAll(async () => {
    database = await server.createDatabase();
    await sqlAt(database.superuserUrl, ...SUPERUSER_FIXTURE);
    await sqlAt(database.ownerUrl, ...OWNER_FIXTURE);
    before = await fingerprint(database);
  });

  test.each(FORBIDDEN)(
    'The statement %j is refused and changes nothing, although the role owns the tables',
    async (sql) => {
      const error = await open(database.ownerUrl).fails(sql);
      expect(error.kind).not.toBe('lost');
      expect(error.message).not.toBe('');
      expect(await fingerprint(database)).toBe(before);
    },
  );

  test('With the access "read", a writable source refuses the same statements', async () => {
    const { fails } = open(database.ownerUrl, { isWritable: true });
    for (const sql of FORBIDDEN) await fails(sql);
    expect(await fingerprint(database)).toBe(before);
  });

  test.each(HARMLESS)('The statement "$sql" works', async ({ sql, rows }) => {
    expect(await open(database.ownerUrl).rows(sql)).toEqual(rows);
  });

  test.each(WITHOUT_TRACE)('The effect of %j ends with the statement', async (sql) => {
    const listener = new pg.Client({ connectionString: database.superuserUrl });
    await listener.connect();
    const heard: unknown[] = [];
    listener.on('notification', (message) => heard.push(message));
    await listener.query('LISTEN gossip');
    const { run, rows } = open(database.ownerUrl, { connections: 1 });
    const state = `SELECT pg_backend_pid(), current_setting('search_path'), current_setting('statement_timeout'),
                          current_setting('transaction_read_only')`;
    const fresh = await rows(state);

    await run(sql).catch((error) => expect(error).toBeInstanceOf(DatabaseError));

    expect(await rows(state)).toEqual(fresh);
    expect(await fingerprint(database)).toBe(before);
    const locks = await listener.query(`SELECT * FROM pg_locks WHERE locktype = 'advisory'`);
    expect(locks.rows).toEqual([]);
    expect(heard).toEqual([]);
    await listener.end();
  });

  test('A read-only source refuses the access "write" before it connects', async () => {
    const error = await open('postgres://127.0.0.1:1/x').fails('DELETE FROM accounts', { access: 'write' });
    expect(error).toMatchObject({ kind: 'read-only', message: expect.stringContaining('read-only') });
  });

  test('The error of a write inside WITH says that the statement may only read', async () => {
    const sql = 'WITH gone AS (DELETE FROM accounts RETURNING *) SELECT * FROM gone';
    expect(await open(database.ownerUrl).fails(sql)).toMatchObject({
      kind: 'read-only',
      message: expect.stringContaining('may only read'),
    });
  });

  test('A refused statement is named by its first word', async () => {
    const error = await open(database.ownerUrl).fails('-- a comment\n/* another */ vacuum accounts');
    expect(error).toMatchObject({ kind: 'read-only', message: expect.stringContaining('"VACUUM"') });
  });
});
