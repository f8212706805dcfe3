import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { MariadbServer, TestDatabase } from '../../../test/databases/mariadb-server.ts';
import { BOUNDS, failure, OPTIONS, opened, run, serverForTests } from '../../../test/databases/mysql-runs.ts';

let shop: TestDatabase;
let isMaria = false;
const server = await serverForTests(async (started) => {
  const [row] = await started.admin('SELECT VERSION() AS version');
  isMaria = String(row?.version).includes('MariaDB');
  shop = await started.createDatabase();
  await started.admin(`CREATE TABLE ${shop.name}.orders (id INT PRIMARY KEY, n INT)`);
  await started.admin(`INSERT INTO ${shop.name}.orders VALUES (1, 1)`);
});

/** Statements that run for minutes unless they are stopped. */
const ENDLESS: readonly (readonly [string, string])[] = [
  ['SLEEP', 'SELECT SLEEP(300)'],
  ['SLEEP in several rows', 'SELECT SLEEP(60) FROM (SELECT 1 UNION SELECT 2 UNION SELECT 3) AS x'],
  ['BENCHMARK', "SELECT BENCHMARK(1000000000, SHA2('a', 512))"],
  [
    'a recursive query without an end',
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n, (SELECT 1 AS a UNION SELECT 2) AS two) SELECT COUNT(*) FROM n',
  ],
  [
    'a product of nine tables',
    `WITH d AS (${Array.from({ length: 50 }, (_, i) => `SELECT ${i} AS x`).join(' UNION ')}) SELECT COUNT(DISTINCT SHA2(a.x * b.x * c.x * e.x * f.x, 256)) FROM d a, d b, d c, d e, d f, d g, d h, d i, d j`,
  ],
];

