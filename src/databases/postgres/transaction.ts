import type { Duplex } from 'node:stream';
import type { Connection, FieldDef, Submittable } from 'pg';
import type { Access, Parameter } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { firstWord } from '../sql-text.ts';
import { isServerError } from './errors.ts';

/** One statement in a transaction of its own. */
export interface TransactionPlan {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  readonly access: Access;
  /** A SELECT of ours that sets up the transaction. It also takes the first snapshot. */
  readonly setup: string;
  readonly sink: RowSink;
  /** True if the statement's result is no longer wanted, so that its changes must not be committed. */
  readonly isStopped: () => boolean;
}

/** Receives the rows of a statement. */
export interface RowSink {
  describe(columns: readonly FieldDef[]): void;
  /** Keeps a row. Returns false if no more rows are wanted. */
  add(cells: readonly (string | null)[]): boolean;
  /** Maximum number of rows that may still be wanted. */
  wanted(): number;
}

/** The states follow each other in this order; a failure of the statement skips `running`. */
type State = 'beginning' | 'running' | 'ending' | 'over';

/**
 * A transaction with one statement, as a query of the pg driver over the extended protocol. The server parses and describes the
 * statement before it is executed, so a text with several statements is refused, and with the access `read` a statement that
 * returns no rows is never executed.
 *
 * The transaction of the access `read` is read-only, and always rolled back. A statement cannot make it writable, because
 * PostgreSQL refuses that after the first snapshot, which `setup` took.
 */
export class Transaction implements Submittable {
  /** Settles when the server has ended the transaction, or has reported an error. */
  readonly done: Promise<void>;
  /** Tag of the completed statement, such as `UPDATE 3`; empty if its rows were not read to the end. */
  tag = '';
  /** True if reading stopped because the rows are too large, although the sink wanted more of them. */
  isCutShort = false;
  /** Number of rows that the statement returned, with those that were not kept. */
  rows = 0;
  /** True from the moment when COMMIT is sent. */
  isCommitting = false;

  readonly #plan: TransactionPlan;
  readonly #settle: PromiseWithResolvers<void>;
  #connection: WireConnection | undefined;
  #state: State = 'beginning';
  #completed = 0;
  #failure: Error | undefined;
  #isFull = false;
  #rowBytes = 0;

  constructor(plan: TransactionPlan) {
    this.#plan = plan;
    this.#settle = Promise.withResolvers();
    this.done = this.#settle.promise;
  }

