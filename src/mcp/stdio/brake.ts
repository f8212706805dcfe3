import type { Readable } from 'node:stream';

/**
 * Holds a stream back that brings more than so much within a short while, for the rest of it: a server that floods us
 * waits at its pipe, and not everybody else at our event loop. What is written is still read to its end.
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

  /** Lets everything by from now on. */
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
