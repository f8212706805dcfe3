import type { Fields } from './fields.ts';

/** Protocol-neutral sampling parameters. An omitted field leaves the model's own default. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  /** The most tokens that the answer may take. */
  readonly maxTokens?: number;
  /** The context window to load the model with, for servers that let the client choose it. */
  readonly contextTokens?: number;
  /** Texts that end the answer. */
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  readonly responseFormat?: ResponseFormat;
  readonly reasoning?: ReasoningWish;
  /** The client's id of its end user. */
  readonly user?: string;
}

/** The format that the answer must have. */
export type ResponseFormat =
  | { readonly kind: 'text' | 'json' }
  | {
      readonly kind: 'schema';
      readonly schema: Fields;
      readonly name?: string;
      readonly description?: string;
      readonly isStrict?: boolean;
    };

/** The amount of reasoning that the client asks for. */
export type ReasoningWish =
  | { readonly kind: 'off' | 'on' }
  /** A level such as `low` or `high`. It may be unknown to every model, but is never `none`. */
  | { readonly kind: 'effort'; readonly effort: string }
  /** The most tokens that reasoning may take. */
  | { readonly kind: 'budget'; readonly tokens: number };
