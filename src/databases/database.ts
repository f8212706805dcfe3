import type { Schema } from './schema.ts';

/** The database engines. A MariaDB server is `mysql`, because both speak one protocol and one driver serves them. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql' | 'duckdb';

/**
 * A connection to one database. It connects at first use and reconnects by itself after a failure.
 * Every method rejects only with a DatabaseError. Calls may run concurrently.
 */
export interface Database {
  /**
   * Runs exactly one statement and returns its first rows. With the access `read`, the database itself prevents every change,
   * whatever the statement is. When the promise settles, the statement no longer runs.
   */
  run(statement: Statement, signal: AbortSignal): Promise<StatementResult>;
  /** Reads tables, columns, comments and keys. Calls `progress` after each part with the number of tables read so far. */
  readSchema(signal: AbortSignal, progress: (tables: number) => void): Promise<Schema>;
  /** Returns a short text that differs after the schema has changed. Takes a fraction of the time of `readSchema`. */
  readSchemaVersion(signal: AbortSignal): Promise<string>;
  /** Ends all statements and connections. Later calls reject with kind `closed`. */
  close(): Promise<void>;
}

export interface Statement {
  /** One statement. A text with several statements is refused by the database, and none of them runs. */
  readonly sql: string;
  /** Values for the placeholders: `?` in SQLite, MySQL and DuckDB, `$1` in PostgreSQL and DuckDB. */
  readonly parameters: readonly Parameter[];
  readonly access: Access;
  readonly bounds: StatementBounds;
}

export type Access = 'read' | 'write';
export type Parameter = string | number | boolean | null;

export interface StatementBounds {
  /** Time limit; the statement is then cancelled at the database. */
  readonly ms: number;
  readonly rows: number;
  /** Maximum size of all returned rows, written as JSON. A row is returned whole or not at all. */
  readonly bytes: number;
  /** Maximum size of one cell. A longer text is cut, with a remark in the text. */
  readonly cellBytes: number;
}

export interface StatementResult {
  /** Empty for a statement that returns no rows. */
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The rows as JSON text, if the engine has them in this form. `rows` is then parsed from the text when it is first read. */
  readonly json?: RowsAsJson;
  /** Set if the statement has more rows than were returned: the bound that ended them. */
  readonly cut?: 'rows' | 'bytes';
  /** Number of rows that the statement changed, if the database reports it. Never set with the access `read`. */
  readonly changedRows?: number;
}

export interface RowsAsJson {
  readonly text: string;
  /** Number of rows. */
  readonly count: number;
}

export interface ResultColumn {
  readonly name: string;
  /** The type in the words of the database, in lower case, such as `integer` or `numeric(10,2)`; empty if it is not known. */
  readonly type: string;
}

/**
 * A value as a model reads it. Integers beyond 2^53, decimals, dates, times, intervals and JSON are texts as the database
 * writes them, so that they are exact. A blob is a text that describes it.
 */
export type Cell = string | number | boolean | null;
