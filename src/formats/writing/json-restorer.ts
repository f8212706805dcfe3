import { BACKSLASH } from '../../core/index.ts';
import type { Format } from '../format.ts';
import { NON_JOINER } from './marker-tree.ts';
import { Mending } from './mending.ts';
import { markersIn } from './neutralise.ts';

/** Does what a Restorer does in the strings of JSON text that comes in pieces, however their letters are escaped. */
export class JsonRestorer {
  readonly #mending: Mending;
  /** The beginning of an escape. */
  #begun = '';

  constructor(formats: readonly Format[]) {
    this.#mending = new Mending(markersIn(formats));
  }

  push(piece: string): string {
    const mending = this.#mending;
    if (this.#begun === '' && mending.isIdle && isOrdinary(piece)) {
      if (piece.endsWith('"')) mending.take(NO_LETTER, '');
      else mending.skip(piece);
      return piece;
    }
    const text = this.#begun + piece;
    this.#begun = '';
    for (let at = 0; at < text.length; ) {
      const length = letterLength(text, at);
      const letter = text.slice(at, at + length);
      at += length;
      if (at > text.length) this.#begun = letter;
      else mending.take(unitOf(letter), letter);
    }
    return mending.told();
  }

  end(): string {
    const rest = this.#begun;
    this.#begun = '';
    return this.#mending.end() + rest;
  }
}

/** It holds no non-joiner, and does not end in an escape. */
function isOrdinary(json: string): boolean {
  return !json.includes(NON_JOINER) && !json.includes('\\u200') && !json.slice(-LONGEST).includes('\\');
}

const LONGEST = '\\u0000'.length;

/** How many units the next letter is written with; more than there are, where its escape is not whole. */
function letterLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH) return 1;
  if (at + 1 === text.length) return 2;
  return text.charAt(at + 1) === 'u' ? LONGEST : 2;
}

/** A quotation mark that is not escaped begins or ends a string: no marker goes on there. */
function unitOf(letter: string): number {
  if (letter.length === 1) return letter === '"' ? NO_LETTER : letter.charCodeAt(0);
  if (letter.length === LONGEST) return Number.parseInt(letter.slice(2), 16);
  return (ESCAPES.get(letter.charAt(1)) ?? letter.charAt(1)).charCodeAt(0);
}

const NO_LETTER = -1;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);
