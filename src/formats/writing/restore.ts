import type { Format } from '../format.ts';
import { type Markers, NON_JOINER, NON_JOINER_UNIT } from './marker-tree.ts';
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

/** The same for JSON text, where a letter of a string may be written as an escape. */
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

/** Takes letters, each with how it is written, and leaves the non-joiners out that break a marker. */
class Mending {
  readonly #markers: Markers;
  /** Behind the letter that was taken last: the marker that it may begin. */
  #begun: Markers | undefined;
  /** The same, of a letter's first half. */
  #half: Markers | undefined;
  #held: Held[] = [];
  #told = '';

  constructor(markers: Markers) {
    this.#markers = markers;
  }

  /** Nothing is held back. */
  get isIdle(): boolean {
    return this.#held.length === 0;
  }

  take(unit: number, letter: string): void {
    const begun = this.#begun;
    if (unit === NON_JOINER_UNIT && begun !== undefined) {
      this.#begun = undefined;
      this.#half = undefined;
      this.#held.push({ node: begun, isOurs: ends(begun), joiner: letter, behind: '' });
    } else {
      if (unit !== NON_JOINER_UNIT) this.#goOn(unit);
      this.#put(letter);
    }
    this.#settle();
  }

  /** Letters that were told already; no non-joiner is among them, and nothing is held back. */
  skip(text: string): void {
    for (let at = Math.max(0, text.length - 2); at < text.length; at++) this.#begin(text.charCodeAt(at));
  }

  told(): string {
    const told = this.#told;
    this.#told = '';
    return told;
  }

  end(): string {
    const rest = this.#held.map(({ isOurs, joiner, behind }) => (isOurs === true ? behind : joiner + behind));
    this.#held = [];
    return this.told() + rest.join('');
  }

  #goOn(unit: number): void {
    for (const held of this.#held) {
      if (held.isOurs !== undefined) continue;
      held.node = held.node?.next.get(unit);
      held.isOurs = held.node === undefined ? false : ends(held.node);
    }
    this.#begin(unit);
  }

  #begin(unit: number): void {
    const half = this.#half;
    this.#begun = half !== undefined && isLow(unit) ? half.next.get(unit) : this.#markers.next.get(unit);
    this.#half = isHigh(unit) ? this.#begun : undefined;
  }

  #put(letter: string): void {
    const last = this.#held.at(-1);
    if (last === undefined) this.#told += letter;
    else last.behind += letter;
  }

  #settle(): void {
    let settled = 0;
    for (const { isOurs, joiner, behind } of this.#held) {
      if (isOurs === undefined) break;
      this.#told += isOurs ? behind : joiner + behind;
      settled++;
    }
    if (settled > 0) this.#held = this.#held.slice(settled);
  }
}

/** A non-joiner behind a marker's first letter, and what has come since. */
interface Held {
  node: Markers | undefined;
  /** Whether it breaks a marker; open while that is not clear. */
  isOurs: boolean | undefined;
  readonly joiner: string;
  behind: string;
}

function ends(node: Markers): true | undefined {
  return node.isEnd || node.isInnerEnd ? true : undefined;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
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

const BACKSLASH = 0x5c;

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
