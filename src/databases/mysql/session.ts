import type { Duplex } from 'node:stream';
import type * as Driver from 'mysql2';
import type { Connection, ConnectionOptions, FieldPacket, PrepareStatementInfo, Query } from 'mysql2';
import type { Parameter } from '../database.ts';
import { loadDriver } from '../driver.ts';
import type { Address } from './address.ts';
import { keepBytes } from './cells.ts';
import { explainConnecting } from './errors.ts';

/** Receives the results of a statement as they arrive. */
export interface Receiver {
  /** Bytes that the server may send for the statement. */
  readonly mostBytes: number;
  fields(fields: readonly FieldPacket[]): void;
  row(row: unknown[]): void;
  /** The end of a statement without rows, or of all rows. */
  done(affectedRows: number): void;
  /** The server sent more than `mostBytes`; nothing more is received. */
  tooMany(): void;
}

export type Prepared = PrepareStatementInfo & {
  readonly columns: readonly FieldPacket[];
  readonly parameters: readonly unknown[];
};

/** The parts of a server's answer about the connection. */
interface Facts {
  readonly id: string;
  readonly isMaria: boolean;
  readonly mostPacketBytes: number;
}

/** One connection to the server. It runs one command at a time, and never crashes or keeps alive the process while it is idle. */
export class Session {
  readonly #connection: Connection;
  readonly #stream: Duplex & { ref(): void; unref(): void };
  readonly #integer: ((value: number) => unknown) | undefined;
  #facts: Facts = { id: '', isMaria: false, mostPacketBytes: Number.POSITIVE_INFINITY };
  #failure: Error | undefined;
  /** Ends the command that is running. */
  #fail: ((error: Error) => void) | undefined;
  #receiver: Receiver | undefined;
  #received = 0;

  private constructor(connection: Connection, integer: ((value: number) => unknown) | undefined) {
    this.#connection = connection;
    this.#integer = integer;
    this.#stream = (connection as unknown as { stream: Duplex & { ref(): void; unref(): void } }).stream;
    // Before the driver's own listener, so that a value that exceeds the bound is never assembled.
    this.#stream.prependListener('data', (chunk: Uint8Array) => this.#count(chunk.length));
    connection.on('error', (error: Error) => this.destroy(error));
    connection.on('end', () => this.destroy(new Error('the server closed it')));
  }

