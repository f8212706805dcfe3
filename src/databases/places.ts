/** Bounds how many statements run at once. Further ones wait, and the one that has waited longest is next. */
export class Places {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place as soon as one is free. Rejects with the signal's reason if that aborts first. */
  async enter(signal: AbortSignal): Promise<void> {
    if (this.#taken < this.#most) {
      this.#taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** Gives a place back. It passes to the statement that waits longest. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken--;
    else next();
  }
}
