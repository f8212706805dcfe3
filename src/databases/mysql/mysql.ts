import type { Database, Statement, StatementResult } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import type { DatabaseOptions } from '../options.ts';
import { refuseUnreadable } from '../readable.ts';
import type { Schema } from '../schema.ts';
import { limited } from '../time-limit.ts';
import { type Address, readAddress } from './address.ts';
import { explainMysql } from './errors.ts';
import { begin, explainRun, runIn } from './running.ts';
import { readMysqlSchema, readMysqlVersion } from './schema.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import { Stopping } from './stopping.ts';

/** Opens a MySQL or MariaDB database by its URL (`mysql://` or `mariadb://`). Connects at first use. */
export function openMysql(url: string, options: DatabaseOptions): Database {
  return new MysqlDatabase(url, options);
}

class MysqlDatabase implements Database {
  readonly #url: string;
  readonly #options: DatabaseOptions;
  readonly #sessions: Sessions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #address: Address | undefined;

  constructor(url: string, options: DatabaseOptions) {
    this.#url = url;
    this.#options = options;
    this.#sessions = new Sessions(() => this.#place(), options);
  }

  run(statement: Statement, signal: AbortSignal): Promise<StatementResult> {
    const work = async (ended: AbortSignal) => {
      if (statement.access === 'write' && !this.#options.isWritable) throw notWritable();
      refuseUnreadable(statement.sql, 'mysql');
      return await this.#use(
        ended,
        (session) => begin(session, statement),
        (session, stopping) => runIn(session, statement, stopping),
        statement.access === 'write',
      );
    };
    const explain = (error: unknown) => explainRun(error, statement, this.#address?.database);
    return this.#ask(statement.bounds.ms, signal, work, explain);
  }

  readSchema(signal: AbortSignal, progress: (tables: number) => void): Promise<Schema> {
    return this.#read(signal, (session) =>
      readMysqlSchema(session, this.#place().database, this.#options.schemaTables, progress),
    );
  }

  readSchemaVersion(signal: AbortSignal): Promise<string> {
    return this.#read(signal, (session) => readMysqlVersion(session, this.#place().database));
  }

  async close(): Promise<void> {
    this.#closing.abort(new DatabaseError('closed', 'The database was closed.'));
    this.#sessions.close();
    await Promise.allSettled(this.#running);
  }

  #read<Result>(signal: AbortSignal, work: (session: Session) => Promise<Result>): Promise<Result> {
    const prepare = async (session: Session) => void (await session.query('SET NAMES utf8mb4'));
    return this.#ask(SCHEMA_MS, signal, (ended) => this.#use(ended, prepare, work, false));
  }

  /** Runs work under a time limit, until the caller aborts or the database is closed. Rejects with a DatabaseError. */
  async #ask<Result>(
    ms: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
    explain: (error: unknown) => DatabaseError = explainMysql,
  ): Promise<Result> {
    const running = limited(ms, [signal, this.#closing.signal], async (ended) => {
      try {
        return await work(ended);
      } catch (error) {
        // A statement that was ended on purpose fails with an error of the driver.
        throw ended.aborted && !(error instanceof DatabaseError) ? ended.reason : explain(error);
      }
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #use<Result>(
    signal: AbortSignal,
    prepare: (session: Session) => Promise<void>,
    work: (session: Session, stopping: Stopping) => Promise<Result>,
    changesDatabase: boolean,
  ): Promise<Result> {
    const aside = (ms: number, ending: AbortSignal) => this.#sessions.connectAside(ms, ending);
    return this.#sessions.use(signal, prepare, async (session) => {
      const stopping = new Stopping(session, aside, signal);
      try {
        return await work(session, stopping);
      } finally {
        await stopping.end();
        await clean(session, changesDatabase);
      }
    });
  }

  #place(): Address {
    this.#address ??= readAddress(this.#url);
    return this.#address;
  }
}

const SCHEMA_MS = 60_000; // the largest schemas are read in a few seconds

/** Makes a connection ready for the next statement, or destroys it. Only a statement that may write can change the default database. */
async function clean(session: Session, mayChangeDatabase: boolean): Promise<void> {
  if (session.isLost) return;
  const timer = setTimeout(() => session.destroy(), CLEAN_MS);
  try {
    await (mayChangeDatabase ? session.startAgain() : session.reset());
  } catch {
    session.destroy();
  } finally {
    clearTimeout(timer);
  }
}

const CLEAN_MS = 1_000; // a reset takes less than a millisecond and a round trip

function notWritable(): DatabaseError {
  return new DatabaseError('read-only', 'This database is read-only: its settings do not allow writing.');
}
