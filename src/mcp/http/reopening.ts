/**
 * Schedules the reopening of streams that ended. The server may ask for a delay, which is limited to a sensible range.
 * `stop` cancels all scheduled reopenings.
 */
export class Reopening {
  readonly #waiting = new Set<NodeJS.Timeout>();
  #pauseMs = 0;
  #openedAt = 0;

  /** Reopens the stream of one request after the delay; a caller is waiting for it. */
  soon(open: () => void, delayMs: number): void {
    this.#after(bounded(delayMs), open);
  }

  /** Reopens the notification stream. The delays grow if the stream keeps ending soon after it opens. */
  later(open: () => void, delayMs: number): void {
    const hasLasted = performance.now() - this.#openedAt >= LASTING_MS;
    this.#pauseMs = hasLasted ? bounded(delayMs) : bounded(Math.max(delayMs, this.#pauseMs * 2));
    this.#openedAt = performance.now() + this.#pauseMs;
    this.#after(this.#pauseMs, open);
  }

  stop(): void {
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
  }

  #after(ms: number, open: () => void): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      open();
    }, ms);
    this.#waiting.add(timer);
  }
}

const LEAST_MS = 100; // a server that asks for 0 would cause a tight loop
const MOST_MS = 60_000;
const LASTING_MS = 30_000; // a stream that lasted this long resets the delay

function bounded(ms: number): number {
  return Math.min(Math.max(ms, LEAST_MS), MOST_MS);
}
