import type { FinishReason, TurnFailure } from '../core/index.ts';
import type { StepCall } from './reading/dispatch.ts';
import type { StepReading } from './reading/step-reading.ts';

/** What a step means for its turn. */
export type Verdict =
  | { readonly kind: 'finish'; readonly reason: FinishReason; readonly notice?: string }
  | { readonly kind: 'fail'; readonly failure: TurnFailure }
  /** The model said nothing at all: it is asked once more. */
  | { readonly kind: 'ask-again' }
  /** Ours run here. If some are the client's, the turn ends with them; if none are, it goes on. */
  | { readonly kind: 'run'; readonly ours: readonly StepCall[]; readonly theirs: readonly StepCall[] };

export interface Situation {
  readonly model: string;
  /** Calls were not wanted in this step. */
  readonly isMuted: boolean;
  /** The transcript ends in outcomes: the model may have nothing to add to them. */
  readonly isAfterOutcome: boolean;
  readonly isSecondTry: boolean;
  readonly isLastStep: boolean;
  /** Output was suppressed on purpose, so an empty answer is not an error. */
  readonly hasLeftOut: boolean;
}

export function judge(step: StepReading, situation: Situation): Verdict {
  const { finish, calls } = step;
  if (finish.failure !== undefined) return { kind: 'fail', failure: finish.failure as TurnFailure };
  if (calls.length > 0) return situation.isMuted ? judgeUnwanted(step, situation) : judgeCalls(step, situation);
  if (step.text !== '' || step.hasExtra || isRefused(finish.reason)) return { kind: 'finish', reason: finish.reason };
  return judgeSilence(step, situation);
}

function judgeCalls({ finish, calls }: StepReading, { isLastStep, model }: Situation): Verdict {
  // The answer was cut off, by the token limit or by a filter, so none of its calls runs: the wish was not finished.
  if (finish.reason === 'length' || isRefused(finish.reason)) return { kind: 'finish', reason: finish.reason };
  const ours = calls.filter(({ owner }) => owner !== 'client');
  const theirs = calls.filter(({ owner }) => owner === 'client');
  if (theirs.length === 0 && isLastStep) {
    return { kind: 'fail', failure: { kind: 'stuck', model, reason: 'it wanted more tools than its steps allow.' } };
  }
  return { kind: 'run', ours, theirs };
}

function judgeUnwanted({ text }: StepReading, { model }: Situation): Verdict {
  const reason = 'it asked for tools although it was told to answer without them.';
  if (text === '') return { kind: 'fail', failure: { kind: 'stuck', model, reason } };
  return { kind: 'finish', reason: 'stop', notice: `calls were left out: ${reason}` };
}

function judgeSilence({ finish, hasReasoning }: StepReading, situation: Situation): Verdict {
  if (situation.hasLeftOut && finish.reason !== 'length') return { kind: 'finish', reason: 'stop' };
  if (hasReasoning || finish.reason === 'length') return { kind: 'finish', reason: 'length' };
  if (situation.isAfterOutcome) {
    return { kind: 'finish', reason: 'stop', notice: 'the model added nothing to the outcomes of its tools' };
  }
  if (!situation.isSecondTry) return { kind: 'ask-again' };
  return { kind: 'fail', failure: { kind: 'empty-answer', model: situation.model } };
}

function isRefused(reason: FinishReason): boolean {
  return reason === 'filtered' || reason === 'refusal';
}
