/** Limits how many events pass per minute, and counts the events that were held back. */
export class PerMinute {
  readonly #most: number;
  readonly #now: () => number;
  #start = Number.NEGATIVE_INFINITY;
  #passed = 0;
  #held = 0;

  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
  }

  /** Returns whether this event passes. `heldBefore` is the number held back in the last minute if a new minute starts, else 0. */
  next(): { readonly passes: boolean; readonly heldBefore: number } {
    const isNew = this.#now() - this.#start >= MINUTE_MS;
    const heldBefore = isNew ? this.#held : 0;
    if (isNew) {
      this.#start = this.#now();
      this.#passed = 0;
      this.#held = 0;
    }
    const passes = this.#passed < this.#most;
    if (passes) this.#passed++;
    else this.#held++;
    return { passes, heldBefore };
  }
}

const MINUTE_MS = 60_000;
