import type { Fields } from './ask.ts';
import type { Call } from './call.ts';
import type { Failure } from './failure.ts';
import type { Outcome } from './outcome.ts';
import type { Owner } from './tool.ts';

/**
 * What flows back to a client, one closed union for every door and every backend. Of a call the client sees what it
 * owns; the gateway's own are there for doors that show them.
 */
export type Event =
  | { readonly type: 'text'; readonly text: string }
  /** `field`: the wire's own name for it, where it has one. Some servers want it back there. */
  | { readonly type: 'reasoning'; readonly text: string; readonly field?: string }
  | { readonly type: 'call-start'; readonly id: string; readonly name: string; readonly owner: Owner }
  | { readonly type: 'call-args'; readonly id: string; readonly text: string }
  | { readonly type: 'call'; readonly call: Call; readonly owner: Owner }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'extra'; readonly at: ExtraPlace; readonly fields: Fields }
  | FinishEvent;

/** Wire fields that have no word here, by where they stand: `system_fingerprint`, `logprobs`, `refusal`. */
export type ExtraPlace = 'answer' | 'choice' | 'message';

export interface FinishEvent {
  readonly type: 'finish';
  readonly reason: FinishReason;
  readonly usage?: Usage;
  readonly failure?: Failure;
}

export type FinishReason = 'stop' | 'calls' | 'length' | 'filtered' | 'failed';

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** The wire's own account of them: cached, reasoning and audio tokens. */
  readonly details?: Fields;
  /** Of a turn with several steps: what they took in all. A client's next prompt is near `promptTokens`, not this. */
  readonly turn?: { readonly steps: number; readonly promptTokens: number; readonly completionTokens: number };
}
