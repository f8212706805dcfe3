import type { Access, RowsAsJson, Statement, StatementResult } from '../database.ts';
import type { DatabaseErrorKind } from '../database-error.ts';
import type { Schema } from '../schema.ts';

/** The embedded engines, each of which runs in a child process. */
export type EmbeddedDialect = 'sqlite' | 'duckdb';

/** What a child needs to open its database. It is the child's only command-line argument, as JSON. */
export interface Opening {
  readonly dialect: EmbeddedDialect;
  /** An absolute path: a database file, or for DuckDB also a data file, a folder or a pattern. */
  readonly path: string;
  readonly access: Access;
  readonly memoryBytes: number;
  /** Where the driver is installed, for an engine that is not part of Node. */
  readonly driver?: string;
}

/** A question from the gateway to a child. A child gets the next question only after it has answered the last one. */
export type Question =
  | { readonly kind: 'run'; readonly statement: Statement }
  | { readonly kind: 'schema'; readonly mostTables: number; readonly ms: number }
  | { readonly kind: 'version'; readonly ms: number };

/** A message from a child: any number of progress reports, then one answer. */
export type Answer =
  | { readonly kind: 'progress'; readonly tables: number }
  | { readonly kind: 'result'; readonly result: PlainResult }
  | { readonly kind: 'schema'; readonly schema: Schema }
  | { readonly kind: 'version'; readonly version: string }
  | { readonly kind: 'error'; readonly error: PlainError };

/** The result of a statement. Its rows pass as one text: it is copied, while an array of arrays would be taken apart and rebuilt. */
export interface PlainResult extends Omit<StatementResult, 'rows' | 'json'> {
  readonly json: RowsAsJson;
}

/** A DatabaseError as plain data. */
export interface PlainError {
  readonly kind: DatabaseErrorKind;
  readonly message: string;
  readonly subject?: string | undefined;
  /** True if a process that may write must first roll back what a process that was killed has begun. */
  readonly needsRepair?: boolean | undefined;
}

/** What the main thread of a child shares with its watchdog. */
export interface Watched {
  /** 1 while a question is being answered, otherwise 0. */
  readonly isBusy: Int32Array<SharedArrayBuffer>;
  /** How long the current question may take. */
  readonly limitMs: Int32Array<SharedArrayBuffer>;
  readonly memoryBytes: number;
}

/** Words that the watchdog writes to stderr before it kills the child. */
export const OUT_OF_MEMORY = 'toolpath: the memory limit is exceeded';

/** What an engine does inside a child. Everything that it throws becomes an error with a kind. */
export interface Engine {
  run(statement: Statement): StatementResult | Promise<StatementResult>;
  readSchema(mostTables: number, progress: (tables: number) => void): Schema | Promise<Schema>;
  readSchemaVersion(): string | Promise<string>;
  /** Returns the kind and the words of an error that the engine threw. */
  explain(error: unknown): PlainError;
}
