import type { FinishReason, Limits, TurnFailure } from '../core/index.ts';
import type { MutedBy } from './prompt/choice.ts';
import type { StepCall } from './reading/dispatch.ts';
import type { StepReading } from './reading/step-reading.ts';

/** The decision about how a turn continues after a step. */
export type Verdict =
  /** The client receives `closing` as the end of the answer, because most clients never see a notice. */
  | { readonly kind: 'finish'; readonly reason: FinishReason; readonly notice?: string; readonly closing?: string }
  | { readonly kind: 'fail'; readonly failure: TurnFailure }
  /** The answer was empty, or it was cut off for the reason in the hint; the model is asked once more. */
  | { readonly kind: 'ask-again'; readonly hint?: string }
  /** The model made only calls although it was told not to; it is asked once more, and no tools are declared to it. */
  | { readonly kind: 'ask-without-tools' }
  /**
   * `ours` run in the gateway. If there are `theirs`, they are handed over to the client and the turn ends; otherwise
   * it continues.
   */
  | { readonly kind: 'run'; readonly ours: readonly StepCall[]; readonly theirs: readonly StepCall[] };

export interface Situation {
  readonly model: string;
  /** Why the model was told not to call tools in this step; undefined if it was not. */
  readonly mutedBy: MutedBy | undefined;
  /** True if no tools were declared in this step, because the model called tools when it was told not to. */
  readonly isWithoutTools: boolean;
  /** True if the transcript ends in outcomes. The model may have nothing to add to them. */
  readonly isAfterOutcome: boolean;
  /** True if the model is asked again for this step, for whatever reason. */
  readonly isSecondTry: boolean;
  /** True if an earlier answer of this step was cut off, and the model knows why. */
  readonly isAfterCut: boolean;
  readonly isLastStep: boolean;
  readonly limits: Pick<Limits, 'steps'>;
  /** The most steps that the request allows, if it says so. */
  readonly mostSteps?: number | undefined;
  /** True if output was suppressed on purpose. Then an empty answer is not an error. */
  readonly hasLeftOut: boolean;
  /** True if the answer was cut off, because the model wrote the result of a tool itself. */
  readonly hasInvented: boolean;
}

export function judge(step: StepReading, situation: Situation): Verdict {
  const { finish, calls } = step;
  if (finish.failure !== undefined)
    return { kind: 'fail', failure: failureOf(finish.failure as TurnFailure, situation) };
  if (calls.length > 0 && situation.mutedBy !== undefined) return judgeUnwanted(step, situation.mutedBy, situation);
  if (calls.length > 0) return judgeCalls(step, situation);
  if (situation.hasInvented || (step.isOnlyBegun && !step.hasExtra)) return judgeInvented(step, situation);
  if (isAnswer(step)) return { kind: 'finish', reason: finish.reason, ...noticeOf(situation) };
  return judgeSilence(step, situation);
}

/** Returns the notice for an answer that was only possible without declared tools. */
function noticeOf({ isWithoutTools, mutedBy, limits }: Situation): { readonly notice?: string } {
  return isWithoutTools && mutedBy !== undefined ? { notice: callsLeftOut(whyStopped(mutedBy, limits)) } : {};
}

/**
 * Returns the failure to report to the client. Some servers reject a history with calls if no tools are declared. Then
 * the cause is the model that kept calling tools.
 */
function failureOf(failure: TurnFailure, { isWithoutTools, mutedBy, model, limits }: Situation): TurnFailure {
  if (!isWithoutTools || mutedBy === undefined || failure.kind !== 'upstream-rejected') return failure;
  if (failure.code === 'context_length_exceeded') return failure; // clients shorten the conversation and ask again
  return { kind: 'stuck', model, reason: whyStopped(mutedBy, limits) };
}

function judgeCalls({ finish, calls }: StepReading, { isLastStep, model, limits }: Situation): Verdict {
  // The token limit or a filter truncated the answer. Its calls may be incomplete, so none of them runs.
  if (finish.reason === 'length' || isRefused(finish.reason)) return { kind: 'finish', reason: finish.reason };
  const ours = calls.filter(({ owner }) => owner !== 'client');
  const theirs = calls.filter(({ owner }) => owner === 'client');
  if (theirs.length === 0 && isLastStep) {
    return { kind: 'fail', failure: { kind: 'stuck', model, reason: whyStopped('steps', limits) } };
  }
  return { kind: 'run', ours, theirs };
}

