import { withoutHalfEnd, withoutHalfStart } from './characters.ts';
import { LastBytes } from './last-bytes.ts';

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
