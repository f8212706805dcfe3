import type { Limits } from '../core/index.ts';

/** A turn's place among the running ones, and its time limit. Both begin before anything is planned. */
export class TurnPlace {
  readonly startedAt = performance.now();
  readonly #running: { turns: number };
  readonly #timer: NodeJS.Timeout;
  #isHeld = true;
  #isPulled = false;

  constructor({ turnMs }: Limits, running: { turns: number }, abort: AbortController) {
    this.#running = running;
    running.turns++;
    this.#timer = setTimeout(() => {
      abort.abort(new TurnTimeout(turnMs));
      if (!this.#isPulled) this.leave(); // its events were never read, so nothing else would end it
    }, turnMs);
  }

  /** The turn's events are being read, so the end of the loop will leave the place. */
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
