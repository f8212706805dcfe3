import { afterEach, describe } from 'vitest';
import type {
  Access,
  Cell,
  Database,
  Parameter,
  StatementBounds,
  StatementResult,
} from '../../src/databases/database.ts';
import { DatabaseError } from '../../src/databases/database-error.ts';
import type { DatabaseOptions } from '../../src/databases/options.ts';
import { openPostgres } from '../../src/databases/postgres/postgres.ts';
import { type PostgresServer, postgresServer } from './postgres-server.ts';

/** Registers tests that need a server. They are skipped with the reason if there is none. */
export async function describePostgres(title: string, tests: (server: PostgresServer) => void): Promise<void> {
  const server = await postgresServer();
  if (typeof server === 'string') describe.skip(`${title} (${server})`, () => tests(NO_SERVER));
  else describe(title, () => tests(server));
}

const noServer = () => Promise.reject(new Error('There is no server.'));
const NO_SERVER = { superuserUrl: '', canStop: false, createDatabase: noServer, stop: noServer, start: noServer };

export interface RunOptions extends Partial<StatementBounds> {
  readonly parameters?: readonly Parameter[];
  readonly access?: Access;
  readonly signal?: AbortSignal;
}

const opened = new Set<Database>();
afterEach(async () => {
  await Promise.all([...opened].map((database) => database.close()));
  opened.clear();
});

/** Opens a database until the end of the test. */
export function open(url: string, options: Partial<DatabaseOptions> = {}) {
  const database = openPostgres(url, {
    isWritable: false,
    connections: 2,
    connectMs: 5000,
    memoryBytes: 1 << 30,
    schemaTables: 5000,
    ...options,
  });
  opened.add(database);
  const run = (sql: string, { parameters = [], access = 'read', signal = never, ...bounds }: RunOptions = {}) =>
    database.run({ sql, parameters, access, bounds: { ...BOUNDS, ...bounds } }, signal);
  return {
    database,
    run,
    rows: async (sql: string, options?: RunOptions): Promise<StatementResult['rows']> => (await run(sql, options)).rows,
    cell: async (sql: string, options?: RunOptions): Promise<Cell | undefined> =>
      (await run(sql, options)).rows[0]?.[0],
    fails: (sql: string, options?: RunOptions): Promise<DatabaseError> => failure(run(sql, options)),
  };
}

export const never: AbortSignal = new AbortController().signal;

const BOUNDS: StatementBounds = { ms: 20_000, rows: 100, bytes: 1_000_000, cellBytes: 10_000 };

/** Returns the DatabaseError with which a promise rejects. */
export async function failure(promise: Promise<unknown>): Promise<DatabaseError> {
  let result: unknown;
  try {
    result = await promise;
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  throw new Error(`The statement succeeded: ${JSON.stringify(result)}`);
}
