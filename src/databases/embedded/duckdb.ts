import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Access, Statement, StatementResult } from '../database.ts';
import type { DatabaseError } from '../database-error.ts';
import type { Schema } from '../schema.ts';
import { finishedRows, readRows } from './duckdb-cells.ts';
import { type Driver, importDriver } from './duckdb-driver.ts';
import { explainDuckdb, isFatal } from './duckdb-errors.ts';
import { readDuckdbSchema, readDuckdbVersion } from './duckdb-schema.ts';
import { type Source, sourceOf, withConnection } from './duckdb-source.ts';
import { bindParameters, StatementCheck } from './duckdb-statement.ts';
import type { Engine, Opening, PlainError } from './protocol.ts';

/**
 * Opens a DuckDB file, or data files as tables. With the access `read`, DuckDB opens the file read-only. One process serves
 * both accesses of a file, because DuckDB does not let two processes share a file of which one writes.
 */
export async function openDuckdb({ path, memoryBytes, driver }: Opening): Promise<Engine> {
  const imported = await importDriver(driver);
  return new DuckdbEngine(imported, sourceOf(imported, path, memoryBytes));
}

class DuckdbEngine implements Engine {
  readonly #driver: Driver;
  readonly #source: Source;
  readonly #check: StatementCheck;
  #idle: NodeJS.Timeout | undefined;

  constructor(driver: Driver, source: Source) {
    this.#driver = driver;
    this.#source = source;
    this.#check = new StatementCheck(driver);
  }

  async run({ sql, parameters, access, bounds }: Statement): Promise<StatementResult> {
    return this.#with(access, async (connection) => {
      const statement = await this.#check.prepare(connection, sql, access);
      if (statement.isReading) return readRows(this.#driver, connection, statement, sql, parameters, bounds);
      bindParameters(statement.prepared, parameters);
      const result = await statement.prepared.run();
      const { ResultReturnType: types } = this.#driver;
      if (result.returnType === types.QUERY_RESULT) return finishedRows(this.#driver, connection, result, bounds);
      const changed = result.returnType === types.CHANGED_ROWS ? { changedRows: result.rowsChanged } : {};
      return { columns: [], rows: [], ...changed };
    });
  }

  async readSchema(mostTables: number, progress: (tables: number) => void): Promise<Schema> {
    return this.#with('read', (connection) => readDuckdbSchema(connection, this.#source.tables, mostTables, progress));
  }

  async readSchemaVersion(): Promise<string> {
    return this.#with('read', async (connection) => {
      const { tables } = this.#source;
      if (tables === undefined) return readDuckdbVersion(connection);
      const states = JSON.stringify(tables.map(({ name, state }) => [name, state]));
      return createHash('sha256').update(states).digest('hex').slice(0, 32);
    });
  }

  explain(error: unknown): PlainError {
    const { kind, message, subject } = explainDuckdb(error);
    return { kind, message, subject };
  }

  /** Opens the source and a connection, and closes the source when it is not used for a while, so that others can write to it. */
  async #with<Result>(access: Access, work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    clearTimeout(this.#idle);
    try {
      return await withConnection(await this.#source.open(access), work);
    } catch (error) {
      if (isFatal(error)) this.#source.close();
      throw this.#better(explainDuckdb(error));
    } finally {
      if (this.#source.tables === undefined) this.#idle = setTimeout(() => this.#source.close(), IDLE_MS).unref();
    }
  }

  /** Returns why a data file is no table, instead of the error that it is unknown. */
  #better(error: DatabaseError): DatabaseError {
    const missing = error.kind === 'unknown-table' ? this.#source.whyMissing(error.subject ?? '') : undefined;
    return missing ?? error;
  }
}

/** Another program cannot write to the file while it is open here. Opening it again takes about 10 ms. */
const IDLE_MS = 250;
