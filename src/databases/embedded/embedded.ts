import type { Access, Database, Statement, StatementResult } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { findDriver } from '../driver.ts';
import type { DatabaseOptions } from '../options.ts';
import { Places } from '../places.ts';
import { refuseUnreadable } from '../readable.ts';
import type { Schema } from '../schema.ts';
import { limited } from '../time-limit.ts';
import { EngineProcess } from './process.ts';
import type { Answer, Opening, PlainResult, Question } from './protocol.ts';

/**
 * A database whose engine runs in child processes, one statement at a time in each. A statement ends within milliseconds,
 * whatever it does, because its process is killed. Reading and writing statements of SQLite never share a process: the engine
 * opens the file read-only for the first. All statements of a writable DuckDB file share one process, because DuckDB does not
 * let one process read a file that another has open for writing; that process opens the file again when the access changes.
 */
export function openEmbedded(file: Omit<Opening, 'access' | 'memoryBytes'>, options: DatabaseOptions): Database {
  return new EmbeddedDatabase(file, options);
}

class EmbeddedDatabase implements Database {
  readonly #file: Omit<Opening, 'access' | 'memoryBytes'>;
  readonly #options: DatabaseOptions;
  readonly #idle: Record<Access, EngineProcess[]> = { read: [], write: [] };
  readonly #busy = new Set<EngineProcess>();
  readonly #closing = new AbortController();
  readonly #isShared: boolean;
  readonly #places: Places;

  constructor(file: Omit<Opening, 'access' | 'memoryBytes'>, options: DatabaseOptions) {
    this.#file = file;
    this.#isShared = file.dialect === 'duckdb' && options.isWritable;
    this.#options = this.#isShared ? { ...options, connections: 1 } : options;
    this.#places = new Places(this.#options.connections);
  }

  async run(statement: Statement, signal: AbortSignal): Promise<StatementResult> {
    refuseUnreadable(statement.sql, this.#file.dialect);
    const answer = await this.#ask(statement.access, { kind: 'run', statement }, statement.bounds.ms, signal);
    if (answer.kind !== 'result') throw unexpected(answer);
    return withRows(answer.result);
  }

  async readSchema(signal: AbortSignal, progress: (tables: number) => void): Promise<Schema> {
    const question: Question = { kind: 'schema', mostTables: this.#options.schemaTables, ms: SCHEMA_MS };
    const answer = await this.#ask('read', question, SCHEMA_MS, signal, progress);
    if (answer.kind !== 'schema') throw unexpected(answer);
    return answer.schema;
  }

  async readSchemaVersion(signal: AbortSignal): Promise<string> {
    const answer = await this.#ask('read', { kind: 'version', ms: SCHEMA_MS }, SCHEMA_MS, signal);
    if (answer.kind !== 'version') throw unexpected(answer);
    return answer.version;
  }

  async close(): Promise<void> {
    this.#closing.abort(new DatabaseError('closed', 'The database was closed.'));
    await Promise.all([...this.#idle.read, ...this.#idle.write, ...this.#busy].map((each) => each.kill()));
  }

  /** Waits for a free process, asks it, and ends it if the time limit expires, the caller aborts or the database is closed. */
  async #ask(
    asked: Access,
    question: Question,
    ms: number,
    signal: AbortSignal,
    progress?: (tables: number) => void,
  ): Promise<Answer> {
    const access = this.#isShared ? 'write' : asked;
    return limited(ms, [signal, this.#closing.signal], async (ended) => {
      await this.#places.enter(ended);
      try {
        let answer = await this.#askOne(access, question, ended, progress);
        if (answer.kind === 'error' && answer.error.needsRepair && this.#options.isWritable) {
          await this.#askOne('write', { kind: 'version', ms }, ended); // opening the file repairs it
          answer = await this.#askOne(access, question, ended, progress);
        }
        if (answer.kind === 'error')
          throw new DatabaseError(answer.error.kind, answer.error.message, answer.error.subject);
        return answer;
      } finally {
        this.#places.leave();
      }
    });
  }

  async #askOne(
    access: Access,
    question: Question,
    ended: AbortSignal,
    progress?: (tables: number) => void,
  ): Promise<Answer> {
    ended.throwIfAborted();
    const engine = this.#take(access);
    this.#busy.add(engine);
    try {
      return await engine.ask(question, ended, progress);
    } finally {
      this.#putBack(engine, access);
    }
  }

  #take(access: Access): EngineProcess {
    const idle = this.#idle[access];
    for (let each = idle.pop(); each !== undefined; each = idle.pop()) if (!each.hasEnded) return each;
    const driver = this.#file.dialect === 'duckdb' ? { driver: findDriver('@duckdb/node-api') } : {};
    return new EngineProcess({ ...driver, ...this.#file, access, memoryBytes: this.#options.memoryBytes });
  }

  /** Keeps one waiting process for each access; others end, because each takes about 50 MB. */
  #putBack(engine: EngineProcess, access: Access): void {
    this.#busy.delete(engine);
    if (engine.hasEnded) return;
    if (this.#idle[access].length > 0 || this.#closing.signal.aborted) void engine.kill();
    else this.#idle[access].push(engine);
  }
}

const SCHEMA_MS = 60_000; // the largest schemas are read in a few seconds

/** Adds the rows, which are parsed only if something reads them: a model gets the text. */
function withRows(result: PlainResult): StatementResult {
  let rows: StatementResult['rows'] | undefined;
  return {
    ...result,
    get rows() {
      rows ??= JSON.parse(result.json.text) as StatementResult['rows'];
      return rows;
    },
  };
}

function unexpected(answer: Answer): DatabaseError {
  return new DatabaseError('lost', `The process of the database sent an unexpected answer (${answer.kind}).`);
}
