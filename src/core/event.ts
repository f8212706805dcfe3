import type { ReasoningPart } from './ask.ts';
import type { Call } from './call.ts';
import type { Failure } from './failure.ts';
import type { Fields, WireFields, WireName } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { Owner } from './tool.ts';

/**
 * One event of an answer, the same closed union for every door and every backend. A client sees the events of its own
 * calls; events of gateway calls are for doors that show them.
 */
export type Event =
  | { readonly type: 'text'; readonly text: string }
  /** The model's reasoning, as it arrives. If `state` is set, the backend needs the text back with this state. */
  | { readonly type: 'reasoning'; readonly text: string; readonly state?: WireFields }
  /** Complete reasoning blocks that must go back to their provider. Their visible text came before, as `reasoning`. */
  | { readonly type: 'reasoning-blocks'; readonly parts: readonly ReasoningPart[] }
  | { readonly type: 'call-start'; readonly id: string; readonly name: string; readonly owner: Owner }
  | { readonly type: 'call-args'; readonly id: string; readonly text: string }
  | { readonly type: 'call'; readonly call: Call; readonly owner: Owner }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  /** A remark about the answer. `setting` is the parameter of the request that the backend does not support. */
  | { readonly type: 'notice'; readonly message: string; readonly setting?: string }
  | { readonly type: 'extra'; readonly wire: WireName; readonly at: ExtraPlace; readonly fields: Fields }
  | FinishEvent;

/** The object in a backend's answer that had the extra fields: the answer itself, its one choice, or the message. */
export type ExtraPlace = 'answer' | 'choice' | 'message';

export interface FinishEvent {
  readonly type: 'finish';
  readonly reason: FinishReason;
  /** The stop sequence that ended the answer, if the provider names it. */
  readonly stopSequence?: string;
  /** The provider's own explanation of its refusal. */
  readonly explanation?: string;
  readonly usage?: Usage;
  readonly failure?: Failure;
}

/**
 * The reason why an answer ended. `refusal`: the model declined. `filtered`: a content filter stopped the answer. `pause`:
 * the provider interrupted its own tools and continues if it is asked again.
 */
export type FinishReason = 'stop' | 'stop-sequence' | 'calls' | 'length' | 'refusal' | 'filtered' | 'pause' | 'failed';

/** Token counts of one answer. The prompt and completion totals include the parts that other fields count separately. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Prompt tokens that were read from the provider's cache. */
  readonly cachedTokens?: number;
  /** Prompt tokens that were written to the provider's cache. */
  readonly cacheWrittenTokens?: number;
  /** Completion tokens that the model used for reasoning. */
  readonly reasoningTokens?: number;
  /** Further parts of the two totals, by the provider's names: audio and predicted tokens. */
  readonly more?: { readonly prompt?: Counts; readonly completion?: Counts };
  /** Protocol-specific fields: costs, timings. */
  readonly extra?: WireFields;
  /** Totals of all steps, for a turn with several. The size of the client's next prompt is near the outer `promptTokens`. */
  readonly turn?: TurnUsage;
}

/** Token counts of all steps of a turn. */
export interface TurnUsage {
  readonly steps: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens?: number;
  readonly cacheWrittenTokens?: number;
}

export type Counts = Readonly<Record<string, number>>;
