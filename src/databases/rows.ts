import { truncateBytes } from '../core/index.ts';
import type { Cell, StatementBounds } from './database.ts';

/** Collects the first rows of a result within its bounds. Stop reading as soon as `add` returns false. */
export class RowCollector {
  readonly rows: Cell[][] = [];
  #cut: 'rows' | 'bytes' | undefined;
  #bytes = 0;
  readonly #bounds: StatementBounds;

  constructor(bounds: StatementBounds) {
    this.#bounds = bounds;
  }

  /** Keeps the row if it fits. Returns false if it does not, and then the result is cut. */
  add(row: Cell[]): boolean {
    if (this.rows.length >= this.#bounds.rows) return this.#end('rows');
    for (let place = 0; place < row.length; place++) {
      const cell = row[place];
      if (typeof cell === 'string') row[place] = cutCell(cell, this.#bounds.cellBytes);
      this.#bytes += sizeOf(row[place] ?? null);
    }
    if (this.#bytes > this.#bounds.bytes) return this.#end('bytes');
    this.rows.push(row);
    return true;
  }

  /** The bound that ended the rows; undefined if all rows were kept. */
  get cut(): 'rows' | 'bytes' | undefined {
    return this.#cut;
  }

  #end(cut: 'rows' | 'bytes'): false {
    this.#cut ??= cut;
    return false;
  }
}

/** Cuts a long text and says how long it was. */
export function cutCell(text: string, most: number): string {
  if (text.length * MOST_BYTES_PER_UNIT <= most) return text;
  const kept = truncateBytes(text, most);
  return kept.length === text.length ? text : `${kept}… [${text.length} characters]`;
}

/** Describes a blob by its size and its first bytes. */
export function blobText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SHOWN_BYTES)).toString('hex');
  const more = bytes.byteLength > SHOWN_BYTES ? '…' : '';
  return `[blob, ${bytes.byteLength} bytes${head === '' ? '' : `: ${head}${more}`}]`;
}

/** Returns an integer as a number if that is exact, otherwise as digits. */
export function exactInteger(value: bigint | string): Cell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Returns a float; as a text if JSON has no such number. */
export function floatCell(value: number): Cell {
  return Number.isFinite(value) ? value : String(value);
}

const MOST_BYTES_PER_UNIT = 3;
/** Bytes of a blob that are shown, enough to recognise a file format. */
const SHOWN_BYTES = 16;

/** Returns about the number of bytes that a cell takes as JSON, with the comma behind it. */
function sizeOf(cell: Cell): number {
  if (typeof cell !== 'string') return String(cell).length + 1;
  return Buffer.byteLength(cell) + 3;
}
