/** How deep a message may be nested. No honest one comes near; a tower of brackets takes memory many times its size. */
export const MOST_LEVELS = 1_000;

/** Is this JSON nested deeper than so many levels? Seen before it is parsed. */
export function isNestedDeeper(text: string, levels: number): boolean {
  return text.length > levels && new Nesting(levels).exceeds(text);
}

/**
 * Counts the levels of JSON that comes in pieces. Linear; strings, which are most of a large message, are stepped over at
 * the speed of a search. All that counts is ASCII: bytes of UTF-8 may be given as if each were a character.
 */
export class Nesting {
  readonly #most: number;
  #depth = 0;
  #isInString = false;
  /** How many stood at the end of the last piece, if that was within a string. */
  #backslashes = 0;

  constructor(mostLevels: number) {
    this.#most = mostLevels;
  }

  /** Is it too deep, with this piece? */
  exceeds(piece: string): boolean {
    let place = this.#isInString ? this.#afterString(piece, 0) : 0;
    while (place < piece.length) {
      const unit = piece.charCodeAt(place++);
      if (unit === QUOTE) place = this.#afterString(piece, place);
      else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
        if (++this.#depth > this.#most) return true;
      } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) this.#depth = Math.max(0, this.#depth - 1);
    }
    return false;
  }

  /** A line has ended, and no string of JSON goes on in the next. */
  endLine(): void {
    this.#isInString = false;
    this.#backslashes = 0;
  }

  /** What comes now is another text. */
  restart(): void {
    this.endLine();
    this.#depth = 0;
  }

  #afterString(piece: string, start: number): number {
    for (let end = piece.indexOf('"', start); end !== -1; end = piece.indexOf('"', end + 1)) {
      if (this.#backslashesBefore(piece, start, end) % 2 === 1) continue;
      this.endLine();
      return end + 1;
    }
    this.#backslashes = this.#backslashesBefore(piece, start, piece.length);
    this.#isInString = true;
    return piece.length;
  }

  /** Each run of them is counted once, for what follows it. */
  #backslashesBefore(piece: string, start: number, place: number): number {
    let first = place;
    while (first > start && piece.charCodeAt(first - 1) === BACKSLASH) first--;
    return place - first + (first === start ? this.#backslashes : 0);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
