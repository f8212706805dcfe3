import { MOST_JSON_VALUES } from '../../core/index.ts';
import { MOST_LEVELS, Nesting } from '../nesting.ts';

/** Limits a body that is read piece by piece. */
export interface Bound {
  /** Returns the part of this piece that may pass. */
  admit(bytes: Uint8Array): Uint8Array;
  /** Set once the body exceeds its limit: the error to abort with, or `end` to truncate the body without an error. */
  readonly stop: Error | 'end' | undefined;
}

/** The error for a body that is too long, is nested too deeply or has too many values. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Limits a body that is one message. */
export class WholeBound implements Bound {
  readonly #most: number;
  readonly #after: 'error' | 'end';
  readonly #nesting = new Nesting(MOST_LEVELS);
  #bytes = 0;
  stop: Error | 'end' | undefined;

  constructor(mostBytes: number, after: 'error' | 'end') {
    this.#most = mostBytes;
    this.#after = after;
  }

  admit(bytes: Uint8Array): Uint8Array {
    const admitted = bytes.subarray(0, this.#most - this.#bytes);
    this.#bytes += bytes.length;
    const fault = faultAfter(this.#nesting, admitted);
    if (fault !== undefined) {
      this.#stopFor(fault);
      return NOTHING;
    }
    if (admitted.length < bytes.length) this.#stopFor(`longer than ${this.#most} bytes`);
    return admitted;
  }

  #stopFor(fault: string): void {
    this.stop = this.#after === 'end' ? 'end' : new Unreadable(`the server's answer is ${fault}`);
  }
}

/**
 * Limits each event of a body of server-sent events; the body itself may be endless. All line endings become LF, because the
 * parser that reads the result takes quadratic time if CR and LF are mixed.
 */
export class EventBound implements Bound {
  readonly #most: number;
  readonly #nesting = new Nesting(MOST_LEVELS);
  /** Bytes of the complete lines of the current event. Comments do not count: a server may send them for days. */
  #eventBytes = 0;
  #lineBytes = 0;
  /** Beginning of the current line, long enough to recognize its field name. */
  #lineStart = '';
  #isFirstLine = true;
  #isAfterCr = false;
  stop: Error | undefined;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** Modifies `bytes` in place and returns a view of them. */
  admit(bytes: Uint8Array): Uint8Array {
    const lines = this.#withPlainEnds(bytes);
    let start = 0;
    for (let end = lineEnd(lines, start); end !== -1; end = lineEnd(lines, start)) {
      this.#extend(lines, start, end);
      if (this.stop !== undefined) return lines.subarray(0, start);
      this.#endLine();
      start = end + 1;
    }
    this.#extend(lines, start, lines.length);
    return this.stop === undefined ? lines : lines.subarray(0, start);
  }

  #extend(lines: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    const missing = LONGEST_START - this.#lineStart.length;
    if (missing > 0) this.#lineStart += charactersOf(lines.subarray(start, Math.min(end, start + missing)));
    this.#lineBytes += end - start;
    if (this.#eventBytes + this.#lineBytes > this.#most) this.#stopFor(`longer than ${this.#most} bytes`);
    else if (this.#isData()) this.#stopFor(faultAfter(this.#nesting, lines.subarray(start, end)));
  }

  #stopFor(fault: string | undefined): void {
    if (fault !== undefined) this.stop = new Unreadable(`a message from the server is ${fault}`);
  }

  /** True for a data line. Only data lines are JSON; closing brackets in other lines must not reduce the depth. */
  #isData(): boolean {
    return this.#lineStart.startsWith('data:', this.#isFirstLine && this.#lineStart.startsWith(BOM) ? BOM.length : 0);
  }

  #endLine(): void {
    if (this.#lineBytes === 0) this.#endEvent();
    else if (!this.#lineStart.startsWith(':')) this.#eventBytes += this.#lineBytes;
    this.#nesting.endLine();
    this.#lineBytes = 0;
    this.#lineStart = '';
    this.#isFirstLine = false;
  }

  #endEvent(): void {
    this.#eventBytes = 0;
    this.#nesting.restart();
  }

  #withPlainEnds(bytes: Uint8Array): Uint8Array {
    if (!this.#isAfterCr && !bytes.includes(CR)) return bytes;
    let written = 0;
    let isAfterCr = this.#isAfterCr;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte !== LF || !isAfterCr) bytes[written++] = byte === CR ? LF : byte;
      isAfterCr = byte === CR;
    }
    this.#isAfterCr = isAfterCr;
    return bytes.subarray(0, written);
  }
}

/** Returns how the JSON is too costly to parse after these bytes; undefined if it is not. */
function faultAfter(nesting: Nesting, bytes: Uint8Array): string | undefined {
  if (nesting.exceeds(charactersOf(bytes))) return `nested more than ${MOST_LEVELS} levels deep`;
  return nesting.values > MOST_JSON_VALUES ? `made of more than ${MOST_JSON_VALUES} JSON values` : undefined;
}

/** Returns the index of the next LF, or -1. Checks for an empty line first, which is faster for a flood of empty lines. */
function lineEnd(lines: Uint8Array, start: number): number {
  return lines[start] === LF ? start : lines.indexOf(LF, start);
}

/** Decodes each byte as one character. The syntax of JSON and events is ASCII, and no part of another character is ASCII. */
function charactersOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

const LF = 10;
const CR = 13;
const NOTHING = new Uint8Array();
/** UTF-8 byte order mark, decoded as Latin-1. It may precede the first line. */
const BOM = '\u00ef\u00bb\u00bf';
const LONGEST_START = `${BOM}data:`.length;

/** Returns the body with its limit applied. `onEnd` is called once when reading ends, with the error if there was one. */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  bound: Bound,
  onEnd: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = (error?: unknown): void => {
    onEnd(error);
    reader.cancel().catch(() => {}); // a failed body cannot be cancelled, and need not be
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = await admitted(reader, bound);
          if (bytes !== undefined) return controller.enqueue(bytes);
          controller.close();
          leave();
        } catch (error) {
          controller.error(error);
          leave(error);
        }
      },
      cancel: () => leave(),
    },
    { highWaterMark: 0 },
  );
}

/** Returns the next non-empty piece, or undefined at the end. Throws the bound's error. */
async function admitted(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bound: Bound,
): Promise<Uint8Array | undefined> {
  for (;;) {
    if (bound.stop === 'end') return undefined;
    if (bound.stop !== undefined) throw bound.stop;
    const { done, value } = await reader.read();
    if (done) return undefined;
    const bytes = bound.admit(value);
    if (bytes.length > 0) return bytes;
  }
}
