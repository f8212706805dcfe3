import { isRecord, type Usage } from '../../../core/index.ts';

/** Counts tokens as they are told: at the beginning, at the end, or at both. */
export class TokenCount {
  readonly #counts = new Map<string, number>();

  /** Counts go up: what comes later is right, unless it counts nothing. */
  read(usage: unknown): void {
    if (!isRecord(usage)) return;
    for (const name of COUNTED) this.#note(name, usage[name]);
    const { output_tokens_details: details } = usage;
    if (isRecord(details)) this.#note(THINKING, details[THINKING]);
  }

  /** The prompt's tokens are all of them, cached or not: this wire counts only those that were not. */
  get usage(): Usage | undefined {
    if (this.#counts.size === 0) return undefined;
    const cached = this.#counts.get('cache_read_input_tokens');
    const written = this.#counts.get('cache_creation_input_tokens');
    const thinking = this.#counts.get(THINKING);
    return {
      promptTokens: (this.#counts.get('input_tokens') ?? 0) + (cached ?? 0) + (written ?? 0),
      completionTokens: this.#counts.get('output_tokens') ?? 0,
      ...(cached !== undefined && { cachedTokens: cached }),
      ...(written !== undefined && { cacheWrittenTokens: written }),
      ...(thinking !== undefined && { reasoningTokens: thinking }),
    };
  }

  #note(name: string, value: unknown): void {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return;
    if (value > 0 || !this.#counts.has(name)) this.#counts.set(name, value);
  }
}

const COUNTED = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
const THINKING = 'thinking_tokens';
