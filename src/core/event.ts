import type { Call } from './call.ts';
import type { Failure } from './failure.ts';
import type { Outcome } from './outcome.ts';

/** What flows back to a client, one closed union for every door and every backend. */
export type Event =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call-start'; readonly id: string; readonly name: string }
  | { readonly type: 'call-args'; readonly id: string; readonly text: string }
  | { readonly type: 'call'; readonly call: Call }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  | { readonly type: 'notice'; readonly message: string }
  /** Wire fields that have no word here: logprobs, refusal, annotations. */
  | { readonly type: 'extra'; readonly fields: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly usage?: Usage;
      readonly failure?: Failure;
    };

export type FinishReason = 'stop' | 'calls' | 'length' | 'filtered' | 'failed';

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/**
 * The incremental machine that turns a model's text into events. Pure: how the text is cut into
 * pushes never changes the events.
 */
export interface Reader {
  push(text: string): readonly Event[];
  end(): readonly Event[];
}
