import { hash } from 'node:crypto';
import type { Ask, ContinuationStep, Limits } from '../core/index.ts';

/**
 * Turns that broke off after tools had run: when the very same request comes again, as most SDKs do by themselves, it goes
 * on behind those outcomes instead of running the tools again. For a little while only: who asks again later wants a new
 * answer. In memory, because it is so short.
 */
export class Interrupted {
  readonly #limits: Pick<Limits, 'resumeMs' | 'resumeBytes'>;
  readonly #clock: () => number;
  /** The oldest first. */
  readonly #turns = new Map<string, Kept>();
  #bytes = 0;

  constructor(limits: Pick<Limits, 'resumeMs' | 'resumeBytes'>, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  keep(ask: Ask, steps: readonly ContinuationStep[]): void {
    const name = nameOf(ask);
    this.#drop(name);
    const kept = { steps, at: this.#clock(), bytes: JSON.stringify(steps).length };
    this.#turns.set(name, kept);
    this.#bytes += kept.bytes;
    for (const [oldest, { at }] of this.#turns) {
      if (this.#bytes <= this.#limits.resumeBytes && !this.#isOver(at)) return;
      this.#drop(oldest);
    }
  }

  /** The steps to go on from; none of most turns. */
  find(ask: Ask): readonly ContinuationStep[] {
    if (this.#turns.size === 0) return [];
    const kept = this.#turns.get(nameOf(ask));
    return kept === undefined || this.#isOver(kept.at) ? [] : kept.steps;
  }

  /** The request was answered: the next one like it is a new one. */
  forget(ask: Ask): void {
    if (this.#turns.size > 0) this.#drop(nameOf(ask));
  }

  #drop(name: string): void {
    this.#bytes -= this.#turns.get(name)?.bytes ?? 0;
    this.#turns.delete(name);
  }

  #isOver(at: number): boolean {
    return this.#clock() - at >= this.#limits.resumeMs;
  }
}

interface Kept {
  readonly steps: readonly ContinuationStep[];
  readonly at: number;
  readonly bytes: number;
}

/** Everything that was asked, by whom: other instructions, tools or a model make it another request. */
function nameOf(ask: Ask): string {
  return hash('sha256', JSON.stringify(ask), 'base64url');
}
