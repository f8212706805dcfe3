import { BACKSLASH } from '../../core/index.ts';
import type { Format } from '../format.ts';
import { NON_JOINER } from './marker-tree.ts';
import { MarkerRepair } from './mending.ts';
import { markersIn } from './neutralise.ts';

/** Restores the strings of JSON text that arrives in pieces, however their characters are escaped. See Restorer. */
export class JsonRestorer {
  readonly #mending: MarkerRepair;
  /** The beginning of an escape sequence that is still incomplete. */
  #begun = '';

  constructor(formats: readonly Format[]) {
    this.#mending = new MarkerRepair(markersIn(formats));
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

/** True if the text contains no non-joiner and does not end inside an escape sequence. */
function isOrdinary(json: string): boolean {
  return !json.includes(NON_JOINER) && !json.includes('\\u200') && !json.slice(-LONGEST).includes('\\');
}

const LONGEST = '\\u0000'.length;

/** Number of code units of the next character as written. Exceeds the rest of the text if its escape is incomplete. */
function letterLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH) return 1;
  if (at + 1 === text.length) return 2;
  return text.charAt(at + 1) === 'u' ? LONGEST : 2;
}

/** Returns the code unit of a character. An unescaped quotation mark begins or ends a string, so no marker can span it. */
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