describe.for(ENDLESS)('%s', ([, sql]) => {
  test('The statement is cancelled within a second and no longer runs at the server', async () => {
    const database = opened(shop.readerUrl, { connections: 1 });
    const aborting = new AbortController();
    const ending = failure(run(database, sql, { signal: aborting.signal }));
    await runs(1);
    const abortedAt = performance.now();
    aborting.abort();
    const { kind } = await ending;
    expect(await running()).toEqual([]);
    expect(kind).toBe('cancelled');
    expect(performance.now() - abortedAt).toBeLessThan(1_000);
    expect((await run(database, 'SELECT 1')).rows).toEqual([[1]]);
  });

  test('The statement ends at its time limit and no longer runs at the server', async () => {
    const startedAt = performance.now();
    const { kind, message } = await failure(run(opened(shop.readerUrl), sql, { bounds: { ms: 300 } }));
    expect(await running()).toEqual([]);
    expect(kind).toBe('timeout');
    expect(message).toBe('The statement took longer than 300 ms and was cancelled at the database.');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

test('A time limit that the statement removes at the server still ends it', async (context) => {
  if (!isMaria) context.skip('Only MariaDB has SET STATEMENT.');
  const sql = 'SET STATEMENT max_statement_time = 0 FOR SELECT SLEEP(300)';
  const { kind } = await failure(run(opened(shop.readerUrl), sql, { bounds: { ms: 300 } }));
  expect(await running()).toEqual([]);
  expect(kind).toBe('timeout');
});

test('A statement whose signal has already aborted is not sent', async () => {
  const { kind } = await failure(run(opened(shop.readerUrl), 'SELECT 1', { signal: AbortSignal.abort() }));
  expect(kind).toBe('cancelled');
});

test('A cancelled change is rolled back', async () => {
  const database = opened(shop.ownerUrl, { isWritable: true });
  const aborting = new AbortController();
  const sql = 'UPDATE orders SET n = 2 + SLEEP(300)';
  const ending = failure(run(database, sql, { access: 'write', signal: aborting.signal }));
  await runs(1);
  aborting.abort();
  expect((await ending).kind).toBe('cancelled');
  expect((await run(database, 'SELECT n FROM orders')).rows).toEqual([[1]]);
});

test('While heavy statements run, the event loop is never blocked for 50 ms', async () => {
  const database = opened(shop.readerUrl, { connections: 2 });
  await run(database, 'SELECT 1');
  const rows = `WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 900)
    SELECT a.i, b.i, CONCAT(a.i, ' and ', b.i) FROM n AS a, n AS b LIMIT 400000`;
  const longest = await longestTurn(() =>
    Promise.all([
      run(database, rows, { bounds: { rows: 50_000, bytes: 50_000_000 } }),
      failure(run(database, "SELECT BENCHMARK(1000000000, SHA2('a', 512))", { bounds: { ms: 500 } })),
    ]),
  );
  expect(longest).toBeLessThan(50);
});

describe('waiting', () => {
  test('At most as many statements run as connections are allowed, and all of them run', async () => {
    const database = opened(shop.readerUrl, { connections: 2 });
    const all = Array.from({ length: 6 }, () => run(database, 'SELECT CONNECTION_ID(), SLEEP(0.1)'));
    await runs(2);
    await wait(50);
    expect((await running()).length).toBeLessThanOrEqual(2);
    const ids = (await Promise.all(all)).map(({ rows }) => rows[0]?.[0]);
    expect(new Set(ids).size).toBe(2);
  });

  test('A statement that waits for a connection ends at its time limit, and frees no place', async () => {
    const database = opened(shop.readerUrl, { connections: 1 });
    const long = run(database, 'SELECT SLEEP(0.5)');
    expect((await failure(run(database, 'SELECT 1', { bounds: { ms: 100 } }))).kind).toBe('timeout');
    expect((await long).rows).toEqual([[0]]);
    expect((await run(database, 'SELECT 2')).rows).toEqual([[2]]);
  });

  test('A table that another session has locked gives the kind "locked" before the time limit', async () => {
    const held = await server().session();
    try {
      await held.query(`LOCK TABLES ${shop.name}.orders WRITE`);
      const { kind } = await failure(run(opened(shop.readerUrl), 'SELECT * FROM orders', { bounds: { ms: 2_900 } }));
      expect(kind).toBe('locked');
      const short = await failure(run(opened(shop.readerUrl), 'SELECT * FROM orders', { bounds: { ms: 300 } }));
      expect(short.kind).toBe('timeout');
    } finally {
      held.destroy();
    }
    expect((await run(opened(shop.readerUrl), 'SELECT n FROM orders')).rows).toEqual([[1]]);
  });

  test('A row that another transaction has changed gives the kind "locked" to a write', async () => {
    const held = await server().session();
    try {
      await held.query('START TRANSACTION');
      await held.query(`UPDATE ${shop.name}.orders SET n = 9`);
      const database = opened(shop.ownerUrl, { isWritable: true });
      const sql = 'UPDATE orders SET n = 5';
      expect((await failure(run(database, sql, { access: 'write', bounds: { ms: 2_900 } }))).kind).toBe('locked');
      expect((await run(database, 'SELECT n FROM orders')).rows).toEqual([[1]]);
    } finally {
      held.destroy();
    }
  });
});

describe('lost connections', () => {
  test('A connection that is killed during a statement gives the kind "lost", and the next statement works', async () => {
    const database = opened(shop.readerUrl, { connections: 1 });
    const ending = failure(run(database, 'SELECT SLEEP(300)'));
    await runs(1);
    await killAll();
    expect((await ending).kind).toBe('lost');
    expect((await run(database, 'SELECT 1')).rows).toEqual([[1]]);
  });

  test('A statement that another client kills gives the kind "cancelled"', async () => {
    const ending = failure(run(opened(shop.readerUrl), 'SELECT COUNT(*) FROM orders WHERE SLEEP(300) OR SLEEP(300)'));
    await runs(1);
    await killAll('QUERY');
    expect((await ending).kind).toBe('cancelled');
  });

  test('Idle connections that the server ended are replaced without an error', async () => {
    const database = opened(shop.readerUrl, { connections: 2 });
    await Promise.all([run(database, 'SELECT SLEEP(0.1)'), run(database, 'SELECT SLEEP(0.1)')]);
    await killAll();
    const both = await Promise.all([run(database, 'SELECT 1'), run(database, 'SELECT 2')]);
    expect(both.map(({ rows }) => rows)).toEqual([[[1]], [[2]]]);
  });

  test('After the server was stopped and started again, statements work', async (context) => {
    if (server().writableFolder === undefined) context.skip('The given server cannot be stopped.');
    const database = opened(shop.readerUrl);
    await run(database, 'SELECT 1');
    const ending = failure(run(database, 'SELECT SLEEP(300)'));
    await runs(1);
    await server().pause();
    expect((await ending).kind).toBe('lost');
    expect((await failure(run(database, 'SELECT 1'))).kind).toBe('unreachable');
    await server().continue();
    expect((await run(database, 'SELECT n FROM orders')).rows).toEqual([[1]]);
  });

  test('Idle connections do not keep the process alive', () => {
    const program = `
      import { openMysql } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'mysql.ts')).href)};
      const database = openMysql(process.env.DATABASE, ${JSON.stringify(OPTIONS)});
      const bounds = ${JSON.stringify(BOUNDS)};
      const { rows } = await database.run(
        { sql: 'SELECT SLEEP(0.2) + 41', parameters: [], access: 'read', bounds }, new AbortController().signal);
      process.stdout.write(JSON.stringify(rows));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE: shop.readerUrl },
      timeout: 20_000,
    });
    expect(output).toBe('[[41]]');
  });

  test('After close, running and later statements reject with the kind "closed", and nothing runs', async () => {
    const database = opened(shop.readerUrl);
    await run(database, 'SELECT 1');
    const ending = failure(run(database, 'SELECT SLEEP(300)'));
    await runs(1);
    await database.close();
    expect(await running()).toEqual([]);
    expect((await ending).kind).toBe('closed');
    expect((await failure(run(database, 'SELECT 1'))).kind).toBe('closed');
    expect((await failure(database.readSchemaVersion(new AbortController().signal))).kind).toBe('closed');
  });
});

/** Waits until this many statements run at the server. */
async function runs(count: number): Promise<void> {
  const deadline = performance.now() + 5_000;
  while ((await running()).length < count) {
    if (performance.now() > deadline) throw new Error(`${count} statements do not run.`);
    await wait(5);
  }
}

/** Returns the ids of the statements that run at the server for the test's accounts. */
async function running(): Promise<string[]> {
  return (await sessions(server())).filter(({ info }) => info !== null).map(({ id }) => id);
}

async function killAll(what: 'QUERY' | '' = ''): Promise<void> {
  for (const { id } of await sessions(server())) await server().admin(`KILL ${what} ${id}`);
}

async function sessions(started: MariadbServer): Promise<{ id: string; info: unknown }[]> {
  const rows = await started.admin(
    `SELECT id AS id, info AS info FROM information_schema.processlist WHERE user LIKE '${shop.name}%'
     AND (info IS NULL OR info NOT LIKE '%processlist%')`,
  );
  return rows.map(({ id, info }) => ({ id: String(id), info: info as unknown }));
}

/**
 * Returns the longest time for which this thread worked without letting other requests run. It counts the thread's own work
 * only, because other processes may also delay the event loop.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadMs();
  const timer = setInterval(() => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