/** The model cannot know the result of a tool that has not run. Such an answer is never passed on as if it were true. */
function judgeInvented(step: StepReading, situation: Situation): Verdict {
  const isShown = step.shownText !== '';
  if (!situation.isAfterCut && !(step.isWholeJson && isShown))
    return { kind: 'ask-again', hint: whyCutOff(step, situation) };
  if (step.isWholeJson) return { kind: 'finish', reason: step.finish.reason };
  return { kind: 'finish', reason: step.finish.reason, closing: closingOf(situation) };
}

/** Returns the reason for the model. It names no tag, because a model that reads the tag writes it again. */
function whyCutOff({ shownText }: StepReading, situation: Situation): string {
  const why =
    'Your last answer was cut off, because you wrote the result of a tool yourself. No tool gave that result.';
  const kept = shownText === '' ? '' : ' The text before it was kept: do not repeat it.';
  return `${why}${kept} ${whatNext(situation)}`;
}

/** After real outcomes, the model must not be led to repeat the call of a tool that has just run. */
function whatNext({ mutedBy, isAfterOutcome }: Situation): string {
  if (mutedBy !== undefined) return 'Answer without it.';
  if (!isAfterOutcome) return 'Write the call of the tool and nothing after it, or answer without it.';
  return 'Use the results that you were given. If something is still to be done, write the call for it and nothing after it.';
}

/** Returns the sentence with which the answer ends. It must be true for a user who knows nothing of formats. */
function closingOf({ isAfterOutcome }: Situation): string {
  return isAfterOutcome
    ? '(The model wrote the result of a tool itself, and that text is left out. Only the tools that it called before have run.)'
    : '(The model wrote the result of a tool itself instead of calling the tool. No such tool has run.)';
}

function judgeUnwanted(step: StepReading, mutedBy: MutedBy, situation: Situation): Verdict {
  const { model, limits, mostSteps, isWithoutTools } = situation;
  const reason = whyStopped(mutedBy, limits, mostSteps);
  if (isAnswer(step)) {
    const { reason: ended } = step.finish;
    return { kind: 'finish', reason: ended === 'calls' ? 'stop' : ended, notice: callsLeftOut(reason) };
  }
  if (!isWithoutTools) return { kind: 'ask-without-tools' };
  return { kind: 'fail', failure: { kind: 'stuck', model, reason } };
}

function callsLeftOut(reason: string): string {
  return `The model's tool calls were left out: ${reason}`;
}

/** Explains why a model that still calls tools is stopped, as a full sentence without its subject. */
function whyStopped(mutedBy: MutedBy, { steps }: Situation['limits'], mostSteps = steps): string {
  switch (mutedBy) {
    case 'choice':
      return 'it called tools although the request\'s "tool_choice" is "none".';
    case 'steps':
      if (mostSteps < steps)
        return `it still called tools in step ${mostSteps}, the last one that the request allows ("maxTurns").`;
      return `it still called tools in step ${steps}, the last one that "limits.steps" allows. Raise that limit if the task needs more steps.`;
    case 'repetition':
      return 'it repeated calls that brought nothing new ("limits.repeatedCalls"), and called tools again after it was told to answer. Try another model, or ask for less at once.';
    default:
      return mutedBy satisfies never;
  }
}

function judgeSilence({ finish, hasReasoning, mustCall }: StepReading, situation: Situation): Verdict {
  if (situation.hasLeftOut && finish.reason !== 'length') return { kind: 'finish', reason: 'stop' };
  if (hasReasoning || finish.reason === 'length') return { kind: 'finish', reason: 'length' };
  if (situation.isAfterOutcome && !mustCall) {
    return { kind: 'finish', reason: 'stop', notice: 'The model added nothing to the results of its tools.' };
  }
  if (!situation.isSecondTry) return { kind: 'ask-again' };
  return { kind: 'fail', failure: { kind: 'empty-answer', model: situation.model } };
}

/** True if the step has something to show to the client, or if the model or its server declined to answer. */
function isAnswer({ text, isOnlyBegun, hasExtra, finish }: StepReading): boolean {
  return (text.trim() !== '' && !isOnlyBegun) || hasExtra || isRefused(finish.reason);
}

function isRefused(reason: FinishReason): boolean {
  return reason === 'filtered' || reason === 'refusal';
}
