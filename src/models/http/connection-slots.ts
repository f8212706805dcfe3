/** Limits the concurrent exchanges with one server. Further ones wait in a queue, oldest first. */
export class ConnectionSlots {
  #free: number;
  /** The queue. A set keeps insertion order, and a waiter that gives up is removed without a search. */
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** True if a slot can be taken without waiting. */
  get isFree(): boolean {
    return this.#free > 0;
  }

  /** True if a caller waits for a slot. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes a slot, waiting for a free one. Resolves to false if the signal aborts first. */
  take(signal: AbortSignal): Promise<boolean> | boolean {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        this.#waiting.delete(enter);
        resolve(false);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(enter);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
