/** What an engine needs to open a database, besides its address. */
export interface DatabaseOptions {
  /** True if statements with the access `write` may run. If false, every connection is read-only. */
  readonly isWritable: boolean;
  /** Maximum number of statements that run at once; further ones wait. */
  readonly connections: number;
  /** Time limit for connecting, in milliseconds. */
  readonly connectMs: number;
  /** Maximum memory of a child process that runs an embedded engine (SQLite, DuckDB). */
  readonly memoryBytes: number;
  /** Maximum number of tables that `readSchema` returns. */
  readonly schemaTables: number;
}