  /** Connects within `ms`. Rejects with a DatabaseError. */
  static async connect(address: Address, ms: number, signal: AbortSignal): Promise<Session> {
    const loaded = await loadDriver<typeof Driver & { default?: typeof Driver }>('mysql2');
    const driver = loaded.default ?? loaded; // the package is CommonJS, and some of its exports have no names here
    signal.throwIfAborted();
    const connection = driver.createConnection({ ...address.options, ...OPTIONS, connectTimeout: ms });
    let timer: NodeJS.Timeout | undefined;
    let stop: () => void = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
        stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
        connection.on('error', reject);
        connection.on('connect', resolve);
        connection.on('end', () => reject(new Error('the server closed the connection')));
      });
      const session = new Session(connection, driver.TypedParameter?.LONGLONG);
      await session.#readFacts();
      return session;
    } catch (error) {
      connection.on('error', () => {});
      connection.destroy();
      (connection as unknown as { stream: Duplex }).stream.destroy();
      throw explainConnecting(error, address.place);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  get id(): string {
    return this.#facts.id;
  }

  get isMaria(): boolean {
    return this.#facts.isMaria;
  }

  /** Largest message that the server accepts. */
  get mostPacketBytes(): number {
    return this.#facts.mostPacketBytes;
  }

  get isLost(): boolean {
    return this.#failure !== undefined;
  }

  /** Keeps the process alive while a command runs, and only then. */
  keepAlive(isBusy: boolean): void {
    if (isBusy) this.#stream.ref();
    else this.#stream.unref();
  }

  /** Runs a statement of ours in the text protocol and returns its rows as the driver decodes them. */
  query(sql: string): Promise<unknown[][]> {
    return this.#command((done) => void this.#connection.query({ sql }, done as never));
  }

  /** Lets the server compile a statement. The server accepts exactly one. */
  prepare(sql: string): Promise<Prepared> {
    return this.#command((done) => void this.#connection.prepare(sql, done as never));
  }

  execute(prepared: Prepared, parameters: readonly Parameter[], receiver: Receiver): Promise<void> {
    return this.#receive(() => prepared.execute(parameters.map((each) => this.#bound(each))), receiver);
  }

  /** Runs a statement that the server cannot prepare. */
  executeText(sql: string, receiver: Receiver): Promise<void> {
    return this.#receive(() => this.#connection.query({ sql }), receiver);
  }

  /** Frees a prepared statement. The server sends no answer. */
  forget(sql: string): void {
    if (!this.isLost) this.#connection.unprepare(sql);
  }

  /** Ends the transaction, temporary tables, locks, variables and prepared statements of this connection. */
  reset(): Promise<void> {
    return this.#command((done) => this.#connection.reset(done as never));
  }

  /** Does the same as `reset`, and also returns to the default database. */
  startAgain(): Promise<void> {
    return this.#command((done) => this.#connection.changeUser({}, done as never));
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    if (!this.isLost) this.#connection.resume();
  }

  /** Ends the connection at once. The running command rejects. */
  destroy(why: Error = new Error('it was closed')): void {
    this.#failure ??= why;
    this.#connection.destroy();
    this.#stream.destroy();
    this.#fail?.(this.#failure);
  }

  async #readFacts(): Promise<void> {
    const [row] = await this.query('SELECT CONNECTION_ID(), VERSION(), @@max_allowed_packet');
    const [id, version, packet] = row ?? [];
    const isMaria = /mariadb/i.test(String(version));
    this.#facts = { id: String(id), isMaria, mostPacketBytes: Number(packet) };
  }

  #command<Result>(start: (done: (error: Error | null, result: Result) => void) => void): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#fail = reject;
      start((error, result) => (error ? reject(this.#failure ?? error) : resolve(result)));
    });
  }

  #receive(start: () => Query, receiver: Receiver): Promise<void> {
    this.#received = 0;
    this.#receiver = receiver;
    const received = this.#command<void>((done) => {
      const query = start();
      query.on('fields', (fields: unknown) => Array.isArray(fields) && receiver.fields(fields));
      query.on('result', (result: unknown) => {
        if (Array.isArray(result)) receiver.row(result);
        else receiver.done((result as { affectedRows?: number }).affectedRows ?? 0);
      });
      query.on('error', (error: Error) => done(error, undefined));
      query.on('end', () => done(null, undefined));
    });
    return received.finally(() => {
      this.#receiver = undefined;
    });
  }

  #count(bytes: number): void {
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    this.#received += bytes;
    if (this.#received <= receiver.mostBytes) return;
    this.#receiver = undefined;
    receiver.tooMany();
    this.destroy(new Error(`the server sent more than ${receiver.mostBytes} bytes`));
  }

  /** The driver sends numbers as floats, which a LIMIT rejects and which round large integers of columns. */
  #bound(value: Parameter): unknown {
    return typeof value === 'number' && Number.isSafeInteger(value) ? (this.#integer?.(value) ?? value) : value;
  }
}

const OPTIONS = {
  rowsAsArray: true,
  dateStrings: true,
  supportBigNumbers: true,
  jsonStrings: true,
  charset: 'utf8mb4_general_ci',
  multipleStatements: false,
  // LOCAL_FILES: the server must never be able to ask for a file of this machine. FOUND_ROWS: only changed rows count as changed.
  // IGNORE_SPACE: the names of functions would be reserved words.
  flags: ['-LOCAL_FILES', '-FOUND_ROWS', '-IGNORE_SPACE'],
  typeCast: keepBytes,
  disableEval: true, // the driver would compile a function for each new list of columns
  maxPreparedStatements: 1,
} satisfies ConnectionOptions;
