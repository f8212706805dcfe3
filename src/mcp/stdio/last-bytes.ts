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
