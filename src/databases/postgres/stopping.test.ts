import { execFile } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { describePostgres, failure, never, open } from '../../../test/databases/postgres.ts';
import { sqlAt, type TestDatabase } from '../../../test/databases/postgres-server.ts';

const ENDLESS = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r';

await describePostgres('A PostgreSQL statement that must stop', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.createDatabase();
    await sqlAt(database.ownerUrl, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (1)');
  });

  /** Statements of the source that the server still runs, without the check of a new connection. */
  const running = () =>
    sqlAt(
      database.superuserUrl,
      `SELECT query FROM pg_stat_activity WHERE application_name = 'toolpath' AND datname = current_database() AND state = 'active'
         AND query NOT LIKE '%session_user%'`,
    );
  const isRunning = async () => {
    while ((await running()).length === 0) await sleep(10);
  };

  test.each([`SELECT pg_sleep(60)`, ENDLESS])('A cancelled statement no longer runs at the server: %s', async (sql) => {
    const { fails, cell } = open(database.readerUrl);
    const controller = new AbortController();
    const error = fails(sql, { signal: controller.signal });
    await isRunning();
    const start = performance.now();
    controller.abort();
    expect(await error).toMatchObject({ kind: 'cancelled' });
    expect(performance.now() - start).toBeLessThan(1500);
    expect(await running()).toEqual([]);
    expect(await cell('SELECT 1')).toBe(1);
  });

  test('A statement that is cancelled right after it was sent no longer runs either', async () => {
    const { fails, cell } = open(database.readerUrl);
    await cell('SELECT 1');
    for (let delay = 0; delay < 10; delay++) {
      const controller = new AbortController();
      const error = fails(`SELECT pg_sleep(60)`, { signal: controller.signal });
      setTimeout(() => controller.abort(), delay);
      expect(await error).toMatchObject({ kind: 'cancelled' });
      expect(await running()).toEqual([]);
    }
  });

  test('A statement whose signal has aborted already is not sent', async () => {
    const error = await open('postgres://127.0.0.1:1/x').fails('SELECT 1', { signal: AbortSignal.abort() });
    expect(error).toMatchObject({ kind: 'cancelled' });
  });

  test.each([
    `SELECT pg_sleep(60)`,
    ENDLESS,
    `SELECT set_config('statement_timeout', '0', false), pg_sleep(60)`,
    `SELECT set_config('statement_timeout', '0', false), pg_sleep(0.05) FROM generate_series(1, 1000)`,
  ])('The time limit ends a statement at the server: %s', async (sql) => {
    const { fails } = open(database.readerUrl);
    const start = performance.now();
    expect(await fails(sql, { ms: 300 })).toMatchObject({ kind: 'timeout' });
    expect(performance.now() - start).toBeLessThan(1500);
    expect(await running()).toEqual([]);
  });

  test("A timeout that the role's own settings cause is a timeout, too", async ({ skip }) => {
    const known = await sqlAt(database.superuserUrl, `SELECT FROM pg_settings WHERE name = 'transaction_timeout'`);
    skip(known.length === 0, 'PostgreSQL before 17 has no transaction_timeout');
    const { fails } = open(`${database.readerUrl}?options=${encodeURIComponent('-c transaction_timeout=200ms')}`);
    expect(await fails('SELECT pg_sleep(60)')).toMatchObject({ kind: 'timeout' });
  });

  test('A statement that waits for a lock ends within its limit, and the error names the lock', async () => {
    const holder = new pg.Client({ connectionString: database.ownerUrl });
    onTestFinished(() => holder.end());
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE');
    const { fails, cell } = open(database.readerUrl);
    expect(await cell('SELECT 1')).toBe(1); // connected: the time limit holds the statement only
    const start = performance.now();
    const error = await fails('SELECT * FROM t', { ms: 2000 });
    expect(error).toMatchObject({ kind: 'locked', message: expect.stringContaining('lock') });
    expect(performance.now() - start).toBeLessThan(4000);
  });

  test('A statement that waits for a connection of the source ends within its limit', async () => {
    const { fails, cell } = open(database.readerUrl, { connections: 1 });
    const first = fails('SELECT pg_sleep(60)', { ms: 1000 });
    expect(await fails('SELECT 1', { ms: 100 })).toMatchObject({ kind: 'timeout' });
    expect(await first).toMatchObject({ kind: 'timeout' });
    expect(await cell('SELECT 1')).toBe(1);
  });

  test('Concurrent statements never use more connections than allowed', async () => {
    const { cell } = open(database.readerUrl, { connections: 3 });
    const pids = await Promise.all(
      Array.from({ length: 30 }, () => cell('SELECT pg_backend_pid() FROM pg_sleep(0.01)')),
    );
    expect(new Set(pids).size).toBe(3);
  });

  test('A statement whose session is terminated is lost, and the next one connects again', async () => {
    const { fails, cell } = open(database.readerUrl);
    const error = fails('SELECT pg_sleep(60)');
    await isRunning();
    await sqlAt(
      database.superuserUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'toolpath' AND datname = current_database()`,
    );
    expect(await error).toMatchObject({ kind: 'lost' });
    expect(await cell('SELECT 1')).toBe(1);
  });

  test('An idle connection that the server ends is replaced, and nothing is thrown', async () => {
    const { cell } = open(database.readerUrl, { connections: 1 });
    const pid = await cell('SELECT pg_backend_pid()');
    await sqlAt(database.superuserUrl, `SELECT pg_terminate_backend(${pid})`);
    await sleep(100);
    expect(await cell('SELECT pg_backend_pid()')).not.toBe(pid);
  });

  test('An idle connection does not keep the process alive', async () => {
    const program = `
      const { openPostgres } = await import(process.argv[1]);
      const options = { isWritable: false, connections: 2, connectMs: 5000, memoryBytes: 1e9, schemaTables: 10 };
      const bounds = { ms: 5000, rows: 1, bytes: 100, cellBytes: 100 };
      const statement = { sql: 'SELECT 42', parameters: [], access: 'read', bounds };
      const { rows } = await openPostgres(process.argv[2], options).run(statement, new AbortController().signal);
      console.log(JSON.stringify(rows));`;
    const args = ['--input-type=module', '-e', program, import.meta.resolve('./postgres.ts'), database.readerUrl];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 15_000 });
    expect(stdout).toBe('[[42]]\n');
  });

  test('Closing ends running and waiting statements, and later calls are refused', async () => {
    const { database: source, fails } = open(database.readerUrl, { connections: 1 });
    const ended = Promise.all([fails('SELECT pg_sleep(60)'), fails('SELECT 1')]);
    await isRunning();
    await source.close();
    expect(await ended).toMatchObject([{ kind: 'closed' }, { kind: 'closed' }]);
    expect(await running()).toEqual([]);
    expect(await fails('SELECT 1')).toMatchObject({ kind: 'closed' });
    expect(await failure(source.readSchema(never, () => {}))).toMatchObject({ kind: 'closed' });
    await source.close();
  });

  test('The event loop stays free while a heavy statement runs and while many rows arrive', async () => {
    const { run, fails } = open(database.readerUrl);
    await run('SELECT 1');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const heavy = fails(ENDLESS, { ms: 1000 });
    for (let round = 0; round < 5; round++) {
      await run(`SELECT i, repeat('x', 200) FROM generate_series(1, 10000000) i`, { rows: 20_000, bytes: 10_000_000 });
    }
    expect(await heavy).toMatchObject({ kind: 'timeout' });
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(50);
  });

  test.skipIf(!server.canStop)(
    'A server that stops in the middle of a statement is lost, and used again when it is back',
    async () => {
      const { fails, cell } = open(database.readerUrl, { connectMs: 1000 });
      const error = fails('SELECT pg_sleep(60)');
      await isRunning();
      await server.stop();
      expect(await error).toMatchObject({ kind: 'lost' });
      expect(await fails('SELECT 1')).toMatchObject({ kind: 'unreachable' });
      await server.start();
      expect(await cell('SELECT count(*) FROM t')).toBe(1);
    },
  );
});
