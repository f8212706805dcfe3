/** Something that many work towards, and that others may wait for, but not too long. */
export class Milestone {
  readonly #reached: Promise<void>;
  #isReached = false;

  /** Reached when all of these are settled; they must not reject. */
  constructor(parts: readonly Promise<void>[]) {
    this.#isReached = parts.length === 0;
    this.#reached = Promise.all(parts).then(() => {
      this.#isReached = true;
    });
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** Resolves when it is reached, or after this time, or when the signal aborts. */
  wait(limitMs: number, signal?: AbortSignal): Promise<void> {
    if (this.#isReached) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, limitMs);
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
      void this.#reached.then(end);
    });
  }
}
