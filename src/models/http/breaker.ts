import type { Limits } from '../../core/index.ts';

/**
 * A circuit breaker for one server. While it is closed, it admits every attempt. After `breakerFailures` failures in a row
 * it opens: it rejects attempts for `breakerMs`, then admits one trial attempt. A success closes it, a failure keeps it
 * open for another `breakerMs`. If the trial reports nothing within `breakerMs`, another one is admitted.
 */
export class Breaker {
  readonly #limits: Pick<Limits, 'breakerFailures' | 'breakerMs'>;
  readonly #now: () => number;
  #failures = 0;
  /** Time on the clock until which attempts are rejected while the breaker is open. */
  #openUntil = 0;

  /** `now` returns milliseconds from a monotonic clock. */
  constructor(limits: Pick<Limits, 'breakerFailures' | 'breakerMs'>, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Admits an attempt, or returns the milliseconds until the next one. The caller must `report` each admitted attempt. */
  admit(): { readonly ok: true } | { readonly ok: false; readonly waitMs: number; readonly failures: number } {
    if (this.#failures < this.#limits.breakerFailures) return ADMITTED;
    const waitMs = this.#openUntil - this.#now();
    if (waitMs > 0) return { ok: false, waitMs, failures: this.#failures };
    this.#openUntil = this.#now() + this.#limits.breakerMs;
    return ADMITTED;
  }

  /** Records the result of an attempt. Returns true if it opened the breaker or kept it open. */
  report(fate: 'lives' | 'failed' | 'unknown'): boolean {
    if (fate === 'lives') this.#failures = 0;
    if (fate !== 'failed') return false;
    this.#failures++;
    if (this.#failures < this.#limits.breakerFailures) return false;
    this.#openUntil = this.#now() + this.#limits.breakerMs;
    return true;
  }
}

const ADMITTED = { ok: true } as const;
