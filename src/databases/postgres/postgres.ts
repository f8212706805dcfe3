import type { FieldDef } from 'pg';
import type { Cell, Database, Statement, StatementResult } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { loadDriver } from '../driver.ts';
import type { DatabaseOptions } from '../options.ts';
import { refuseUnreadable } from '../readable.ts';
import { RowCollector } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { cellOf } from './cells.ts';
import { Pool } from './pool.ts';
import { SCHEMA_QUERY, SchemaReader } from './schema-reader.ts';
import { SCHEMA_VERSION_QUERY } from './schema-version.ts';
import { type Driver, Session } from './session.ts';
import { setupFor } from './setup.ts';
import { closedError, stopFor } from './stop.ts';
import type { RowSink, Transaction, TransactionPlan } from './transaction.ts';
import { TypeNames } from './type-names.ts';

/** Opens a PostgreSQL database, or another server that speaks its protocol. Connects at the first use. */
export function openPostgres(url: string, options: DatabaseOptions): Database {
  return new PostgresDatabase(url, options);
}

class PostgresDatabase implements Database {
  readonly #options: DatabaseOptions;
  readonly #pool: Pool;
  readonly #typeNames = new TypeNames();
  readonly #closing = new AbortController();

  constructor(url: string, options: DatabaseOptions) {
    this.#options = options;
    this.#pool = new Pool(async () => {
      const driver = await loadDriver<{ readonly default: Driver }>('pg');
      return Session.open(driver.default, url, options);
    }, options.connections);
  }

  async run(statement: Statement, signal: AbortSignal): Promise<StatementResult> {
    refuseUnreadable(statement.sql, 'postgres');
    if (statement.access === 'write' && !this.#options.isWritable) throw notWritable();
    const rows = new RowCollector(statement.bounds);
    let columns: readonly FieldDef[] = [];
    const sink: RowSink = {
      describe: (fields) => {
        columns = fields;
      },
      add: (cells) => rows.add(cellsOf(cells, columns)),
      wanted: () => statement.bounds.rows + 1 - rows.rows.length,
    };
    const { sql, parameters, access, bounds } = statement;
    return this.#transact({ sql, parameters, access, sink }, bounds.ms, signal, async (transaction, session) => {
      const types = await this.#typeNames.of(columns, session);
      const cut = rows.cut ?? (transaction.isCutShort ? 'bytes' : undefined);
      const changedRows = access === 'write' ? changedRowsOf(transaction, columns) : undefined;
      return {
        columns: columns.map(({ name }, place) => ({ name, type: types[place] ?? '' })),
        rows: rows.rows,
        ...(cut && { cut }),
        ...(changedRows !== undefined && { changedRows }),
      };
    });
  }

  readSchema(signal: AbortSignal, progress: (tables: number) => void): Promise<Schema> {
    const reader = new SchemaReader(this.#options.schemaTables, progress);
    const parameters = [reader.wanted(), COMMENT_CHARACTERS];
    return this.#transact(
      { sql: SCHEMA_QUERY, parameters, access: 'read', sink: reader },
      SCHEMA_MS,
      signal,
      (transaction) => reader.schema(transaction.isCutShort),
    );
  }

  async readSchemaVersion(signal: AbortSignal): Promise<string> {
    let version = '';
    const sink: RowSink = {
      describe: () => {},
      add: ([text]) => {
        version = text ?? '';
        return true;
      },
      wanted: () => 1,
    };
    return this.#transact(
      { sql: SCHEMA_VERSION_QUERY, parameters: [], access: 'read', sink },
      SCHEMA_MS,
      signal,
      () => version,
    );
  }

  async close(): Promise<void> {
    this.#closing.abort(closedError());
    await this.#pool.close();
  }

  /** Runs one transaction in a session of the pool, within the time limit, and makes the result while the session is held. */
  async #transact<Result>(
    plan: Omit<TransactionPlan, 'setup' | 'isStopped'>,
    ms: number,
    signal: AbortSignal,
    resultOf: (transaction: Transaction, session: Session) => Result | Promise<Result>,
  ): Promise<Result> {
    using stop = stopFor(ms, signal, this.#closing.signal);
    const session = await this.#pool.acquire(stop.signal);
    try {
      const transaction = await session.run({ ...plan, setup: setupFor(ms) }, stop.signal);
      return await resultOf(transaction, session);
    } finally {
      this.#pool.release(session);
    }
  }
}

/** Time limit for reading the schema. A database with ten thousand tables takes some seconds. */
const SCHEMA_MS = 120_000;
/** Maximum length of a comment on a table or a column. */
const COMMENT_CHARACTERS = 1000;

function cellsOf(texts: readonly (string | null)[], columns: readonly FieldDef[]): Cell[] {
  const cells: Cell[] = [];
  for (let place = 0; place < texts.length; place++) {
    cells.push(cellOf(texts[place] ?? null, columns[place]?.dataTypeID ?? 0));
  }
  return cells;
}

/**
 * Returns the number of changed rows of an INSERT, UPDATE, DELETE or MERGE. If the statement returns its rows, the tag counts only
 * the last batch.
 */
function changedRowsOf(transaction: Transaction, columns: readonly FieldDef[]): number | undefined {
  const { changed } = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (?<changed>\d+)$/.exec(transaction.tag)?.groups ?? {};
  if (changed === undefined) return undefined;
  return columns.length > 0 ? transaction.rows : Number(changed);
}

function notWritable(): DatabaseError {
  return new DatabaseError('read-only', 'This source is read-only. Statements that write are not allowed.');
}
