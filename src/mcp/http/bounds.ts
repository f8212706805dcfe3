/** Lets a body through, piece by piece, as far as it may go. */
export interface Bound {
  /** What of this piece may pass. */
  admit(bytes: Uint8Array): Uint8Array;
  /** Set once the body has gone too far: an error to break off with, or `end` to cut it without a word. */
  readonly stop: Error | 'end' | undefined;
}

/** The body was longer than it may be. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** A body that is one message. */
export class WholeBound implements Bound {
  readonly #most: number;
  readonly #after: Error | 'end';
  #bytes = 0;
  stop: Error | 'end' | undefined;

  constructor(mostBytes: number, after: 'error' | 'end') {
    this.#most = mostBytes;
    this.#after = after === 'end' ? 'end' : new TooLong(`the server's answer is longer than ${mostBytes} bytes`);
  }

  admit(bytes: Uint8Array): Uint8Array {
    const left = this.#most - this.#bytes;
    this.#bytes += bytes.length;
    if (bytes.length <= left) return bytes;
    this.stop = this.#after;
    return bytes.subarray(0, left);
  }
}

/**
 * A body of server-sent events: each has its bound, all together have none. Lines end in LF afterwards, whatever they ended
 * in: the parser behind this is quadratic where CR and LF are mixed.
 */
export class EventBound implements Bound {
  readonly #most: number;
  /** Bytes of the present event's complete lines. Comments are none of it: a server may send them for days. */
  #eventBytes = 0;
  #lineBytes = 0;
  #isComment = false;
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
    if (this.#lineBytes === 0) this.#isComment = lines[start] === COLON;
    this.#lineBytes += end - start;
    if (this.#eventBytes + this.#lineBytes <= this.#most) return;
    this.stop = new TooLong(`one message of the server is longer than ${this.#most} bytes`);
  }

  #endLine(): void {
    if (this.#lineBytes === 0) this.#eventBytes = 0;
    else if (!this.#isComment) this.#eventBytes += this.#lineBytes;
    this.#lineBytes = 0;
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

const LF = 10;
const CR = 13;
const COLON = 58;

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
