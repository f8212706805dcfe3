import { type Stats, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Cell, Parameter, ResultColumn, Statement, StatementResult } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { quoteName } from '../quote.ts';
import { severalStatements } from '../readable.ts';
import { blobText, exactInteger, floatCell, RowCollector } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { Engine, Opening, PlainError } from './protocol.ts';
import { Authorizer } from './sqlite-authorizer.ts';
import { explainSqlite } from './sqlite-errors.ts';
import { readSqliteSchema } from './sqlite-schema.ts';

/** Opens a SQLite file at its first use. With the access `read`, SQLite opens it read-only and compiles only statements that read. */
export function openSqlite({ path, access }: Opening): Engine {
  return new SqliteEngine(path, access === 'write');
}

class SqliteEngine implements Engine {
  readonly #path: string;
  readonly #isWritable: boolean;
  readonly #authorizer: Authorizer;
  #open: { readonly database: DatabaseSync; readonly file: string } | undefined;

  constructor(path: string, isWritable: boolean) {
    this.#path = path;
    this.#isWritable = isWritable;
    this.#authorizer = new Authorizer(isWritable);
  }

  run({ sql, parameters, bounds }: Statement): StatementResult {
    const database = this.#database();
    const statement = this.#prepare(database, sql);
    statement.setReadBigInts(true);
    const values = parameters.map(bound);
    refuseMissing(database, sql, values);
    const columns = statement.columns();
    if (columns.length === 0) return { columns: [], rows: [], changedRows: Number(statement.run(...values).changes) };
    statement.setReturnArrays(true);
    const collector = new RowCollector(bounds);
    const types = columns.map(({ type }) => type?.toLowerCase() ?? '');
    for (const row of statement.iterate(...values) as Iterable<unknown>) {
      if (!collector.add(cellsOf(row as Value[], types))) break;
    }
    const named = columns.map(({ name }, place): ResultColumn => ({ name, type: types[place] ?? '' }));
    return { columns: named, rows: collector.rows, ...(collector.cut !== undefined && { cut: collector.cut }) };
  }

  readSchema(mostTables: number, progress: (tables: number) => void): Schema {
    const database = this.#database();
    return this.#authorizer.without(database, () => readSqliteSchema(database, mostTables, progress));
  }

  readSchemaVersion(): string {
    const database = this.#database();
    return this.#authorizer.without(database, () => {
      const version = database.prepare('PRAGMA schema_version').get()?.schema_version;
      return `${this.#open?.file} ${version}`;
    });
  }

  explain(error: unknown): PlainError {
    return explainSqlite(error, this.#authorizer.denied, this.#isWritable);
  }

  /** Compiles the statement. When a spatial index is first used, SQLite also compiles the statements that write to it. */
  #prepare(database: DatabaseSync, sql: string): StatementSync {
    this.#authorizer.reset();
    try {
      return prepareOne(database, sql);
    } catch (error) {
      if (this.#authorizer.denied === undefined) throw error;
      if (!this.#authorizer.without(database, () => connectSpatial(database))) throw error;
      this.#authorizer.reset();
      return prepareOne(database, sql);
    }
  }

  /** Returns the open database. Opens it again if the file was replaced, because SQLite would go on with the deleted file. */
  #database(): DatabaseSync {
    const file = this.#fileNow();
    if (this.#open !== undefined && this.#open.file !== file) {
      this.#open.database.close();
      this.#open = undefined;
    }
    this.#open ??= { database: openFile(this.#path, this.#isWritable, this.#authorizer), file };
    return this.#open.database;
  }

  /** Returns a text that identifies the file. Throws if there is none, because SQLite would create it. */
  #fileNow(): string {
    let stats: Stats;
    try {
      stats = statSync(this.#path);
    } catch {
      throw new DatabaseError('unreachable', `The file ${this.#path} does not exist or cannot be read.`);
    }
    if (!stats.isFile()) throw new DatabaseError('unreachable', `${this.#path} is not a file.`);
    return `${stats.dev}:${stats.ino}`;
  }
}

