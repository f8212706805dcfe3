import type { Limits } from '../../core/index.ts';

/**
 * Spares a server that fails again and again, and those who would wait for it. Closed: everything passes. After so many
 * failures in a row it is open: nothing passes for a while, then one attempt, whose fate decides; and if that takes its
 * time, another one.
 */
export class Breaker {
  readonly #limits: Pick<Limits, 'breakerFailures' | 'breakerMs'>;
  readonly #now: () => number;
  #failures = 0;
  /** Until then nothing passes. */
  #openUntil = 0;

  /** `now` in milliseconds, never going back. */
  constructor(limits: Pick<Limits, 'breakerFailures' | 'breakerMs'>, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** May an attempt be made? Otherwise the milliseconds until the next one. Who may must report its fate. */
  admit(): { readonly ok: true } | { readonly ok: false; readonly waitMs: number; readonly failures: number } {
    if (this.#failures < this.#limits.breakerFailures) return ADMITTED;
    const waitMs = this.#openUntil - this.#now();
    if (waitMs > 0) return { ok: false, waitMs, failures: this.#failures };
    this.#openUntil = this.#now() + this.#limits.breakerMs;
    return ADMITTED;
  }

  /** Did it open, or stay open, by that? */
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
