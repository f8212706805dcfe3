import type { ContinuationStep } from '../core/index.ts';

/**
 * Turns that broke off after tools had run: when the very same request comes again, as most SDKs do by themselves, it goes
 * on behind those outcomes instead of running the tools again. For a little while only; who asks again later wants a new
 * answer.
 */
export class Interrupted {
  readonly #clock: () => number;
  readonly #turns = new Map<string, { readonly steps: readonly ContinuationStep[]; readonly at: number }>();

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  keep(key: string, prefix: string, steps: readonly ContinuationStep[]): void {
    const name = nameOf(key, prefix);
    this.#turns.delete(name);
    this.#turns.set(name, { steps, at: this.#clock() });
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > MOST_TURNS && oldest !== undefined) this.#turns.delete(oldest);
  }

  /** The steps to go on from; none of most turns. */
  find(key: string, prefix: string): readonly ContinuationStep[] {
    if (this.#turns.size === 0) return [];
    const found = this.#turns.get(nameOf(key, prefix));
    return found !== undefined && this.#clock() - found.at < RESUME_MS ? found.steps : [];
  }

  /** The request was answered: the next one like it is a new one. */
  forget(key: string, prefix: string): void {
    if (this.#turns.size > 0) this.#turns.delete(nameOf(key, prefix));
  }
}

const MOST_TURNS = 1_000;
const RESUME_MS = 120_000; // SDKs wait some seconds, or as long as a server asks for

function nameOf(key: string, prefix: string): string {
  return JSON.stringify([key, prefix]);
}
