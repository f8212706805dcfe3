import type { Limits } from '../core/index.ts';

/**
 * A turn's slot under the limit of concurrent turns, and its timeout. Both start before the turn is planned. The timeout starts
 * again with every step, so that it does not stop a long turn that makes progress; the number of steps is limited.
 */
export class TurnSlot {
  readonly startedAt = performance.now();
  readonly #running: { turns: number };
  readonly #timer: NodeJS.Timeout;
  #isHeld = true;
  #isPulled = false;

  constructor({ turnMs }: Limits, running: { turns: number }, abort: AbortController) {
    this.#running = running;
    running.turns++;
    this.#timer = setTimeout(() => abort.abort(new TurnTimeout(turnMs)), turnMs);
    // If nothing reads the turn's events, its loop never runs and cannot release the slot.
    abort.signal.addEventListener('abort', () => !this.#isPulled && this.leave(), { once: true });
  }

  /** Must be called when the turn's events are first read. From then on the end of the loop releases the slot. */
  pull(): void {
    this.#isPulled = true;
  }

  /** Starts the timeout again, because a new step begins. */
  restart(): void {
    if (this.#isHeld) this.#timer.refresh();
  }

  leave(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    clearTimeout(this.#timer);
    this.#running.turns--;
  }
}

export class TurnTimeout extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`a step of the turn took longer than ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}
