import type { ReasoningPart } from './ask.ts';
import type { Call } from './call.ts';
import type { Failure } from './failure.ts';
import type { Fields, WireFields, WireName } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { Owner } from './tool.ts';

/**
 * What flows back to a client, one closed union for every door and every backend. Of a call the client sees what it
 * owns; the gateway's own are there for doors that show them.
 */
export type Event =
  | { readonly type: 'text'; readonly text: string }
  /** The model's reasoning, as it arrives. `state`: the server wants the text back, with this state. */
  | { readonly type: 'reasoning'; readonly text: string; readonly state?: WireFields }
  /** Complete blocks of reasoning that go back to their provider. What may be shown of them came as `reasoning`. */
  | { readonly type: 'reasoning-blocks'; readonly parts: readonly ReasoningPart[] }
  | { readonly type: 'call-start'; readonly id: string; readonly name: string; readonly owner: Owner }
  | { readonly type: 'call-args'; readonly id: string; readonly text: string }
  | { readonly type: 'call'; readonly call: Call; readonly owner: Owner }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'extra'; readonly wire: WireName; readonly at: ExtraPlace; readonly fields: Fields }
  | FinishEvent;

/** Where a member of a server's answer stood: beside the whole answer, beside its one choice, or in the message. */
export type ExtraPlace = 'answer' | 'choice' | 'message';

export interface FinishEvent {
  readonly type: 'finish';
  readonly reason: FinishReason;
  /** The stop sequence that ended the answer, if the provider names it. */
  readonly stopSequence?: string;
  /** Why the provider refused, in its own words. */
  readonly explanation?: string;
  readonly usage?: Usage;
  readonly failure?: Failure;
}

/**
 * Why an answer ended. `refusal`: the model declined. `filtered`: a filter cut the answer off. `pause`: the provider
 * interrupted its own tools, and continues if it is asked again.
 */
export type FinishReason = 'stop' | 'stop-sequence' | 'calls' | 'length' | 'refusal' | 'filtered' | 'pause' | 'failed';

/** The tokens of one answer. Prompt and completion include the parts that are counted beside them. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Prompt tokens that were read from the provider's cache. */
  readonly cachedTokens?: number;
  /** Prompt tokens that were written to the provider's cache. */
  readonly cacheWrittenTokens?: number;
  /** Completion tokens that the model reasoned with. */
  readonly reasoningTokens?: number;
  /** Further parts of either, by the provider's names: audio and predicted tokens. */
  readonly more?: { readonly prompt?: Counts; readonly completion?: Counts };
  /** What else only its wire knows: costs, timings. */
  readonly extra?: WireFields;
  /** Of a turn with several steps: what they took in all. A client's next prompt is near `promptTokens`, not this. */
  readonly turn?: { readonly steps: number; readonly promptTokens: number; readonly completionTokens: number };
}

export type Counts = Readonly<Record<string, number>>;
