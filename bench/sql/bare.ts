import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { MariadbServer } from '../../test/databases/mariadb-server.ts';
import { postgresServer } from '../../test/databases/postgres-server.ts';

/** A driver without Toolpath, used as its documentation shows. */
export interface BareDriver {
  /** Returns all rows as the driver gives them. */
  query(sql: string): unknown;
  /** Starts an endless statement, cancels it, and returns the milliseconds until it ended. Undefined if the driver cannot. */
  cancel?(endless: string): Promise<number>;
}

export interface PreparedEngine {
  readonly name: string;
  /** Address of a source with a table `orders` of 10,000 rows. */
  readonly url: string;
  readonly bare: BareDriver;
  readonly small: string;
  readonly many: string;
  readonly endless: string;
  /** What a call may add at least; otherwise a tenth of the bare time. */
  readonly allowedMs: number;
  /** Adds a thousand tables to the database. */
  addTables(): Promise<void>;
  close(): Promise<void>;
}

const SMALL = 'SELECT id, customer FROM orders WHERE id = 4242';
const MANY = 'SELECT id, customer, total, placed_on FROM orders';
const TABLE =
  'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer VARCHAR(40) NOT NULL, total DECIMAL(10,2), placed_on DATE)';
const ROWS = 10_000;
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

/** Creates the engines one after the other. A text says why one is not measured. */
export const engines: readonly (() => Promise<PreparedEngine | string>)[] = [sqlite, postgres, mariadb, duckdb];

function valuesFrom(first: number, count: number): string {
  const row = (id: number) => `(${id}, 'customer ${id % 500}', ${(id * 7) % 1000}.25, '2025-${month(id)}-15')`;
  return Array.from({ length: count }, (_, place) => row(first + place)).join(', ');
}

function month(id: number): string {
  return String((id % 12) + 1).padStart(2, '0');
}

async function fill(run: (sql: string) => unknown): Promise<void> {
  await run(TABLE);
  for (let first = 1; first <= ROWS; first += 1_000) await run(`INSERT INTO orders VALUES ${valuesFrom(first, 1_000)}`);
}

async function addTables(run: (sql: string) => unknown): Promise<void> {
  const columns = Array.from({ length: 9 }, (_, place) => `column_${place} VARCHAR(40)`).join(', ');
  for (let table = 0; table < 1_000; table++)
    await run(`CREATE TABLE table_${table} (id INTEGER PRIMARY KEY, ${columns})`);
}

async function sqlite(): Promise<PreparedEngine> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-bench-'));
  const file = path.join(folder, 'bench.db');
  const database = new DatabaseSync(file);
  await fill((sql) => database.exec(sql));
  return {
    name: 'SQLite',
    url: `sqlite:${file}`,
    bare: { query: (sql) => database.prepare(sql).all() },
    small: SMALL,
    many: MANY,
    endless: ENDLESS,
    allowedMs: 2, // a child process runs the statement
    addTables: async () => {
      database.exec('BEGIN');
      await addTables((sql) => database.exec(sql));
      database.exec('COMMIT');
    },
    close: async () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function postgres(): Promise<PreparedEngine | string> {
  const ends: (() => Promise<void>)[] = [];
  const server = await postgresServer((work) => void ends.push(work));
  if (typeof server === 'string') return server;
  const { ownerUrl, readerUrl } = await server.createDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await fill((sql) => owner.query(sql));
  await owner.query('ANALYZE');
  const [reader, killer] = [1, 2].map(() => new pg.Client({ connectionString: readerUrl })) as [pg.Client, pg.Client];
  await Promise.all([reader.connect(), killer.connect()]);
  const id = (await reader.query('SELECT pg_backend_pid() AS id')).rows[0].id;
  return {
    name: 'PostgreSQL',
    url: readerUrl,
    bare: {
      query: (sql) => reader.query(sql),
      cancel: (endless) => timeToEnd(reader.query(endless), () => killer.query('SELECT pg_cancel_backend($1)', [id])),
    },
    small: SMALL,
    many: MANY,
    endless: ENDLESS,
    allowedMs: 1,
    addTables: () => addTables((sql) => owner.query(sql)),
    close: async () => {
      await Promise.all([owner.end(), reader.end(), killer.end()]);
      for (const end of ends) await end();
    },
  };
}

async function mariadb(): Promise<PreparedEngine | string> {
  const server = await MariadbServer.start();
  if (typeof server === 'string') return server;
  const { ownerUrl, readerUrl } = await server.createDatabase();
  const owner = await mysql.createConnection(ownerUrl);
  await fill((sql) => owner.query(sql));
  const reader = await mysql.createConnection(readerUrl);
  const killer = await mysql.createConnection(readerUrl);
  return {
    name: 'MariaDB',
    url: readerUrl,
    bare: {
      query: (sql) => reader.query(sql),
      cancel: (endless) => timeToEnd(reader.query(endless), () => killer.query(`KILL QUERY ${reader.threadId}`)),
    },
    small: SMALL,
    many: MANY,
    endless: 'SELECT BENCHMARK(1000000000000, MD5(1))',
    allowedMs: 1,
    addTables: () => addTables((sql) => owner.query(sql)),
    close: async () => {
      await Promise.all([owner.end(), reader.end(), killer.end()]);
      await server.stop();
    },
  };
}

async function duckdb(): Promise<PreparedEngine> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-bench-'));
  const file = path.join(folder, 'bench.duckdb');
  const filling = await DuckDBInstance.create(file);
  const writer = await filling.connect();
  await fill((sql) => writer.run(sql));
  writer.closeSync();
  filling.closeSync();
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  return {
    name: 'DuckDB',
    url: `duckdb:${file}`,
    bare: {
      query: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
      cancel: (endless) => timeToEnd(connection.run(endless), () => connection.interrupt()),
    },
    small: SMALL,
    many: MANY,
    endless: ENDLESS,
    allowedMs: 1,
    addTables: async () => {
      connection.closeSync();
      instance.closeSync();
      const again = await DuckDBInstance.create(file);
      const owner = await again.connect();
      await addTables((sql) => owner.run(sql));
      owner.closeSync();
      again.closeSync();
    },
    close: async () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** Cancels an endless statement after a while, and returns the milliseconds until it ended. */
async function timeToEnd(running: Promise<unknown>, cancel: () => unknown): Promise<number> {
  const endedAt = running.then(
    () => performance.now(), // MariaDB ends some functions early instead of failing
    () => performance.now(),
  );
  await sleep(100);
  const startedAt = performance.now();
  await cancel();
  return (await endedAt) - startedAt;
}
