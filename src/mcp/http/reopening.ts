/**
 * When a stream that ended is opened again. The server may say how long to wait; it is heard within reason. All that wait
 * are forgotten by `stop`.
 */
export class Reopening {
  readonly #waiting = new Set<NodeJS.Timeout>();
  #pauseMs = 0;
  #openedAt = 0;

  /** For the stream of one request, which the caller waits for. */
  soon(open: () => void, delayMs: number): void {
    this.#after(bounded(delayMs), open);
  }

  /** For the stream that only listens: where it ends again and again, the pauses grow. */
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

const LEAST_MS = 100; // a server that says 0 would be asked without a pause
const MOST_MS = 60_000;
const LASTING_MS = 30_000; // shorter is no stream, but a server that has nothing to say

function bounded(ms: number): number {
  return Math.min(Math.max(ms, LEAST_MS), MOST_MS);
}
