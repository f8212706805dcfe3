import type { Format } from '../format.ts';
import { NON_JOINER } from './marker-tree.ts';
import { MarkerRepair } from './mending.ts';
import { markersIn } from './neutralise.ts';

/**
 * Repairs the control tokens that `neutralise` broke, and changes nothing else: `restore(neutralise(x, formats), formats)`
 * equals `x` for any text. Use it on text that a model copied from its prompt, after a reader has read that text: the reader
 * must see the broken tokens.
 */
export function restore(text: string, formats: readonly Format[]): string {
  const restorer = new Restorer(formats);
  return restorer.push(text) + restorer.end();
}

/** Restores text that arrives in pieces. It holds text back only while a non-joiner may still turn out to break a marker. */
export class Restorer {
  readonly #mending: MarkerRepair;

  constructor(formats: readonly Format[]) {
    this.#mending = new MarkerRepair(markersIn(formats));
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
