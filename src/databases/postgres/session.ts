import { Socket } from 'node:net';
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import type { DatabaseOptions } from '../options.ts';
import { ACCOUNT_QUERY, checkAccount } from './account.ts';
import { type BackendKey, requestCancel } from './cancel.ts';
import { connectError, isServerError, statementError } from './errors.ts';
import { Transaction, type TransactionPlan } from './transaction.ts';
import { WireMeter } from './wire-meter.ts';

export type Driver = typeof pg;

/** One connection to the server. It runs one statement at a time. */
export class Session {
  /** Called once when the connection has ended, for whatever reason. */
  onEnd: () => void = () => {};

  readonly #client: pg.Client;
  readonly #newClient: () => pg.Client;
  readonly #meter: WireMeter;
  #key: BackendKey | undefined;
  #isUsable = true;
  /** True until the server has confirmed the end of the transaction. */
  #isInTransaction = false;
  #isEnded = false;

  private constructor(newClient: () => pg.Client) {
    this.#newClient = newClient;
    this.#client = newClient();
    this.#meter = new WireMeter(this.#client);
    const { connection } = this.#client;
    const socket = connection.stream;
    // pg watches only the end of the socket, and ends only the encrypted stream.
    connection.on('sslconnect', () => connection.stream.once('close', () => socket.destroy()));
    connection.on('backendKeyData', (key: BackendKey) => {
      this.#key = key;
    });
    this.#client.on('error', () => {
      this.#isUsable = false;
    });
    this.#client.on('end', () => {
      this.#isUsable = false;
      this.#isEnded = true;
      this.onEnd();
    });
  }

  /** Connects, and refuses an account that a read-only source must not use. */
  static async open(driver: Driver, url: string, options: DatabaseOptions): Promise<Session> {
    const session = new Session(() => newClient(driver, url, options.connectMs));
    try {
      await session.#connect(options);
      return session;
    } catch (error) {
      session.end();
      throw error;
    }
  }

  /** False once the connection has failed. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /**
   * Runs the transaction. If `stop` aborts, the server cancels the statement; the promise rejects with the reason of `stop` when the
   * statement no longer runs, or after a bound if the server does not react.
   */
  async run(plan: Omit<TransactionPlan, 'isStopped'>, stop: AbortSignal): Promise<Transaction> {
    stop.throwIfAborted();
    const transaction = new Transaction({ ...plan, isStopped: () => stop.aborted });
    const cancel = this.#cancelOn(stop);
    this.#meter.reset();
    this.#isInTransaction = true;
    try {
      this.#client.query(transaction);
      await transaction.done;
      this.#isInTransaction = false;
      // A committed change is a success, even if the caller gave up in the last moment.
      if (!transaction.isCommitting) stop.throwIfAborted();
    } catch (error) {
      this.#onFailure(error);
      if (this.#meter.isExceeded && transaction.rows > 0 && plan.access === 'read') transaction.isCutShort = true;
      else if (stop.aborted && !transaction.isCommitting) throw stop.reason;
      else throw failureOf(error, transaction, plan.sql);
    } finally {
      cancel[Symbol.dispose]();
    }
    return transaction;
  }

  /** Runs a small query of ours, outside a transaction. */
  async query(sql: string, values: readonly string[] = [], ms = OWN_QUERY_MS): Promise<(string | null)[][]> {
    this.#meter.reset();
    const timer = setTimeout(() => this.#drop(), ms);
    try {
      const query = {
        text: sql,
        values: [...values],
        rowMode: 'array' as const,
        types: { getTypeParser: () => asText },
      };
      return (await this.#client.query<(string | null)[]>(query)).rows;
    } catch (error) {
      this.#onFailure(error);
      throw statementError(error, sql);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Removes what a statement left in the session: settings, temporary tables, prepared statements, advisory locks. */
  async reset(): Promise<void> {
    try {
      if (this.#isInTransaction) await this.query('ROLLBACK', [], RESET_MS);
      this.#isInTransaction = false;
      await this.query('DISCARD ALL', [], RESET_MS);
    } catch {
      this.end();
    }
  }

  /** Ends the connection without waiting for anything. */
  end(): void {
    this.#isUsable = false;
    if (this.#isEnded) return;
    this.ref(); // the caller may wait for the end
    this.#client.end().catch(() => {});
    setTimeout(() => this.#drop(), OWN_QUERY_MS).unref();
  }

  /** Lets the process end while the session is idle. */
  unref(): void {
    const { stream } = this.#client.connection;
    if (stream instanceof Socket) stream.unref();
  }

  ref(): void {
    const { stream } = this.#client.connection;
    if (stream instanceof Socket) stream.ref();
  }

  async #connect(options: DatabaseOptions): Promise<void> {
    const place = `${this.#client.host}:${this.#client.port}`;
    try {
      await this.#client.connect();
    } catch (error) {
      const isLate = error instanceof Error && error.message === 'timeout expired'; // pg's own words
      throw connectError(isLate ? new Error(`no answer within ${options.connectMs} ms`) : error, place);
    }
    if (options.isWritable) return;
    const [account = []] = await this.query(ACCOUNT_QUERY);
    checkAccount(account);
  }

  /** Cancels at the server when `stop` aborts. The session is not used again, as a late request would hit its next statement. */
  #cancelOn(stop: AbortSignal): Disposable {
    let repeat: NodeJS.Timeout | undefined;
    let limit: NodeJS.Timeout | undefined;
    const request = () => {
      if (this.#key !== undefined) requestCancel(this.#newClient(), this.#key);
    };
    const onStop = () => {
      this.#isUsable = false;
      limit = setTimeout(() => this.#drop(), CANCEL_MS);
      // The server ignores a request that arrives before the statement.
      repeat = setInterval(request, REPEAT_MS);
      request();
    };
    stop.addEventListener('abort', onStop, { once: true });
    return {
      [Symbol.dispose]: () => {
        stop.removeEventListener('abort', onStop);
        clearInterval(repeat);
        clearTimeout(limit);
      },
    };
  }

  /** Every error that the server did not send leaves the connection in an unknown state. */
  #onFailure(error: unknown): void {
    if (isServerError(error) ? error.severity === 'FATAL' : !(error instanceof DatabaseError)) this.#isUsable = false;
    if (this.#meter.isExceeded) this.#isUsable = false;
  }

  #drop(): void {
    this.#isUsable = false;
    this.#client.connection.stream.destroy();
  }
}

/** Time within which the server must end a cancelled statement. After that the connection is dropped. */
const CANCEL_MS = 2000;
const REPEAT_MS = 200;
/** Time limit of our own small queries. They take a millisecond, unless the connection is dead. */
const OWN_QUERY_MS = 5000;
/** Shorter, because the next statement may wait for this session instead of opening another one. */
const RESET_MS = 1000;

function newClient(driver: Driver, url: string, connectMs: number): pg.Client {
  try {
    return new driver.Client({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      application_name: 'toolpath',
      keepAlive: true,
    });
  } catch (error) {
    // The text of the driver's error may contain the URL, and thus the password.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new DatabaseError('unreachable', `The URL of the PostgreSQL database is not valid${code}.`);
  }
}

function failureOf(error: unknown, transaction: Transaction, sql: string): DatabaseError {
  const failure = statementError(error, sql);
  if (failure.kind !== 'lost' || !transaction.isCommitting) return failure;
  return new DatabaseError('lost', `${failure.message} The statement may have taken effect.`);
}

function asText(text: string): string {
  return text;
}
