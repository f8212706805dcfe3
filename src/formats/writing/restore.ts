import type { Format } from '../format.ts';
import { NON_JOINER } from './marker-tree.ts';
import { Mending } from './mending.ts';
import { markersIn } from './neutralise.ts';

/**
 * Mends the control tokens that `neutralise` broke, and no other letter: `restore(neutralise(x, formats), formats)` is `x`,
 * whatever that is. For what a model copied out of its prompt, once it has been read: its readers must see it broken.
 */
export function restore(text: string, formats: readonly Format[]): string {
  const restorer = new Restorer(formats);
  return restorer.push(text) + restorer.end();
}

/** The same for text that comes in pieces. Held back is only what follows a non-joiner, while that may be one of ours. */
export class Restorer {
  readonly #mending: Mending;

  constructor(formats: readonly Format[]) {
    this.#mending = new Mending(markersIn(formats));
  }

  push(text: string): string {
    const mending = this.#mending;
    if (mending.isIdle && !text.includes(NON_JOINER)) {
      mending.skip(text);
      return text;
    }
    for (let at = 0; at < text.length; at++) mending.take(text.charCodeAt(at), text.charAt(at));
    return mending.told();
  }

  end(): string {
    return this.#mending.end();
  }
}
