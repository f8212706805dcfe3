/** The wall clock and the random bytes of a program in Pyodide. Both are the same in a replay. */
import { type Cipheriv, createCipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * The wall clock of a program. It shows the times that the gateway has recorded: of the start, and of each result. Between them it
 * moves on only when the program reads it or sleeps. It never goes back.
 */
export class RecordedClock {
  #micros = 1_000 * Date.now();
  #step = 0;

  /** Sets the clock to the start of a program, in milliseconds. */
  start(ms: number): void {
    this.#micros = 1_000 * ms;
    this.#step = 0;
  }

  /** Moves the clock on to a time that the program has reached, in milliseconds. */
  reach(ms: number): void {
    this.#micros = Math.max(this.#micros, Math.round(1_000 * ms));
    this.#step = 0;
  }

  /** The time in milliseconds. */
  get now(): number {
    return this.#micros / 1_000;
  }

  /**
   * Reads the clock for the program. Each reading moves the clock on by a microsecond more than the last one, up to a millisecond,
   * so that a program that computes until some time soon gets there.
   */
  read(): number {
    this.#step = Math.min(this.#step + 1, MOST_STEP);
    this.#micros += this.#step;
    return this.now;
  }
}

/** The random bytes of a process: unpredictable ones until a program starts, then those of the program's seed. */
export class RecordedRandom {
  #stream = streamOf(randomBytes(KEY_BYTES));
  #bytes = Buffer.alloc(0);
  #next = 0;

  start(seed: string): void {
    this.#stream = streamOf(createHash('sha256').update(`${seed}`).digest()); // older states have a number
    this.#bytes = Buffer.alloc(0);
    this.#next = 0;
  }

  byte(): number {
    if (this.#next >= this.#bytes.length) {
      this.#bytes = this.#stream.update(Buffer.alloc(PIECE_BYTES));
      this.#next = 0;
    }
    return this.#bytes[this.#next++] ?? 0;
  }
}

/** Returns a cipher that turns zeros into its key stream. */
function streamOf(key: Buffer): Cipheriv {
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(IV_BYTES));
}

const MOST_STEP = 1_000; // a program that reads the clock very often must not end in another day
const KEY_BYTES = 32;
const IV_BYTES = 16;
const PIECE_BYTES = 1_024;
