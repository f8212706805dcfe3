import type { Readable } from 'node:stream';

/**
 * Pauses a stream for 10 ms when it delivers too much within 10 ms. A server that floods its output then blocks on its own
 * pipe instead of blocking our event loop. Nothing is lost: the stream is still read to its end.
 */
export class Brake {
  readonly #stream: Readable;
  readonly #most: number;
  #since = 0;
  #spent = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOff = false;

  constructor(stream: Readable, mostPerSlice: number) {
    this.#stream = stream;
    this.#most = mostPerSlice;
  }

  /** Counts an amount that the stream delivered, and pauses the stream if the limit is exceeded. */
  spend(amount: number): void {
    const now = performance.now();
    if (now - this.#since >= SLICE_MS) {
      this.#since = now;
      this.#spent = 0;
    }
    this.#spent += amount;
    if (this.#spent <= this.#most || this.#isOff || this.#timer !== undefined) return;
    this.#stream.pause();
    this.#timer = setTimeout(() => this.#resume(), SLICE_MS).unref();
  }

  /** Resumes the stream and removes the limit. */
  release(): void {
    this.#isOff = true;
    this.#resume();
  }

  #resume(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stream.resume();
  }
}

const SLICE_MS = 10;
