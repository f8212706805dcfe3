import { hash } from 'node:crypto';
import type { Ask, ContinuationStep, Limits } from '../../core/index.ts';

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

  /** `since`: when it broke off first, where nothing has come of trying again. That does not make it last for ever. */
  keep(ask: Ask, steps: readonly ContinuationStep[], since: number = this.#clock()): void {
    const name = nameOf(ask);
    const bytes = JSON.stringify(steps).length;
    this.#bytes += bytes - (this.#turns.get(name)?.bytes ?? 0);
    this.#turns.set(name, { steps, at: since, bytes });
    this.#sweep();
  }

  /** The steps to go on from, and since when; undefined for most turns. */
  find(ask: Ask): { readonly steps: readonly ContinuationStep[]; readonly at: number } | undefined {
    this.#sweep();
    const kept = this.#turns.size === 0 ? undefined : this.#turns.get(nameOf(ask));
    return kept !== undefined && this.#clock() - kept.at < this.#limits.resumeMs ? kept : undefined;
  }

  /** The request was answered: the next one like it is a new one. */
  forget(ask: Ask): void {
    this.#sweep();
    if (this.#turns.size > 0) this.#drop(nameOf(ask));
  }

  /** What is over goes, and of the rest the oldest as long as they are too much. */
  #sweep(): void {
    for (const [oldest, { at }] of this.#turns) {
      if (this.#bytes <= this.#limits.resumeBytes && this.#clock() - at < this.#limits.resumeMs) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#turns.get(name)?.bytes ?? 0;
    this.#turns.delete(name);
  }
}

interface Kept {
  readonly steps: readonly ContinuationStep[];
  readonly at: number;
  readonly bytes: number;
}

/** Everything that was asked, by whom: other instructions, tools or a model make it another request. */
function nameOf(ask: Ask): string {
  const name = names.get(ask) ?? hash('sha256', JSON.stringify(ask), 'base64url');
  names.set(ask, name);
  return name;
}

/** A long conversation takes its time: once a turn is enough. */
const names = new WeakMap<Ask, string>();
