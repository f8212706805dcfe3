import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import type { Failure, FinishEvent } from '../../core/index.ts';
import { USUAL_CALLS } from '../chat/call-shape.ts';
import { finishReason } from '../chat/write-answer.ts';

/**
 * Writes the end of an answer. `hadTools` is true if the model saw tools: an answer without text and calls then ends with the raw
 * reason `empty-tool-routing-output`. `hasContent` is true if a part of the answer was sent before a failure.
 */
export function writeFinishReason(
  { reason, failure }: FinishEvent,
  { hadTools, hasContent }: { readonly hadTools: boolean; readonly hasContent: boolean },
): LanguageModelV4FinishReason {
  if (failure !== undefined) {
    if (failure.kind === 'empty-answer') return { unified: 'error', raw: hadTools ? EMPTY : failure.kind };
    return { unified: hasContent && isInterruption(failure) ? 'interrupted' : 'error', raw: failure.kind };
  }
  const raw = finishReason(reason, USUAL_CALLS);
  switch (reason) {
    case 'stop':
    case 'stop-sequence':
      return { unified: 'stop', raw };
    case 'calls':
      return { unified: 'tool-calls', raw };
    case 'length':
      return { unified: 'length', raw };
    case 'refusal':
    case 'filtered':
      return { unified: 'content-filter', raw: reason === 'refusal' ? reason : raw };
    case 'pause':
      return { unified: 'other', raw: reason };
    case 'failed':
      return { unified: 'error', raw: reason };
    default:
      return reason satisfies never;
  }
}

const EMPTY = 'empty-tool-routing-output';

/** True if the backend's stream ended without the signal that the answer is complete. */
function isInterruption({ kind }: Failure): boolean {
  return kind === 'upstream-broken' || kind === 'upstream-silent';
}

/** True for a failure that is the end of an answer instead of an error: the model said nothing. */
export function isEmptyAnswer(failure: Failure | undefined): boolean {
  return failure?.kind === 'empty-answer';
}
