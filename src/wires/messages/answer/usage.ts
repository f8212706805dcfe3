import { isRecord, type Usage } from '../../../core/index.ts';

/** Collects token counts, which servers send at the start of an answer, at its end, or both. */
export class TokenCount {
  readonly #counts = new Map<string, number>();

  /** Reads a usage object. Later counts replace earlier ones, unless they are zero. */
  read(usage: unknown): void {
    if (!isRecord(usage)) return;
    for (const name of COUNTED) this.#note(name, usage[name]);
    const { output_tokens_details: details } = usage;
    if (isRecord(details)) this.#note(THINKING, details[THINKING]);
  }

  /** The total usage. `promptTokens` includes cached tokens, which the Messages API does not include in `input_tokens`. */
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