/** SQLite's value of a cell. Integers are bigints, because numbers would round them. */
type Value = null | bigint | number | string | Uint8Array;

function openFile(path: string, isWritable: boolean, authorizer: Authorizer): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly: !isWritable,
    timeout: BUSY_MS,
    defensive: true,
    limits: { length: MOST_VALUE_BYTES, sqlLength: MOST_SQL_BYTES, exprDepth: 200, compoundSelect: 200, attach: 0 },
  });
  // Temporary tables in memory: a statement that reads must not write a file anywhere.
  database.exec('PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  authorizer.watch(database);
  return database;
}

const BUSY_MS = 2_000; // a writer rarely holds its lock longer
const MOST_VALUE_BYTES = 128 * 1024 * 1024; // a larger value could only be described, and takes this much memory several times
const MOST_SQL_BYTES = 4 * 1024 * 1024;

/** Lets SQLite connect to each spatial index (R-Tree). Returns false if there is none. */
function connectSpatial(database: DatabaseSync): boolean {
  const tables = database.prepare(SPATIAL).all();
  for (const { name } of tables) {
    try {
      database.prepare(`SELECT 1 FROM ${quoteName(String(name), 'sqlite')}`);
    } catch {
      // The index is damaged. The statement that needs it fails with the reason.
    }
  }
  return tables.length > 0;
}

const SPATIAL = `
  SELECT name FROM sqlite_schema
  WHERE type = 'table' AND (sql LIKE 'CREATE VIRTUAL TABLE%USING%rtree%' OR sql LIKE 'CREATE VIRTUAL TABLE%USING%geopoly%')`;

/**
 * Throws if a placeholder has no value, because SQLite would take NULL. Nothing tells the number of placeholders, except that
 * SQLite accepts no more values than that.
 */
function refuseMissing(
  database: DatabaseSync,
  sql: string,
  values: readonly (string | number | bigint | null)[],
): void {
  if (!/[?:@$]/.test(sql)) return;
  try {
    database.prepare(`EXPLAIN ${sql}`).get(...values, null);
  } catch {
    return;
  }
  throw new DatabaseError(
    'other',
    `The statement has placeholders for more values than the ${values.length} in "parameters".`,
  );
}

/** Compiles exactly one statement. SQLite itself would ignore what follows the first one. */
function prepareOne(database: DatabaseSync, sql: string): StatementSync {
  const statement = prepared(database, sql);
  if (statement === undefined) throw new DatabaseError('not-one-statement', 'The text contains no SQL statement.');
  const rest = sql.slice(statement.sourceSQL.length);
  if (rest.trim() !== '' && hasStatement(database, rest)) throw severalStatements();
  return statement;
}

/** Compiles the first statement of a text; undefined if there is none. */
function prepared(database: DatabaseSync, sql: string): StatementSync | undefined {
  try {
    return database.prepare(sql);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_ARG_VALUE') return undefined;
    throw error;
  }
}

/** True unless the text has only spaces, comments and semicolons. A text that does not compile counts as a statement. */
function hasStatement(database: DatabaseSync, sql: string): boolean {
  try {
    return prepared(database, sql) !== undefined;
  } catch {
    return true;
  }
}

/** Returns a parameter as SQLite stores it: it has no booleans, and a number would be stored as a float. */
function bound(value: Parameter): string | number | bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Converts a row in place, and fills in the types of columns that have none. */
function cellsOf(row: Value[], types: string[]): Cell[] {
  for (let place = 0; place < row.length; place++) {
    const value = row[place] ?? null;
    if (types[place] === '') types[place] = typeOf(value);
    if (typeof value !== 'string') row[place] = cellOf(value) as Value;
  }
  return row as Cell[];
}

function cellOf(value: Value): Cell {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint') return exactInteger(value);
  return typeof value === 'number' ? floatCell(value) : blobText(value);
}

/** Returns the type of an expression's value, because SQLite knows declared types only for columns of tables. */
function typeOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'real';
  return typeof value === 'string' ? 'text' : 'blob';
}
