import { type Limits, type Log, messageOf } from '../core/index.ts';
import { readAddress, shownAddress } from './address.ts';
import type { Access, Database, Dialect, Parameter, StatementResult } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { openDatabase } from './open.ts';
import { withSamples } from './samples.ts';
import type { Schema } from './schema.ts';
import { looksLikeWrite } from './sql-text.ts';

/** One entry of the setting `databases`. */
export interface SourceSettings {
  readonly url: string;
  readonly description?: string | undefined;
  readonly write?: boolean | undefined;
  readonly samples?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Creates the database before its first use; returns why that failed, or undefined. Only the sample database has it. */
  readonly create?: (() => Promise<string | undefined>) | undefined;
}

/** What is known about the tables of a source. */
export type SchemaState =
  | { readonly kind: 'unread' }
  | { readonly kind: 'reading'; readonly tables: number }
  | { readonly kind: 'ready'; readonly tables: number }
  | { readonly kind: 'failed'; readonly error: DatabaseError };

export interface SourceOptions {
  readonly limits: Limits;
  readonly log: Log;
  /** Opens a database. Tests replace it. */
  readonly open?: typeof openDatabase;
}

/** A database of the settings: it runs statements, and keeps the schema that it read until the schema changes. */
export class Source {
  readonly name: string;
  readonly dialect: Dialect;
  /** The address without password and parameters. */
  readonly address: string;
  readonly description: string | undefined;
  readonly isWritable: boolean;
  readonly #hasSamples: boolean;
  readonly #limits: Limits;
  readonly #log: Log;
  readonly #database: Database;
  readonly #create: SourceSettings['create'];
  #creating: Promise<string | undefined> | undefined;
  readonly #closing = new AbortController();
  #state: SchemaState = { kind: 'unread' };
  #known: { readonly schema: Schema; readonly version: string } | undefined;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<Schema> | undefined;

  constructor(name: string, settings: SourceSettings, { limits, log, open = openDatabase }: SourceOptions) {
    const address = readAddress(settings.url);
    this.name = name;
    this.dialect = address.dialect;
    this.address = shownAddress(settings.url);
    this.description = settings.description;
    this.isWritable = settings.write === true;
    this.#hasSamples = settings.samples === true;
    this.#create = settings.create;
    this.#limits = limits;
    this.#log = log;
    this.#database = open(address, {
      isWritable: this.isWritable,
      connections: limits.sqlConnections,
      connectMs: limits.connectMs,
      memoryBytes: limits.sqlMemoryBytes,
      schemaTables: limits.schemaTables,
    });
  }

  /** True for the sample database, which Toolpath creates when it is first used. */
  get isCreatedByUs(): boolean {
    return this.#create !== undefined;
  }

  get state(): SchemaState {
    return this.#state;
  }

  /** The schema as it was last read, even if it may have changed since. */
  get lastSchema(): Schema | undefined {
    return this.#known?.schema;
  }

  /** Runs one statement within the limits of the settings. Rejects only with a DatabaseError. */
  async run(
    sql: string,
    parameters: readonly Parameter[],
    access: Access,
    signal: AbortSignal,
    rows = this.#limits.sqlRows,
  ): Promise<StatementResult> {
    const { sqlMs, sqlMostRows, sqlBytes, sqlCellBytes } = this.#limits;
    const bounds = { ms: sqlMs, rows: Math.min(rows, sqlMostRows), bytes: sqlBytes, cellBytes: sqlCellBytes };
    await this.#created();
    try {
      return await this.#database.run({ sql, parameters, access, bounds }, signal);
    } finally {
      if (access === 'write') this.#checkedAtMs = Number.NEGATIVE_INFINITY; // the schema may have changed
    }
  }

  /**
   * Returns the current schema. Reads it if it has changed, or was never read; concurrent callers share one reading. Rejects
   * only with a DatabaseError.
   */
  schema(): Promise<Schema> {
    this.#reading ??= this.#refresh().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#database.close();
  }

  /** Waits until the database is created, which is tried once. */
  async #created(): Promise<void> {
    this.#creating ??= this.#create?.();
    const problem = await this.#creating;
    if (problem !== undefined) throw new DatabaseError('unreachable', problem);
  }

  async #refresh(): Promise<Schema> {
    if (this.#known !== undefined && performance.now() - this.#checkedAtMs < CHECK_MS) return this.#known.schema;
    const { signal } = this.#closing;
    try {
      if (this.#known === undefined) this.#state = { kind: 'reading', tables: 0 };
      await this.#created();
      const version = await this.#database.readSchemaVersion(signal);
      const schema = this.#known?.version === version ? this.#known.schema : await this.#read();
      this.#known = { schema, version };
      this.#checkedAtMs = performance.now();
      this.#state = { kind: 'ready', tables: schema.tables.length };
      return schema;
    } catch (error) {
      this.#state = { kind: 'failed', error: error as DatabaseError };
      this.#log.warn(
        { database: this.name, reason: messageOf(error) },
        'The tables of the database could not be read.',
      );
      throw error;
    }
  }

  async #read(): Promise<Schema> {
    const { signal } = this.#closing;
    const startedAt = performance.now();
    let toldAt = startedAt;
    const bare = await this.#database.readSchema(signal, (tables) => {
      this.#state = { kind: 'reading', tables };
      if (performance.now() - toldAt < PROGRESS_MS) return;
      toldAt = performance.now();
      this.#log.info({ database: this.name, tables }, 'Still reading the tables of the database.');
    });
    const schema = this.#hasSamples ? await withSamples(bare, this.dialect, this.#database, signal) : bare;
    const tookMs = Math.round(performance.now() - startedAt);
    this.#log.info({ database: this.name, tables: schema.tables.length, tookMs }, 'Read the tables of the database.');
    return schema;
  }
}

/** A schema that was checked less than this time ago counts as current. */
const CHECK_MS = 5_000;
const PROGRESS_MS = 2_000;

/**
 * Returns the access that a statement gets. Only a statement for a writable database that looks like a write gets `write`, and
 * so passes the permit rules as one; a write that looks like a query is refused by the database.
 */
export function accessOf({ isWritable, dialect }: Source, sql: string): Access {
  return isWritable && looksLikeWrite(sql, dialect) ? 'write' : 'read';
}
