import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { StreamPart } from '../wires/index.ts';

/** The way to a gateway: inside this process or over HTTP. Options may be those of V2 or V3; answers are those of V4. */
export interface Transport {
  /** Rejects with an error of the AI SDK, or with the reason of the abort signal. */
  generate(model: string, options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult>;
  /** Resolves with the first part of the answer. Rejects as `generate` does if the call fails before. */
  stream(model: string, options: LanguageModelV4CallOptions): Promise<StreamedAnswer>;
  /** True if the model's server loads images from their addresses, as far as that is known. */
  loadsImages(model: string): boolean;
  close(): Promise<void>;
}

export interface StreamedAnswer {
  /** Batches of parts, each as they arrived. Throws only if the call is aborted. */
  readonly parts: AsyncIterator<readonly StreamPart[], void, undefined>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Ends the call at once, also while a part is awaited. */
  cancel(): void;
}
