import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { Access, Database, Parameter, StatementBounds, StatementResult } from '../../src/databases/database.ts';
import { DatabaseError } from '../../src/databases/database-error.ts';
import { openMysql } from '../../src/databases/mysql/mysql.ts';
import type { DatabaseOptions } from '../../src/databases/options.ts';
import { MariadbServer } from './mariadb-server.ts';

/**
 * Starts a server for the tests of a file and stops it after them. The tests are skipped if there is none; otherwise `prepare`
 * runs before them.
 */
export async function serverForTests(
  prepare: (server: MariadbServer) => Promise<void> = async () => {},
  prepareMs = 60_000,
): Promise<() => MariadbServer> {
  const server = await MariadbServer.start();
  beforeAll(async () => {
    if (typeof server !== 'string') await prepare(server);
  }, prepareMs);
  beforeEach((context) => {
    if (typeof server === 'string') context.skip(server);
  });
  afterAll(async () => {
    if (typeof server !== 'string') await server.stop();
  });
  return () => {
    if (typeof server === 'string') throw new Error(server);
    return server;
  };
}

export const OPTIONS: DatabaseOptions = {
  isWritable: false,
  connections: 3,
  connectMs: 5_000,
  memoryBytes: 0,
  schemaTables: 2_000,
};

export const BOUNDS: StatementBounds = { ms: 20_000, rows: 1_000, bytes: 1_000_000, cellBytes: 10_000 };

/** Opens a database that is closed after the test. */
export function opened(url: string, options: Partial<DatabaseOptions> = {}): Database {
  const database = openMysql(url, { ...OPTIONS, ...options });
  onTestFinished(() => database.close());
  return database;
}

export interface Running {
  readonly parameters?: readonly Parameter[];
  readonly access?: Access;
  readonly bounds?: Partial<StatementBounds>;
  readonly signal?: AbortSignal;
}

export function run(database: Database, sql: string, running: Running = {}): Promise<StatementResult> {
  const { parameters = [], access = 'read', bounds, signal = new AbortController().signal } = running;
  return database.run({ sql, parameters, access, bounds: { ...BOUNDS, ...bounds } }, signal);
}

/** Runs a statement that must fail, and returns its error. */
export async function failure(running: Promise<unknown>): Promise<DatabaseError> {
  const error = await running.then(
    () => new Error('The statement succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DatabaseError)) throw error;
  return error;
}
