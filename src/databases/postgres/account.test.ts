import { beforeAll, expect, test } from 'vitest';
import { describePostgres, open } from '../../../test/databases/postgres.ts';
import { sqlAt, type TestDatabase } from '../../../test/databases/postgres-server.ts';

await describePostgres('The role of a PostgreSQL source', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.createDatabase();
  });

  /** Runs a test with a new role, which is dropped afterwards. */
  async function withRole(sql: readonly string[], check: (url: string, role: string) => Promise<void>): Promise<void> {
    const role = `${database.name}_role`;
    await sqlAt(database.superuserUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'role-secret'`);
    try {
      await sqlAt(database.superuserUrl, ...sql.map((text) => text.replaceAll('ROLE_NAME', role)));
      await check(
        String(Object.assign(new URL(database.superuserUrl), { username: role, password: 'role-secret' })),
        role,
      );
    } finally {
      await sqlAt(database.superuserUrl, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`);
    }
  }

  test('A read-only source refuses a superuser, and the message has the SQL for a better role', async () => {
    const error = await open(database.superuserUrl).fails('SELECT 1');
    expect(error.kind).toBe('unsafe-account');
    expect(error.message).toContain('is a superuser');
    expect(error.message).toContain(`CREATE ROLE toolpath LOGIN PASSWORD '…'; GRANT pg_read_all_data TO toolpath;`);
    expect(error.message).not.toContain('secret');
  });

  test.each([
    ['ALTER ROLE ROLE_NAME REPLICATION', 'REPLICATION'],
    ['GRANT pg_read_server_files TO ROLE_NAME', 'is a member of pg_read_server_files'],
    ['GRANT pg_write_server_files, pg_signal_backend TO ROLE_NAME', 'pg_signal_backend, pg_write_server_files'],
    ['ALTER ROLE ROLE_NAME NOINHERIT; GRANT pg_execute_server_program TO ROLE_NAME', 'pg_execute_server_program'],
    [
      'GRANT SELECT ON pg_class TO ROLE_NAME; GRANT EXECUTE ON FUNCTION pg_read_file(text) TO ROLE_NAME',
      'pg_read_file',
    ],
  ])('A read-only source refuses a role after %s', async (sql, reason) => {
    await withRole([sql], async (url, role) => {
      const error = await open(url).fails('SELECT 1');
      expect(error).toMatchObject({ kind: 'unsafe-account', message: expect.stringContaining(reason) });
      expect(error.message).toContain(`The role "${role}"`);
    });
  });

  test('A read-only source refuses a member of a superuser, because a SELECT could take on its rights', async () => {
    const { username } = new URL(database.superuserUrl);
    await withRole(['ALTER ROLE ROLE_NAME NOINHERIT', `GRANT "${username}" TO ROLE_NAME`], async (url) => {
      const error = await open(url).fails('SELECT 1');
      expect(error).toMatchObject({
        kind: 'unsafe-account',
        message: expect.stringContaining('a member of the superuser'),
      });
    });
  });

  test.each(['GRANT pg_read_all_data TO ROLE_NAME', 'ALTER ROLE ROLE_NAME BYPASSRLS', 'GRANT pg_monitor TO ROLE_NAME'])(
    'A read-only source accepts a role after %s',
    async (sql) => {
      await withRole([sql], async (url) => {
        expect(await open(url).cell('SELECT 1')).toBe(1);
      });
    },
  );

  test('A writable source accepts a superuser', async () => {
    const { cell, run } = open(database.superuserUrl, { isWritable: true });
    expect(await cell('SELECT 1')).toBe(1);
    expect(await run('SELECT 1', { access: 'write' })).toMatchObject({ rows: [[1]] });
  });
});
