/**
 * Spares a server that fails again and again, and those who would wait for it. Closed: everything passes. After so many
 * failures in a row it is open: nothing passes for a while, then one attempt, whose fate decides.
 */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  /** When it opened last. */
  #openedAt = 0;
  #isProbing = false;

  /** `now` in milliseconds, never going back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** May an attempt be made? Otherwise the milliseconds until the next one. Who may must report its fate. */
  admit(): { readonly ok: true } | { readonly ok: false; readonly waitMs: number; readonly failures: number } {
    if (this.#failures < MOST_FAILURES) return ADMITTED;
    const waitMs = this.#openedAt + OPEN_MS - this.#now();
    if (waitMs > 0 || this.#isProbing) return { ok: false, waitMs: Math.max(waitMs, 0), failures: this.#failures };
    this.#isProbing = true;
    return ADMITTED;
  }

  /** Did it open, or stay open, by that? */
  report(fate: 'lives' | 'failed' | 'unknown'): boolean {
    this.#isProbing = false;
    if (fate === 'lives') this.#failures = 0;
    if (fate !== 'failed') return false;
    this.#failures++;
    if (this.#failures < MOST_FAILURES) return false;
    this.#openedAt = this.#now();
    return true;
  }
}

const ADMITTED = { ok: true } as const;
const MOST_FAILURES = 20; // in a row; a bad minute of a good server has fewer
const OPEN_MS = 10_000; // a restart takes about as long
