import { timerMs } from './deadline.ts';

export type Entry = 'entered' | 'timed-out' | 'cancelled';

/** Lets a bounded number in at once; the others wait in order, until a time or a signal sends them away. */
export class Gate {
  readonly #limit: number;
  readonly #queueLimit: number;
  readonly #onIdle: () => void;
  readonly #waiting = new Set<(entry: Entry) => void>();
  #inside = 0;

  /** `onIdle` is called when the last one has left. */
  constructor(limit: number, queueLimit: number, onIdle: () => void = () => {}) {
    this.#limit = limit;
    this.#queueLimit = queueLimit;
    this.#onIdle = onIdle;
  }

  /** Enters at once, or not at all. Nobody overtakes the queue: a place that frees goes to its head. */
  tryEnter(): boolean {
    if (this.#inside >= this.#limit) return false;
    this.#inside++;
    return true;
  }

  get isQueueFull(): boolean {
    return this.#waiting.size >= this.#queueLimit;
  }

  /** Who is told `entered` holds a place, and must leave; the others hold none. */
  enter(limitMs: number, signal: AbortSignal | undefined): Promise<Entry> {
    return new Promise((resolve) => {
      const end = (entry: Entry): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#waiting.delete(end);
        resolve(entry);
      };
      const cancel = (): void => end('cancelled');
      const timer = setTimeout(() => end('timed-out'), timerMs(limitMs));
      this.#waiting.add(end);
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted) cancel();
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    // The place passes on to the next, or is free.
    if (next !== undefined) next('entered');
    else if (--this.#inside === 0) this.#onIdle();
  }
}