  submit(connection: Connection): void {
    const wire = connection as Connection & WireConnection;
    this.#connection = wire;
    wire.on('parameterDescription', this.#checkParameters);
    wire.on('noData', this.#describedWithoutRows);
    wire.on('copyOutResponse', this.#refuseCopy);
    this.#send(() => {
      this.#execute(this.#plan.access === 'read' ? 'BEGIN TRANSACTION READ ONLY' : 'BEGIN TRANSACTION');
      this.#execute(this.#plan.setup);
      wire.parse({ text: this.#plan.sql });
      wire.describe({ type: 'S' });
      wire.flush();
    });
  }

  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void {
    this.#plan.sink.describe(message.fields);
    this.#start();
  }

  handleDataRow(message: { readonly fields: readonly (string | null)[]; readonly length: number }): void {
    if (this.#state !== 'running') return;
    this.rows++;
    this.#rowBytes += message.length;
    if (!this.#isFull) this.#isFull = !this.#plan.sink.add(message.fields);
  }

  handlePortalSuspended(): void {
    if (this.#mayStopReading()) this.#end();
    else this.#read();
  }

  handleCommandComplete(message: { readonly text: string }): void {
    switch (this.#state) {
      case 'beginning':
        this.#completed++;
        break;
      case 'running':
        this.tag = message.text;
        this.#end();
        break;
      case 'ending':
        if (this.isCommitting && message.text !== 'COMMIT') this.#failure ??= notCommitted();
        break;
      case 'over':
        break;
    }
  }

  handleEmptyQuery(): void {
    this.#fail(new DatabaseError('not-one-statement', 'The SQL contains no statement. Write one statement.'));
  }

  handleCopyInResponse(connection: { sendCopyFail(message: string): void }): void {
    // The server's own error would look like a timeout.
    this.#failure ??= new DatabaseError('other', 'COPY … FROM STDIN is not supported. Use INSERT.');
    connection.sendCopyFail('not supported');
  }

  handleCopyData(): void {}

  /**
   * The driver calls this for errors of the server and for a lost connection, and forgets this query. The server skips everything
   * before the Sync, and its statement has ended when it is ready again.
   */
  handleError(error: Error): void {
    this.#failure ??= error;
    this.#connection?.sync();
    if (!isServerError(error) || error.severity === 'FATAL') {
      this.#onOver();
      return;
    }
    this.#connection?.on('readyForQuery', this.#onOver);
    this.#connection?.on('end', this.#onOver);
  }

  handleReadyForQuery(): void {
    this.#onOver();
  }

  readonly #checkParameters = (message: { readonly dataTypeIDs: readonly number[] }): void => {
    const expected = message.dataTypeIDs.length;
    const given = this.#plan.parameters.length;
    if (expected === given) return;
    const names = expected === 0 ? '' : expected === 1 ? ' ($1)' : ` ($1 to $${expected})`;
    this.#failure ??= new DatabaseError(
      'other',
      `The statement has ${count(expected, 'parameter')}${names}, but ${count(given, 'value')} ${given === 1 ? 'was' : 'were'} given.`,
    );
  };

  readonly #describedWithoutRows = (): void => {
    if (this.#plan.access === 'read') {
      const word = firstWord(this.#plan.sql, 'postgres');
      this.#failure ??= new DatabaseError(
        'read-only',
        `Only statements that return rows may run here, such as SELECT. ${word === '' ? 'This statement' : `"${word}"`} returns none; it was not executed.`,
      );
    }
    this.#start();
  };

  /** pg ignores this message. The copied lines are dropped, and nothing is committed. */
  readonly #refuseCopy = (): void => {
    this.#failure ??= new DatabaseError('other', 'COPY … TO STDOUT is not supported. Use SELECT.');
  };

  readonly #onOver = (): void => {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#connection?.off('parameterDescription', this.#checkParameters);
    this.#connection?.off('noData', this.#describedWithoutRows);
    this.#connection?.off('copyOutResponse', this.#refuseCopy);
    this.#connection?.off('readyForQuery', this.#onOver);
    this.#connection?.off('end', this.#onOver);
    if (this.#failure === undefined) this.#settle.resolve();
    else this.#settle.reject(this.#failure);
  };

  /** Executes the statement, unless its description shows that it must not run. */
  #start(): void {
    if (this.#completed !== SETUP_STATEMENTS) this.#failure ??= new Error('the server answered out of order');
    if (this.#failure !== undefined) {
      this.#end();
      return;
    }
    this.#state = 'running';
    this.#send((connection) => {
      connection.bind({ values: this.#plan.parameters.map(textOf) });
      this.#requestRows(connection);
    });
  }

  #read(): void {
    this.#send((connection) => this.#requestRows(connection));
  }

  #requestRows(connection: WireConnection): void {
    connection.execute({ rows: this.#batch() });
    connection.flush();
  }

  /** Returns the number of rows to request. Small batches keep the event loop free, and waste little if the rows are large. */
  #batch(): number {
    const wanted = this.#isFull ? MOST_ROWS : Math.max(1, this.#plan.sink.wanted());
    if (this.rows === 0) return Math.min(FIRST_ROWS, wanted);
    const fitting = Math.floor((BATCH_BYTES * this.rows) / this.#rowBytes);
    return Math.max(1, Math.min(fitting, wanted, MOST_ROWS));
  }

  /** A statement that writes is read to its end, so that it takes effect as a whole and its rows can be counted. */
  #mayStopReading(): boolean {
    if (this.#plan.isStopped()) return true;
    const isLarge = this.#rowBytes > MOST_BYTES;
    this.isCutShort = isLarge && !this.#isFull;
    return isLarge || (this.#isFull && this.#plan.access === 'read');
  }

  /** Ends the transaction. COMMIT is sent only for a statement that has succeeded and is still wanted. */
  #end(): void {
    this.#state = 'ending';
    this.isCommitting = this.#plan.access === 'write' && this.#failure === undefined && !this.#plan.isStopped();
    this.#send((connection) => {
      this.#execute(this.isCommitting ? 'COMMIT' : 'ROLLBACK');
      connection.sync();
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#end();
  }

  /** Queues one of our own statements, which has no parameters and whose rows nobody reads. */
  #execute(sql: string): void {
    this.#connection?.parse({ text: sql });
    this.#connection?.bind({});
    this.#connection?.execute({});
  }

  /** Sends several messages in one packet. */
  #send(write: (connection: WireConnection) => void): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    connection.stream.cork();
    write(connection);
    connection.stream.uncork();
  }
}

/** What pg's connection offers. The published types have other parameters than the code. */
interface WireConnection {
  readonly stream: Duplex;
  parse(message: { readonly text: string }): void;
  describe(message: { readonly type: 'S' }): void;
  bind(message: { readonly values?: readonly (string | null)[] }): void;
  execute(message: { readonly rows?: number }): void;
  flush(): void;
  sync(): void;
  // biome-ignore lint/suspicious/noExplicitAny: each event has another message
  on(event: string, listener: (message: any) => void): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each event has another message
  off(event: string, listener: (message: any) => void): unknown;
}

/** BEGIN and `setup`. */
const SETUP_STATEMENTS = 2;

/** Enough for most results of a model's statement, so that they need one round trip. */
const FIRST_ROWS = 64;
/** A batch of this size is converted within a few milliseconds. */
const BATCH_BYTES = 256 * 1024;
const MOST_ROWS = 10_000;
/** Size after which no further batch is requested: of long values that are shown in part, or of rows that are only counted. */
const MOST_BYTES = 16 * 1024 * 1024;

function textOf(value: Parameter): string | null {
  return value === null ? null : String(value);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function notCommitted(): DatabaseError {
  return new DatabaseError(
    'other',
    'PostgreSQL rolled the transaction back instead of committing it. Nothing was changed.',
  );
}
