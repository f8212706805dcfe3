import { truncate } from '../../core/index.ts';

/**
 * The beginning and the end of a stream of any length: what a program said first, and what it said last, stand there.
 * A push costs no more than the size that is kept, however much goes by.
 */
export class KeptText {
  readonly #head: Buffer;
  #headLength = 0;
  readonly #tail: LastBytes;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#head = Buffer.allocUnsafe(Math.floor(mostBytes / 2));
    this.#tail = new LastBytes(mostBytes - this.#head.length);
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const first = chunk.copy(this.#head, this.#headLength);
    this.#headLength += first;
    this.#tail.push(chunk.subarray(first));
  }

  get text(): string {
    const head = this.#head.subarray(0, this.#headLength);
    const tail = this.#tail.bytes();
    if (head.length + tail.length === this.#bytes) return Buffer.concat([head, tail]).toString();
    const [start, end] = [withoutHalfEnd(head), withoutHalfStart(tail)];
    const leftOut = this.#bytes - start.length - end.length;
    return `${start.toString()}\n[… ${leftOut} bytes left out …]\n${end.toString()}`;
  }
}

/** The last bytes of whatever goes by. A push costs no more than the size that is kept. */
export class LastBytes {
  readonly #ring: Buffer;
  /** Where the next byte goes. */
  #place = 0;
  #length = 0;

  constructor(mostBytes: number) {
    this.#ring = Buffer.allocUnsafe(mostBytes);
  }

  get length(): number {
    return this.#length;
  }

  push(bytes: Buffer): void {
    const size = this.#ring.length;
    if (size === 0) return;
    const kept = bytes.subarray(Math.max(0, bytes.length - size));
    const copied = kept.copy(this.#ring, this.#place);
    kept.copy(this.#ring, 0, copied);
    this.#place = (this.#place + kept.length) % size;
    this.#length = Math.min(size, this.#length + kept.length);
  }

  /** A copy, in the order they came. */
  bytes(): Buffer {
    if (this.#length < this.#ring.length) return Buffer.from(this.#ring.subarray(0, this.#length));
    return Buffer.concat([this.#ring.subarray(this.#place), this.#ring.subarray(0, this.#place)]);
  }
}

/** Without the beginning of a UTF-8 character that was cut off at the end. */
export function withoutHalfEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuation(byte)) continue;
    return back < lengthOf(byte) ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Without the rest of a character whose beginning was cut off. */
export function withoutHalfStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] as number)) start++;
  return bytes.subarray(start);
}

/**
 * The beginning of a text, of its own: a plain slice would keep the whole text in memory as long as it lives.
 */
export function beginning(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  return `${Buffer.from(truncate(text, mostCharacters)).toString()}…`;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** How many bytes a character has that begins with this one. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
