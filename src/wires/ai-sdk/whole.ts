import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4ResponseMetadata,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { StreamPart } from './parts.ts';
import type { Warning } from './warnings.ts';

/** Collects stream parts into the result of `doGenerate`. The content keeps the order in which it arrived. */
export class WholeResult {
  readonly #content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, { text: string; readonly place: number }>();
  #warnings: readonly Warning[] = [];
  #metadata: LanguageModelV4ResponseMetadata = {};
  #finish: Finish | undefined;

  add(parts: readonly StreamPart[]): void {
    for (const part of parts) this.#add(part);
  }

  /** Returns the result. Parts of other types, such as `raw`, have no place in it. */
  result(): LanguageModelV4GenerateResult {
    const { finishReason, usage, providerMetadata } = this.#finish ?? UNFINISHED;
    return {
      content: this.#content.filter((part) => part.type !== 'text' || part.text !== ''),
      finishReason,
      usage,
      ...(providerMetadata !== undefined && { providerMetadata }),
      response: this.#metadata,
      warnings: [...this.#warnings],
    };
  }

  #add(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#open.set(part.id, { text: '', place: this.#content.length });
        this.#content.push({ type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' });
        return;
      case 'text-delta':
      case 'reasoning-delta': {
        const open = this.#open.get(part.id);
        if (open !== undefined) open.text += part.delta;
        return;
      }
      case 'text-end':
      case 'reasoning-end': {
        const open = this.#open.get(part.id);
        if (open === undefined) return;
        const { providerMetadata } = part;
        this.#content[open.place] = {
          type: part.type === 'text-end' ? 'text' : 'reasoning',
          text: open.text,
          ...(providerMetadata !== undefined && { providerMetadata }),
        };
        return;
      }
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
      case 'file':
      case 'reasoning-file':
      case 'source':
      case 'custom':
        this.#content.push(part);
        return;
      case 'stream-start':
        this.#warnings = part.warnings;
        return;
      case 'response-metadata': {
        const { type: _, ...metadata } = part;
        this.#metadata = metadata;
        return;
      }
      case 'finish':
        this.#finish = part;
        return;
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
      case 'ping':
      case 'raw':
      case 'error':
        return;
      default:
        part satisfies never;
    }
  }
}

interface Finish {
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
  readonly providerMetadata?: SharedV4ProviderMetadata;
}

const UNFINISHED: Finish = {
  finishReason: { unified: 'other', raw: undefined },
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
};
