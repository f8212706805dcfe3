import { truncate } from '../../core/index.ts';

/**
 * Keeps the beginning and the end of a stream of any length, where a program's most useful output is. A push copies at most
 * as many bytes as are kept.
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

/** Ring buffer with the last bytes of a stream. A push copies at most as many bytes as are kept. */
export class LastBytes {
  readonly #ring: Buffer;
  /** Index of the next byte to write. */
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

  /** Returns a copy of the bytes, oldest first. */
  bytes(): Buffer {
    if (this.#length < this.#ring.length) return Buffer.from(this.#ring.subarray(0, this.#length));
    return Buffer.concat([this.#ring.subarray(this.#place), this.#ring.subarray(0, this.#place)]);
  }
}

/** Removes an incomplete UTF-8 character at the end. */
export function withoutHalfEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuation(byte)) continue;
    return back < lengthOf(byte) ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Removes the rest of an incomplete UTF-8 character at the start. */
export function withoutHalfStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] as number)) start++;
  return bytes.subarray(start);
}

/**
 * Returns a truncated copy of a text. A plain slice would keep the complete text in memory.
 */
export function beginning(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  return `${Buffer.from(truncate(text, mostCharacters)).toString()}…`;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Returns the number of bytes of a UTF-8 character with this first byte. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
