import type { TurnFailure } from '../core/index.ts';
import { NO_MEDIA } from './prompt/media.ts';
import type { TurnRun } from './run.ts';
import type { Step } from './step.ts';

/**
 * Repeats a step with descriptions instead of the media of tool results, if these may be the reason why it failed. Without
 * that, a conversation whose history contains a refused image would fail on every turn. Returns false if the failure stands.
 */
export function hideMedia(run: TurnRun, { shownMedia, reading }: Step, failure: TurnFailure): boolean {
  const isSilent = reading.text === '' && reading.calls.length === 0 && !reading.hasReasoning;
  if (shownMedia.size === 0 || !isSilent || run.signal.aborted || !mayConcernMedia(failure)) return false;
  run.suspectMedia = shownMedia;
  run.opening.forget();
  const fields = { turn: run.id, model: run.model.id, media: shownMedia.size, failure: failure.kind };
  run.context.log.warn(fields, 'A prompt with media of tool results failed; trying again with descriptions of them.');
  return true;
}

/** Remembers that the model refused the media, because it accepted the same step without them. */
export function settleMedia(run: TurnRun): void {
  if (run.suspectMedia.size === 0) return;
  run.context.refusedMedia.add(run.model.id, run.suspectMedia);
  run.suspectMedia = NO_MEDIA;
}

/**
 * True if the failure may be due to media. A server that rejects a request need not mention them: its message may be
 * "expected a string".
 */
function mayConcernMedia(failure: TurnFailure): boolean {
  switch (failure.kind) {
    case 'upstream-rejected':
      return failure.status !== 404;
    case 'upstream-failed':
      return MEDIA.test(failure.message);
    default:
      return false;
  }
}

const MEDIA = /image|audio|vision|multi-?modal|media/i;
