import type { Fields } from './fields.ts';

/** How the model is to answer, in no wire's words. An absent member leaves the model's own default. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  /** How many tokens the answer may take. */
  readonly maxTokens?: number;
  /** The window to load the model with, for servers that let a client choose it. */
  readonly contextTokens?: number;
  /** Texts that end the answer. */
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  readonly responseFormat?: ResponseFormat;
  readonly reasoning?: ReasoningWish;
  /** The client's name for the person it asks for. */
  readonly user?: string;
}

/** The form that the answer must have. */
export type ResponseFormat =
  | { readonly kind: 'text' | 'json' }
  | {
      readonly kind: 'schema';
      readonly schema: Fields;
      readonly name?: string;
      readonly description?: string;
      readonly isStrict?: boolean;
    };

/** How much a model is to reason before it answers. */
export type ReasoningWish =
  | { readonly kind: 'off' | 'on' }
  /** A word such as `low` or `high`; it may be one that no model knows, but never `none`. */
  | { readonly kind: 'effort'; readonly effort: string }
  /** The most tokens that reasoning may take. */
  | { readonly kind: 'budget'; readonly tokens: number };
