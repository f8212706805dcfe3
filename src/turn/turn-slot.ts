import type { Limits } from '../core/index.ts';

/** A turn's slot under the limit of concurrent turns, and its timeout. Both start before the turn is planned. */
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
    super(`the turn took longer than ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}
