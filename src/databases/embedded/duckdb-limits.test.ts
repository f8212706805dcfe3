import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { never, options, query } from '../../../test/contracts/databases/index.ts';
import type { Database } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { findDriver } from '../driver.ts';
import type { DatabaseOptions } from '../options.ts';
import { openEmbedded } from './embedded.ts';

/** Creates a database file in a folder of its own. */
async function fileWith(...statements: readonly string[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-duckdb-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'shop.duckdb');
  await change(file, ...statements);
  return file;
}

async function change(file: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const sql of statements) await connection.run(sql);
  connection.disconnectSync();
  instance.closeSync();
}

function opened(file: string, more: Partial<DatabaseOptions> = {}): Database {
  const database = openEmbedded({ dialect: 'duckdb', path: file }, { ...options, ...more });
  onTestFinished(() => database.close());
  return database;
}

/** Starts another process that has the file open. */
async function holder(file: string, mode: 'READ_WRITE' | 'READ_ONLY') {
  const program = `
    const { DuckDBInstance } = require(${JSON.stringify(findDriver('@duckdb/node-api'))});
    DuckDBInstance.create(${JSON.stringify(file)}, { access_mode: '${mode}' }).then((instance) => {
      globalThis.kept = instance;
      process.stdout.write('open');
      setInterval(() => {}, 1000);
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(end);
  await once(child.stdout, 'data');
  return end;
}

describe('Statements that need too much', () => {
  const bombs: readonly (readonly [string, string])[] = [
    ['a list of 100 million values', 'SELECT list(range), list(range::VARCHAR) FROM range(100000000)'],
    [
      'a sort of 50 million texts',
      'SELECT count(*) FROM (SELECT md5(range::VARCHAR) m FROM range(50000000) ORDER BY m OFFSET 5)',
    ],
    ['a text of 4 GB', "SELECT repeat(repeat('x', 1000000), 4000)"],
    [
      'a group for each of 100 million texts',
      'SELECT count(*) FROM (SELECT DISTINCT md5(range::VARCHAR) FROM range(100000000))',
    ],
  ];
  test.each(bombs)('The memory limit ends %s, nothing is written, and the next statement works', async (_, sql) => {
    const file = await fileWith('CREATE TABLE t (a INTEGER)');
    const database = opened(file);
    const listing = () => [path.dirname(file), process.cwd()].map((each) => readdirSync(each).join());
    const before = listing();
    await expect(query(database, sql, { ms: 30_000 })).rejects.toMatchObject({ kind: 'too-large' });
    expect(listing()).toEqual(before);
    expect((await query(database, 'SELECT 1 AS x')).rows).toEqual([[1]]);
  });

  test('A cross join of 10 million rows with itself ends at the time limit', async () => {
    const database = opened(await fileWith('CREATE TABLE t AS SELECT range AS a FROM range(10000000)'));
    const sql = 'SELECT count(*) FROM t x, t y WHERE x.a * y.a % 7 = 3';
    await expect(query(database, sql, { ms: 1_000 })).rejects.toMatchObject({ kind: 'timeout' });
    expect((await query(database, 'SELECT count(*) FROM t')).rows).toEqual([[10_000_000]]);
  });

  test('The order of the rows is kept when their values are written as texts', async () => {
    const database = opened(await fileWith('CREATE TABLE t AS SELECT range AS a FROM range(100000)'));
    const sql = "SELECT a, DATE '2000-01-01' + a::INTEGER AS d FROM t ORDER BY a DESC";
    const { rows } = await query(database, sql, { rows: 1_000 });
    expect(rows.map(([a]) => a)).toEqual(Array.from({ length: 1_000 }, (_, place) => 99_999 - place));
    expect(rows[0]).toEqual([99_999, '2273-10-15']);
  });

  test('Deeply nested and very long statements end in an error or a result', async () => {
    const database = opened(await fileWith());
    const sqls = [
      `SELECT ${'('.repeat(50_000)}1${')'.repeat(50_000)}`,
      `SELECT 1${' + 1'.repeat(100_000)}`,
      `${'SELECT * FROM ('.repeat(5_000)}SELECT 1${')'.repeat(5_000)}`,
      `SELECT ${'query('.repeat(100_000)}`,
      `${'/*'.repeat(200_000)}SELECT 1`,
      `EXPLAIN ${'EXPLAIN '.repeat(50_000)}SELECT 1`,
      `SELECT 1${' UNION ALL SELECT 1'.repeat(5_000)}`,
    ];
    for (const sql of sqls) {
      const outcome = await query(database, sql, { ms: 15_000 }).catch((error) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DatabaseError);
      expect(outcome.kind, sql.slice(0, 30)).not.toBe('timeout');
    }
    expect((await query(database, 'SELECT 1 AS x')).rows).toEqual([[1]]);
  });
});

describe('Files that others use', () => {
  test('A file that another program writes to is locked, until the program closes it', async () => {
    const file = await fileWith('CREATE TABLE t AS SELECT 1 AS a');
    const end = await holder(file, 'READ_WRITE');
    const database = opened(file);
    await expect(query(database, 'FROM t')).rejects.toMatchObject({
      kind: 'locked',
      message: expect.stringContaining('another program'),
    });
    await end();
    expect((await query(database, 'FROM t')).rows).toEqual([[1]]);
  });

  test('A file that another program reads can be read, and writing finds it locked', async () => {
    const file = await fileWith('CREATE TABLE t AS SELECT 1 AS a');
    const end = await holder(file, 'READ_ONLY');
    const database = opened(file, { isWritable: true });
    expect((await query(database, 'FROM t')).rows).toEqual([[1]]);
    const write = () => query(database, 'INSERT INTO t VALUES (2)', { access: 'write' });
    await expect(write()).rejects.toMatchObject({ kind: 'locked' });
    await end();
    expect((await write()).changedRows).toBe(1);
  });

  test('Another program can write to the file soon after a statement, and the change is seen', async () => {
    const file = await fileWith('CREATE TABLE t AS SELECT range AS a FROM range(100000)');
    const database = opened(file);
    expect((await query(database, 'FROM t', { rows: 5 })).cut).toBe('rows');
    await sleep(600);
    const end = await holder(file, 'READ_WRITE');
    await end();
    await change(file, 'DELETE FROM t WHERE a > 2');
    expect((await query(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
  });

  test('A file that was replaced is opened again', async () => {
    const [file, other] = [
      await fileWith('CREATE TABLE t AS SELECT 1 AS a'),
      await fileWith('CREATE TABLE u AS SELECT 2 AS a'),
    ];
    const database = opened(file);
    expect((await query(database, 'FROM t')).rows).toEqual([[1]]);
    const version = await database.readSchemaVersion(never);
    renameSync(other, file);
    expect((await query(database, 'FROM u')).rows).toEqual([[2]]);
    expect(await database.readSchemaVersion(never)).not.toBe(version);
    rmSync(file);
    await expect(query(database, 'FROM u')).rejects.toMatchObject({ kind: 'unreachable' });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'this is no database, but it is long enough to look at'.repeat(100));
    await expect(query(database, 'FROM u')).rejects.toMatchObject({ kind: 'corrupt' });
    writeFileSync(file, '');
    await expect(query(database, 'FROM u')).rejects.toBeInstanceOf(DatabaseError);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test('A damaged file ends in a clear error', async () => {
    const file = await fileWith('CREATE TABLE t AS SELECT range AS a, md5(range::VARCHAR) AS b FROM range(300000)');
    const bytes = readFileSync(file);
    for (let at = 300_000; at < bytes.length; at += 1_000) bytes.fill(0xa5, at, at + 100);
    writeFileSync(file, bytes);
    const database = opened(file);
    await expect(query(database, 'SELECT max(b), sum(a) FROM t')).rejects.toMatchObject({ kind: 'corrupt' });
  });

  test('Changes that were not yet merged into the file are read without a write', async () => {
    const file = await fileWith('CREATE TABLE t (a INTEGER)');
    const end = await holderThatWrites(file);
    await end();
    const wal = readFileSync(`${file}.wal`);
    const bytes = readFileSync(file);
    expect((await query(opened(file), 'FROM t')).rows).toEqual([[42]]);
    expect(readFileSync(`${file}.wal`).equals(wal)).toBe(true);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});

describe('A writable file', () => {
  test('Reading and writing statements at once run one after the other', async () => {
    const file = await fileWith('CREATE TABLE t (a INTEGER)');
    const database = opened(file, { isWritable: true });
    const all = Array.from({ length: 10 }, (_, place) =>
      place % 2 === 0
        ? query(database, `INSERT INTO t VALUES (${place})`, { access: 'write' })
        : query(database, 'SELECT count(*) FROM t'),
    );
    const results = await Promise.all(all);
    expect(results.filter((_, place) => place % 2 === 1).map(({ rows }) => rows[0]?.[0])).toEqual([1, 2, 3, 4, 5]);
  });

  test('A write that is cut off at the time limit leaves the file usable and unchanged', async () => {
    const file = await fileWith('CREATE TABLE t AS SELECT 1 AS a');
    const database = opened(file, { isWritable: true });
    const sql = 'INSERT INTO t SELECT x.range * y.range % 1000 FROM range(100000) x, range(100000) y';
    await expect(query(database, sql, { access: 'write', ms: 700 })).rejects.toMatchObject({ kind: 'timeout' });
    expect((await query(database, 'SELECT count(*) FROM t')).rows).toEqual([[1]]);
    expect((await query(database, 'DELETE FROM t', { access: 'write' })).changedRows).toBe(1);
  });

  test('A write returns its rows within the bounds, and takes effect whole', async () => {
    const database = opened(await fileWith('CREATE TABLE t (a INTEGER, d DATE)'), { isWritable: true });
    const sql = "INSERT INTO t SELECT range, DATE '2026-01-31' FROM range(5000) RETURNING a, d";
    const result = await query(database, sql, { access: 'write', rows: 2 });
    expect(result).toMatchObject({
      rows: [
        [0, '2026-01-31'],
        [1, '2026-01-31'],
      ],
      cut: 'rows',
    });
    expect((await query(database, 'SELECT count(*) FROM t')).rows).toEqual([[5000]]);
  });

  test.each([
    "COPY t TO './written-by-sql.csv'",
    "EXPORT DATABASE './written-by-sql'",
    "ATTACH ':memory:' AS m",
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET threads = 1',
    'PRAGMA enable_profiling',
    'CALL pragma_version()',
    'BEGIN',
    'CHECKPOINT',
    'EXPLAIN ANALYZE DELETE FROM t',
    "INSERT INTO t SELECT 1 FROM enable_profiling(save_location = './written-by-sql.json')",
    "CREATE VIEW v AS FROM enable_logging(storage = 'stdout')",
    "INSERT INTO t FROM read_csv('/etc/passwd')",
  ])('A writable source refuses this statement: %s', async (sql) => {
    const database = opened(await fileWith('CREATE TABLE t (a INTEGER)'), { isWritable: true });
    await expect(query(database, sql, { access: 'write' })).rejects.toMatchObject({ kind: 'read-only' });
    expect(readdirSync(process.cwd()).filter((name) => name.startsWith('written-by-sql'))).toEqual([]);
  });

  test('Words that look like refused functions may be written', async () => {
    const database = opened(await fileWith('CREATE TABLE t (query VARCHAR)'), { isWritable: true });
    await query(database, "INSERT INTO t (query) VALUES ('checkpoint')", { access: 'write' });
    expect((await query(database, 'SELECT query FROM t')).rows).toEqual([['checkpoint']]);
  });
});

describe('Parameters', () => {
  test.each([
    ['SELECT ?::VARCHAR || ?::VARCHAR', ['a', 'b'], 'ab'],
    ['SELECT $2::VARCHAR || $1::VARCHAR', ['a', 'b'], 'ba'],
    ['SELECT $1::VARCHAR || $1::VARCHAR', ['a'], 'aa'],
    ['SELECT ?', [2 ** 40], 2 ** 40],
    ['SELECT ?', [1.5], 1.5],
    ['SELECT ?', [true], true],
    ['SELECT ?', [null], null],
    ["SELECT DATE '2026-01-31' = ?", ['2026-01-31'], true],
    ["SELECT DATE '2026-01-31' WHERE 1 = ?", [1], '2026-01-31'],
    ['SELECT ?', ["x'); --"], "x'); --"],
  ])('%s with %j returns %j', async (sql, parameters, cell) => {
    expect((await query(opened(await fileWith()), sql, { parameters })).rows).toEqual([[cell]]);
  });

  test('Too few, too many and named placeholders are explained', async () => {
    const database = opened(await fileWith());
    const messageOf = (sql: string, parameters: readonly string[]) =>
      query(database, sql, { parameters }).catch((error) => error.message);
    expect(await messageOf('SELECT ?, ?', ['a'])).toBe(
      'The statement has placeholders for 2 values, but 1 parameters were given.',
    );
    expect(await messageOf('SELECT 1', ['a'])).toContain('placeholders for 0 values');
    expect(await messageOf('SELECT $name', ['a'])).toContain('Write "?" or "$1"');
  });
});

test('A plan is shown with and without running the statement', async () => {
  const database = opened(await fileWith('CREATE TABLE t (a INTEGER)'));
  for (const sql of ['EXPLAIN SELECT * FROM t', 'EXPLAIN ANALYZE SELECT * FROM t', 'EXPLAIN (FORMAT json) FROM t'])
    expect((await query(database, sql)).rows[0]?.[1]).toMatch(/scan|t/i);
});

test('The schema has comments, keys of several columns, other schemas and estimated rows', async () => {
  const file = await fileWith(
    'CREATE TABLE parts (a INTEGER, b VARCHAR, PRIMARY KEY (a, b))',
    'CREATE TABLE uses (x INTEGER NOT NULL, y VARCHAR, FOREIGN KEY (x, y) REFERENCES parts(a, b))',
    "COMMENT ON TABLE parts IS 'what we build'",
    "COMMENT ON COLUMN parts.b IS 'kind of the part'",
    'CREATE SCHEMA sales',
    `CREATE TABLE sales."Old Orders" (id BIGINT PRIMARY KEY, state ENUM('Open', 'Done'), parent BIGINT REFERENCES sales."Old Orders"(id))`,
    'CREATE VIEW v AS SELECT a FROM parts',
    "COMMENT ON VIEW v IS 'a view'",
    "INSERT INTO parts SELECT range, 'x' FROM range(100)",
  );
  const database = opened(file);
  const { tables } = await database.readSchema(never, () => {});
  expect(tables).toEqual([
    {
      name: 'parts',
      kind: 'table',
      comment: 'what we build',
      columns: [
        { name: 'a', type: 'integer', isRequired: true },
        { name: 'b', type: 'varchar', isRequired: true, comment: 'kind of the part' },
      ],
      primaryKey: ['a', 'b'],
      foreignKeys: [],
      rows: 100,
    },
    {
      name: 'uses',
      kind: 'table',
      columns: [
        { name: 'x', type: 'integer', isRequired: true },
        { name: 'y', type: 'varchar', isRequired: false },
      ],
      primaryKey: [],
      foreignKeys: [{ columns: ['x', 'y'], table: 'parts', toColumns: ['a', 'b'] }],
      rows: 0,
    },
    {
      name: 'v',
      kind: 'view',
      comment: 'a view',
      columns: [{ name: 'a', type: 'integer', isRequired: false }],
      primaryKey: [],
      foreignKeys: [],
    },
    {
      name: 'sales.Old Orders',
      kind: 'table',
      columns: [
        { name: 'id', type: 'bigint', isRequired: true },
        { name: 'state', type: "enum('Open', 'Done')", isRequired: false },
        { name: 'parent', type: 'bigint', isRequired: false },
      ],
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['parent'], table: 'sales.Old Orders', toColumns: ['id'] }],
      rows: 0,
    },
  ]);
});

test('The schema version changes with comments and views', async () => {
  const file = await fileWith('CREATE TABLE t (a INTEGER)', 'CREATE VIEW v AS SELECT a FROM t');
  const versions: string[] = [];
  for (const sql of [
    'SELECT 1',
    "COMMENT ON TABLE t IS 'x'",
    "COMMENT ON COLUMN t.a IS 'x'",
    'CREATE OR REPLACE VIEW v AS SELECT a FROM t WHERE a > 0',
    'CREATE TABLE u (a INTEGER PRIMARY KEY)',
    'ALTER TABLE t RENAME COLUMN a TO b',
    'CREATE SCHEMA s',
    'CREATE TABLE s.u (a INTEGER)',
  ]) {
    const copy = path.join(path.dirname(file), `${versions.length}.duckdb`);
    await change(file, sql);
    copyFileSync(file, copy);
    versions.push(await opened(copy).readSchemaVersion(never));
  }
  expect(new Set(versions).size).toBe(7); // an empty schema has no tables
});

/** Starts a process that commits a row and keeps it in the write-ahead log. Returns how to end it. */
async function holderThatWrites(file: string): Promise<() => Promise<void>> {
  const program = `
    const { DuckDBInstance } = require(${JSON.stringify(findDriver('@duckdb/node-api'))});
    DuckDBInstance.create(${JSON.stringify(file)}).then(async (instance) => {
      const connection = await instance.connect();
      await connection.run('INSERT INTO t VALUES (42)');
      process.stdout.write('written');
      setInterval(() => connection, 1000);
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}
