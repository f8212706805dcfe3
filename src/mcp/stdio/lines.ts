import { LastBytes, withoutHalfEnd } from './kept-text.ts';

export type LineEvent =
  | { readonly kind: 'line'; readonly text: string; readonly bytes: number }
  /** A line that exceeded the limit: its first bytes, its last bytes and its size. */
  | { readonly kind: 'too-long'; readonly head: string; readonly tail: string; readonly bytes: number };

/**
 * Splits a byte stream into lines. Any chunking gives the same events. Takes linear time, and never keeps more bytes than a
 * line may have. A longer line is skipped up to its end, and the next line is read normally.
 */
export class Lines {
  readonly #mostBytes: number;
  readonly #edgeBytes: number;
  /** Buffer with the incomplete last line. One buffer, because a list of single-byte chunks would take far more memory. */
  #open = NOTHING;
  #length = 0;
  #overlong: Overlong | undefined;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
    this.#edgeBytes = Math.min(EDGE_BYTES, mostBytes);
  }

  push(chunk: Buffer): LineEvent[] {
    const events: LineEvent[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      events.push(this.#closed(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return events;
  }

  /** Returns the last line if it has no line ending. Must be called after the last push. */
  end(): LineEvent[] {
    return this.#length === 0 && this.#overlong === undefined ? [] : [this.#closed(NOTHING)];
  }

  #closed(rest: Buffer): LineEvent {
    if (this.#length === 0 && this.#overlong === undefined && rest.length <= this.#mostBytes) return line(rest);
    this.#keep(rest);
    const event = this.#overlong === undefined ? line(this.#open.subarray(0, this.#length)) : tooLong(this.#overlong);
    this.#overlong = undefined;
    this.#length = 0;
    if (this.#open.length > USUAL_BYTES) this.#open = NOTHING;
    return event;
  }

  #keep(piece: Buffer): void {
    if (this.#overlong !== undefined) {
      this.#overlong.bytes += piece.length;
      this.#overlong.tail.push(piece);
    } else if (this.#length + piece.length > this.#mostBytes) {
      this.#skip(piece);
    } else {
      this.#makeRoom(this.#length + piece.length);
      this.#length += piece.copy(this.#open, this.#length);
    }
  }

  #skip(piece: Buffer): void {
    const open = this.#open.subarray(0, this.#length);
    const head = Buffer.concat([open.subarray(0, this.#edgeBytes), piece.subarray(0, this.#edgeBytes)]);
    const tail = new LastBytes(this.#edgeBytes);
    tail.push(open);
    tail.push(piece);
    this.#overlong = { head: head.subarray(0, this.#edgeBytes), tail, bytes: open.length + piece.length };
    this.#open = NOTHING;
    this.#length = 0;
  }

  /** Grows the buffer by doubling, so that each byte is copied only a few times. */
  #makeRoom(bytes: number): void {
    if (bytes <= this.#open.length) return;
    const larger = Buffer.allocUnsafe(
      Math.min(this.#mostBytes, Math.max(bytes, 2 * this.#open.length, SMALLEST_BYTES)),
    );
    this.#open.copy(larger, 0, 0, this.#length);
    this.#open = larger;
  }
}

interface Overlong {
  readonly head: Buffer;
  readonly tail: LastBytes;
  bytes: number;
}

function line(bytes: Buffer): LineEvent {
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return { kind: 'line', text: bytes.toString('utf8', 0, end), bytes: bytes.length };
}

function tooLong({ head, tail, bytes }: Overlong): LineEvent {
  return { kind: 'too-long', head: withoutHalfEnd(head).toString(), tail: tail.bytes().toString(), bytes };
}

/** Bytes kept from each end of a line that is too long. The id of an answer is usually there. */
const EDGE_BYTES = 4 * 1024;
const SMALLEST_BYTES = 4 * 1024;
/** A buffer larger than this is not reused for the next line. */
const USUAL_BYTES = 256 * 1024;
const NOTHING = Buffer.alloc(0);
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
