import { truncateBytes } from '../core/index.ts';
import type { Cell, StatementBounds } from './database.ts';

/** Collects the first rows of a result within its bounds. Stop reading as soon as `add` returns false. */
export class RowCollector {
  readonly rows: Cell[][] = [];
  #cut: 'rows' | 'bytes' | undefined;
  /** Size of the rows. An upper bound until that reaches the limit; the exact size from then on. */
  #bytes = 0;
  #isExact = false;
  readonly #bounds: StatementBounds;

  constructor(bounds: StatementBounds) {
    this.#bounds = bounds;
  }

  /** Keeps the row if it fits, with long texts cut. Returns false if it does not fit, and then the result is cut. */
  add(row: Cell[]): boolean {
    if (this.rows.length >= this.#bounds.rows) return this.#end('rows');
    const { cellBytes } = this.#bounds;
    let most = 0; // an upper bound of the size, because most results stay far below their limit
    for (let place = 0; place < row.length; place++) {
      const cell = row[place];
      if (typeof cell !== 'string') {
        most += LONGEST_NUMBER;
        continue;
      }
      const bytes = cell.length * MOST_BYTES_PER_UNIT;
      if (bytes > cellBytes) row[place] = cutCell(cell, cellBytes);
      most += bytes + QUOTES_AND_COMMA;
    }
    if (!this.#fits(row, most)) return this.#end('bytes');
    this.rows.push(row);
    return true;
  }

  /** The bound that ended the rows; undefined if all rows were kept. */
  get cut(): 'rows' | 'bytes' | undefined {
    return this.#cut;
  }

  /** Adds the size of the row: `most` until that reaches the limit, the exact size from then on. */
  #fits(row: readonly Cell[], most: number): boolean {
    this.#bytes += this.#isExact ? exactSize(row) : most;
    if (this.#bytes <= this.#bounds.bytes) return true;
    if (this.#isExact) return false;
    this.#isExact = true;
    this.#bytes = this.rows.reduce((sum, each) => sum + exactSize(each), exactSize(row));
    return this.#bytes <= this.#bounds.bytes;
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

/** Returns about the number of bytes that a row takes as JSON. */
function exactSize(row: readonly Cell[]): number {
  let size = 0;
  for (const cell of row)
    size += typeof cell === 'string' ? Buffer.byteLength(cell) + QUOTES_AND_COMMA : String(cell).length + 1;
  return size;
}

const LONGEST_NUMBER = 26;
const QUOTES_AND_COMMA = 3;
