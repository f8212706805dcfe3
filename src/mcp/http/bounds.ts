import { MOST_LEVELS, Nesting } from '../nesting.ts';

/** Lets a body through, piece by piece, as far as it may go. */
export interface Bound {
  /** What of this piece may pass. */
  admit(bytes: Uint8Array): Uint8Array;
  /** Set once the body has gone too far: an error to break off with, or `end` to cut it without a word. */
  readonly stop: Error | 'end' | undefined;
}

/** The body is longer, or nested deeper, than it may be. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** A body that is one message. */
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
    if (this.#nesting.exceeds(charactersOf(admitted))) {
      this.#stopFor(`nested too deep: more than ${MOST_LEVELS} levels`);
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
 * A body of server-sent events: each has its bound, all together have none. Lines end in LF afterwards, whatever they ended
 * in: the parser behind this is quadratic where CR and LF are mixed.
 */
export class EventBound implements Bound {
  readonly #most: number;
  readonly #nesting = new Nesting(MOST_LEVELS);
  /** Bytes of the present event's complete lines. Comments are none of it: a server may send them for days. */
  #eventBytes = 0;
  #lineBytes = 0;
  /** The present line's beginning, by which it is known what it is. */
  #lineStart = '';
  #isFirstLine = true;
  #isAfterCr = false;
  stop: Error | undefined;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** Gives the bytes back in the same memory: they are the caller's to change. */
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
    else if (this.#isData() && this.#nesting.exceeds(charactersOf(lines.subarray(start, end)))) {
      this.#stopFor(`nested too deep: more than ${MOST_LEVELS} levels`);
    }
  }

  #stopFor(fault: string): void {
    this.stop = new Unreadable(`one message of the server is ${fault}`);
  }

  /** Only such lines are JSON. Brackets elsewhere must not be counted: they could make up for those that count. */
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

/** Empty lines are seen without a search: a flood of them would be a flood of searches. */
function lineEnd(lines: Uint8Array, start: number): number {
  return lines[start] === LF ? start : lines.indexOf(LF, start);
}

/** Each byte as a character of its own: what JSON and events are made of is ASCII, and no part of another character is. */
function charactersOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

const LF = 10;
const CR = 13;
const NOTHING = new Uint8Array();
/** A byte order mark may stand before the first line of all. */
const BOM = '\u00ef\u00bb\u00bf';
const LONGEST_START = `${BOM}data:`.length;

/** The body within its bound. `onEnd` is called once, when nothing more will be read, with what broke it off if something did. */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  bound: Bound,
  onEnd: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = (error?: unknown): void => {
    onEnd(error);
    reader.cancel().catch(() => {}); // a body that broke cannot be cancelled, and need not be
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

/** The next piece that is not empty; undefined at the end. */
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
