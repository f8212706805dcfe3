import { pauseSince } from '../../pause.ts';
import { type Draft, draftStep, type StepState } from './draft.ts';
import { type Fitted, fit } from './fit.ts';
import { chooseMedia, fewerMedia, type ShownMedia } from './media.ts';

/** The request of a step, ready to be sent. */
export interface Prepared {
  readonly draft: Draft;
  readonly fitted: Fitted;
  /** The media of tool results in the request. */
  readonly shownMedia: ShownMedia;
}

/**
 * Drafts the next request and makes it fit the model's context window. If it does not fit otherwise, the media of tool
 * results are replaced by descriptions, the oldest first. `media` sets the media to show, instead of choosing them.
 */
export async function prepareStep(state: StepState, media?: ShownMedia): Promise<Prepared> {
  for (let shownMedia = media ?? (await chooseMedia(state)); ; shownMedia = fewerMedia(shownMedia)) {
    const startedAt = performance.now();
    const draft = await draftStep(state, shownMedia);
    await pauseSince(startedAt);
    const fitted = await fit(draft, state);
    if (fitted.failure === undefined || shownMedia.size === 0) return { draft, fitted, shownMedia };
  }
}
