import { type Stats, statSync } from 'node:fs';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Access } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import type { Driver } from './duckdb-driver.ts';
import { explainDuckdb } from './duckdb-errors.ts';
import { type FileTable, globEscaped, listTables, literal, quoted, readingCall, sourceKind } from './duckdb-files.ts';

/** What the statements of a source run on. It is opened at its first use, and again after its files have changed. */
export interface Source {
  /** Returns a database that is open for the access. */
  open(access: Access): Promise<DuckDBInstance>;
  /** Closes the database. The next statement opens it again. */
  close(): void;
  /** Why a table of that name is missing, if the reason is known. */
  whyMissing(name: string): DatabaseError | undefined;
  /** The tables that are data files; undefined for a database file. */
  readonly tables: readonly FileTable[] | undefined;
}

/** Returns the source of a path: a database file, or data files as the tables of a database in memory. */
export function sourceOf(driver: Driver, path: string, memoryBytes: number): Source {
  const options = {
    errors_as_json: 'true',
    threads: '2',
    memory_limit: `${Math.floor((memoryBytes * 3) / 4 / 1024)}KiB`, // the process is killed at the whole, without clear words
    temp_directory: '', // a statement that reads must not write a file
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
  };
  if (sourceKind(path) === 'database') return new DatabaseFile(driver, path, options);
  return new DataFiles(driver, path, options);
}

type Options = Readonly<Record<string, string>>;

/** A database file. With the access `read`, DuckDB opens it read-only. */
class DatabaseFile implements Source {
  readonly tables = undefined;
  readonly #driver: Driver;
  readonly #path: string;
  readonly #options: Options;
  #open: { readonly instance: DuckDBInstance; readonly access: Access; readonly file: string } | undefined;

  constructor(driver: Driver, path: string, options: Options) {
    this.#driver = driver;
    this.#path = path;
    this.#options = options;
  }

  async open(access: Access): Promise<DuckDBInstance> {
    const file = this.#fileNow(access);
    if (this.#open?.access !== access || this.#open.file !== file) this.close();
    this.#open ??= { instance: await this.#create(access), access, file };
    return this.#open.instance;
  }

  close(): void {
    this.#open?.instance.closeSync();
    this.#open = undefined;
  }

  whyMissing(): undefined {
    return undefined;
  }

  #create(access: Access): Promise<DuckDBInstance> {
    return this.#driver.DuckDBInstance.create(this.#path, {
      ...this.#options,
      access_mode: access === 'read' ? 'READ_ONLY' : 'READ_WRITE',
      enable_external_access: 'false',
      lock_configuration: 'true',
    });
  }

  /** Returns a text that identifies the file. Throws if there is none, because DuckDB would create it. */
  #fileNow(access: Access): string {
    let stats: Stats;
    try {
      stats = statSync(this.#path);
    } catch {
      throw new DatabaseError('unreachable', `The file ${this.#path} does not exist or cannot be read.`);
    }
    if (!stats.isFile()) throw new DatabaseError('unreachable', `${this.#path} is not a file.`);
    const content = access === 'read' ? `:${stats.size}:${stats.mtimeMs}` : '';
    return `${stats.dev}:${stats.ino}${content}`;
  }
}

/** Data files, each of which is a view in a database in memory. DuckDB may open no other files. */
class DataFiles implements Source {
  readonly #driver: Driver;
  readonly #path: string;
  readonly #options: Options;
  readonly #broken = new Map<string, DatabaseError>();
  #tables: readonly FileTable[] = [];
  #open: DuckDBInstance | undefined;

  constructor(driver: Driver, path: string, options: Options) {
    this.#driver = driver;
    this.#path = path;
    this.#options = options;
  }

  get tables(): readonly FileTable[] {
    return this.#tables;
  }

  async open(access: Access): Promise<DuckDBInstance> {
    if (access === 'write')
      throw new DatabaseError('read-only', 'The tables of this database are data files, which can only be read.');
    const kind = sourceKind(this.#path);
    const tables = listTables(this.#path, kind === 'database' ? 'file' : kind);
    if (this.#open !== undefined && haveSameFiles(tables, this.#tables)) {
      await this.#createViews(this.#open, tables, this.#tables);
    } else {
      this.close();
      const instance = await this.#create(tables);
      this.#broken.clear();
      await this.#createViews(instance, tables, []);
      this.#open = instance;
    }
    this.#tables = tables;
    return this.#open;
  }

  close(): void {
    this.#open?.closeSync();
    this.#open = undefined;
  }

  whyMissing(name: string): DatabaseError | undefined {
    return this.#broken.get(name.toLowerCase());
  }

  async #create(tables: readonly FileTable[]): Promise<DuckDBInstance> {
    const instance = await this.#driver.DuckDBInstance.create(':memory:', { ...this.#options });
    const files = tables.flatMap(({ files }) => files);
    const allowed = [...new Set([...files, ...files.map(globEscaped)])].map(literal);
    await withConnection(instance, async (connection) => {
      await connection.run(`SET allowed_paths = [${allowed.join(', ')}]`);
      await connection.run('SET enable_external_access = false');
      await connection.run('SET lock_configuration = true');
    });
    return instance;
  }

  /** Creates the views of tables whose files are new or changed. A file that DuckDB cannot read has no view. */
  async #createViews(
    instance: DuckDBInstance,
    tables: readonly FileTable[],
    earlier: readonly FileTable[],
  ): Promise<void> {
    const known = new Set(earlier.map(({ state }) => state));
    const changed = tables.filter(({ state }) => !known.has(state));
    if (changed.length === 0) return;
    await withConnection(instance, async (connection) => {
      for (const table of changed) {
        const problem = await createView(connection, table);
        if (problem === undefined) this.#broken.delete(table.name.toLowerCase());
        else this.#broken.set(table.name.toLowerCase(), problem);
      }
    });
  }
}

/** Creates the view of a table, or returns why it cannot be read. */
async function createView(connection: DuckDBConnection, table: FileTable): Promise<DatabaseError | undefined> {
  const name = quoted(table.name);
  try {
    if (table.files.length === 0) throw new DatabaseError('corrupt', 'The file is empty.');
    await connection.run(`CREATE OR REPLACE VIEW ${name} AS SELECT * FROM ${readingCall(table)}`);
    return undefined;
  } catch (error) {
    await connection.run(`DROP VIEW IF EXISTS ${name}`);
    const { kind, message } = explainDuckdb(error);
    const told = kind === 'unreachable' ? kind : 'corrupt';
    return new DatabaseError(told, `The table ${name} cannot be read: ${message}`, table.name);
  }
}

function haveSameFiles(tables: readonly FileTable[], earlier: readonly FileTable[]): boolean {
  const text = (list: readonly FileTable[]) => JSON.stringify(list.map(({ name, files }) => [name, files]));
  return text(tables) === text(earlier);
}

/** Runs work on a connection of its own, so that no statement sees the settings or temporary tables of another one. */
export async function withConnection<Result>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.disconnectSync();
  }
}
