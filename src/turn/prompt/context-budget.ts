import type { Limits } from '../../core/index.ts';
import type { KnownModel } from '../../models/index.ts';
import type { TokenCalibration } from './token-calibrations.ts';

/** The capacity of a model's context window, and the window size to request if the server allows a choice. */
export class ContextBudget {
  readonly #known: KnownModel;
  readonly #calibration: TokenCalibration;
  readonly #answerTokens: number;
  /** True if the gateway chooses the window size, because neither the settings nor the client set one. */
  readonly isOurs: boolean;
  /** The current window size in tokens; undefined if unknown. */
  readonly #window: number | undefined;
  /** The largest possible window size in tokens; infinite if unknown. */
  readonly most: number;

  constructor(known: KnownModel, calibration: TokenCalibration, limits: Limits, answerTokens: number) {
    const { contextTokens, mostContextTokens = Number.POSITIVE_INFINITY, isWindowSet, overflow } = known;
    this.#known = known;
    this.#calibration = calibration;
    this.#answerTokens = answerTokens;
    this.isOurs = overflow === 'chosen' && !isWindowSet;
    const loaded = Math.max(calibration.chosen, contextTokens ?? 0);
    this.#window = this.isOurs ? loaded || UNKNOWN_WINDOW : contextTokens;
    const grown = this.isOurs ? Math.min(mostContextTokens, limits.chosenContextTokens) : 0;
    this.most = Math.max(grown, this.#window ?? Number.POSITIVE_INFINITY);
  }

  /** True if the prompt is so short that it fits without an estimate of its tokens. */
  isPlenty(characters: number): boolean {
    return characters * MOST_TOKENS + this.#answerTokens <= (this.#window ?? Number.POSITIVE_INFINITY);
  }

  fits(estimate: number): boolean {
    return this.#needed(estimate) <= this.most;
  }

  /**
   * Returns the window size to request; undefined if the server allows no choice. The current size is kept if the
   * prompt fits, so that the server does not reload the model. Otherwise the size grows, with room for later steps.
   * Also undefined for a small prompt to a model about which nothing is known.
   */
  windowFor(estimate: number): number | undefined {
    const { overflow, contextTokens } = this.#known;
    if (overflow !== 'chosen') return undefined;
    if (!this.isOurs) return contextTokens;
    const needed = this.#needed(estimate);
    const window = this.#window ?? UNKNOWN_WINDOW;
    if (needed <= window) return this.#calibration.chosen > 0 || contextTokens !== undefined ? window : undefined;
    return Math.min(this.most, Math.max(LEAST_CHOSEN, 2 ** Math.ceil(Math.log2(needed * 1.25))));
  }

  /** Returns a window size that surely holds the prompt and an answer, even if the estimate is a little too low. */
  surelyHolding(estimate: number): number {
    return Math.ceil(estimate * this.#calibration.ratio * 1.1) + this.#answerTokens;
  }

  /** Returns the tokens that the prompt leaves for the answer; undefined if the window size is unknown. */
  leftBy(estimate: number): number | undefined {
    const window = this.windowFor(estimate) ?? this.#known.contextTokens;
    return window === undefined ? undefined : Math.floor(window - estimate * this.#calibration.ratio * 1.1);
  }

  /** Returns the tokens that are left in the largest possible window after the prompt and the answer; empty if unknown. */
  leftOf(estimate: number): { readonly roomTokens?: number } {
    if (!Number.isFinite(this.most)) return {};
    return { roomTokens: Math.floor(this.most - estimate * this.#calibration.ratio * 1.1 - this.#answerTokens) };
  }

  /**
   * Returns the tokens to compare with the window, since the estimate may be wrong. The value is low for a server that
   * rejects long prompts itself, so that the server decides; it is high for one that truncates silently.
   */
  #needed(estimate: number): number {
    const tokens = estimate * this.#calibration.ratio;
    return this.#known.overflow === 'refused' ? tokens * 0.6 : tokens * 1.1 + this.#answerTokens;
  }
}

const MOST_TOKENS = 1.5; // tokens per character, at most, in any script
const UNKNOWN_WINDOW = 4_096; // the size that Ollama loads a model with by default
// Enough for a question with a few tools; smaller steps would make the server reload the model often.
const LEAST_CHOSEN = 8_192;
