import type { FieldPacket } from 'mysql2';
import type { ResultColumn, StatementBounds, StatementResult } from '../database.ts';
import { RowCollector } from '../rows.ts';
import { type ColumnReader, columnReader } from './cells.ts';
import type { Receiver, Session } from './session.ts';
import { Yielding } from './yielding.ts';

/** Collects the first rows of a statement's first result. Lets other requests run while many rows arrive. */
export class Results implements Receiver {
  readonly mostBytes = RECEIVED_BYTES;
  readonly #yielding: Yielding;
  readonly #cellBytes: number;
  readonly #collector: RowCollector;
  readonly #enough: () => void;
  #readers: readonly ColumnReader[] | undefined;
  #isFirst = true;
  #changedRows: number | undefined;
  #isFull = false;
  #unreadRows = 0;
  #exceeded = false;

  /** Calls `enough` if the server sends many more rows than the bounds allow. */
  constructor(session: Session, bounds: StatementBounds, enough: () => void) {
    this.#yielding = new Yielding(session);
    this.#cellBytes = bounds.cellBytes;
    this.#collector = new RowCollector(bounds);
    this.#enough = enough;
  }

  fields(fields: readonly FieldPacket[]): void {
    this.#isFirst = this.#readers === undefined;
    this.#readers ??= fields.map(columnReader);
  }

  row(values: unknown[]): void {
    this.#yielding.check();
    if (!this.#isFirst) return;
    if (this.#isFull) this.#skip();
    else this.#keep(values);
  }

  done(affectedRows: number): void {
    this.#changedRows = (this.#changedRows ?? 0) + affectedRows;
  }

  tooMany(): void {
    this.#exceeded = true;
  }

  /** True if the server sent more bytes than one statement may. */
  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** True if the result is complete as far as the bounds allow, whatever becomes of the statement. */
  get isFull(): boolean {
    return this.#isFull || (this.#exceeded && this.#collector.rows.length > 0);
  }

  /** The rows so far; `changedRows` is that of a statement which may change rows. */
  result(mayChange: boolean): StatementResult {
    const columns: readonly ResultColumn[] = (this.#readers ?? []).map(({ column }) => column);
    const cut = this.#collector.cut ?? (this.#exceeded ? 'bytes' : undefined);
    return {
      columns,
      rows: this.#collector.rows,
      ...(cut !== undefined && { cut }),
      ...(mayChange && this.#changedRows !== undefined && { changedRows: this.#changedRows }),
    };
  }

  #keep(values: readonly unknown[]): void {
    const readers = this.#readers ?? [];
    const cells = readers.map((reader, place) => reader.cell(values[place] ?? null, this.#cellBytes));
    this.#isFull = !this.#collector.add(cells);
  }

  #skip(): void {
    this.#unreadRows++;
    if (this.#unreadRows === UNREAD_ROWS) this.#enough();
  }
}

/** Bytes that the server may send for one statement. More would only be thrown away, and takes memory and time. */
export const RECEIVED_BYTES = 64 * 1024 * 1024;
/** Rows beyond the bounds that are received and dropped. Cancelling costs the connection, so that a few rows are cheaper. */
const UNREAD_ROWS = 1_000;
