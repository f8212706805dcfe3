import type { Limits } from '../../core/index.ts';
import type { KnownModel } from '../../models/index.ts';
import type { Gauge } from './gauges.ts';

/** How much a model's window holds, and how large a window to ask for where a server lets one choose. */
export class Room {
  readonly #known: KnownModel;
  readonly #gauge: Gauge;
  readonly #answerTokens: number;
  /** Nobody has said how large the window is to be: we choose. */
  readonly isOurs: boolean;
  /** The window as it is, if anybody knows. */
  readonly #window: number | undefined;
  /** What it may become. */
  readonly most: number;

  constructor(known: KnownModel, gauge: Gauge, limits: Limits, answerTokens: number) {
    const { contextTokens, mostContextTokens = Number.POSITIVE_INFINITY, isWindowSet, overflow } = known;
    this.#known = known;
    this.#gauge = gauge;
    this.#answerTokens = answerTokens;
    this.isOurs = overflow === 'chosen' && !isWindowSet;
    const loaded = Math.max(gauge.chosen, contextTokens ?? 0);
    this.#window = this.isOurs ? loaded || UNKNOWN_WINDOW : contextTokens;
    const grown = this.isOurs ? Math.min(mostContextTokens, limits.chosenContextTokens) : 0;
    this.most = Math.max(grown, this.#window ?? Number.POSITIVE_INFINITY);
  }

  /** The prompt is so short that nobody has to count. */
  isPlenty(letters: number): boolean {
    return letters * MOST_TOKENS + this.#answerTokens <= (this.#window ?? Number.POSITIVE_INFINITY);
  }

  fits(estimate: number): boolean {
    return this.#needed(estimate) <= this.most;
  }

  /**
   * What to ask for, where there is a choice: the window there is, so that the model is not loaded anew, or a larger one
   * with room for the next steps. Undefined for a small prompt to a model of which nothing is known.
   */
  windowFor(estimate: number): number | undefined {
    const { overflow, contextTokens } = this.#known;
    if (overflow !== 'chosen') return undefined;
    if (!this.isOurs) return contextTokens;
    const needed = this.#needed(estimate);
    const window = this.#window ?? UNKNOWN_WINDOW;
    if (needed <= window) return this.#gauge.chosen > 0 || contextTokens !== undefined ? window : undefined;
    return Math.min(this.most, Math.max(LEAST_CHOSEN, 2 ** Math.ceil(Math.log2(needed * 1.25))));
  }

  /** How much of the window a prompt leaves for the answer, where the window is known. */
  leftBy(estimate: number): number | undefined {
    const window = this.windowFor(estimate) ?? this.#known.contextTokens;
    return window === undefined ? undefined : Math.floor(window - estimate * this.#gauge.ratio * 1.1);
  }

  /** What is left of what the window may become beside the answer, where that is known. */
  leftOf(estimate: number): { readonly roomTokens?: number } {
    if (!Number.isFinite(this.most)) return {};
    return { roomTokens: Math.floor(this.most - estimate * this.#gauge.ratio * 1.1 - this.#answerTokens) };
  }

  /** An estimate may be wrong. A server that refuses by itself has the benefit of the doubt; one that cuts has none. */
  #needed(estimate: number): number {
    const tokens = estimate * this.#gauge.ratio;
    return this.#known.overflow === 'refused' ? tokens * 0.6 : tokens * 1.1 + this.#answerTokens;
  }
}

const MOST_TOKENS = 1.5; // that one letter takes, in any script
const UNKNOWN_WINDOW = 4_096; // what Ollama loads a model with, unless it is told
const LEAST_CHOSEN = 8_192; // a question with a few tools; smaller steps would load the model anew and anew
