/** The structural characters of JSON, as UTF-16 code units. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;

/**
 * Finds the brackets of JSON that arrives in pieces, and counts those that are open. It does not check whether the text is
 * valid JSON. It runs in linear time and skips strings, which are most of a large message, with `indexOf`. All structural
 * characters are ASCII, so the bytes of UTF-8 may be passed as one character each.
 */
export class JsonStructure {
  /** Number of open objects and arrays, after the bracket that was found last. */
  depth = 0;
  /** Number of values so far, or slightly more: an empty object or array counts twice. */
  values = 1;
  #isInString = false;
  /** True if the string's next character is escaped. */
  #isEscaped = false;

  /**
   * Returns the offset of the next bracket at or after `from`, outside of strings, or the length of the piece if there is
   * none. The caller must continue right after that offset, or at the start of the next piece.
   */
  nextBracket(piece: string, from: number): number {
    let place = this.#isInString ? this.#afterString(piece, from) : from;
    for (; place < piece.length; place++) {
      const unit = piece.charCodeAt(place);
      if (unit < OPEN_BRACKET) {
        if (unit === QUOTE) place = this.#afterString(piece, place + 1) - 1;
        else if (unit === COMMA) this.values++;
      } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
        this.depth++;
        this.values++;
        return place;
      } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
        this.depth = Math.max(0, this.depth - 1);
        return place;
      }
    }
    return piece.length;
  }

  /** Ends a string that is still open. */
  endString(): void {
    this.#isInString = false;
    this.#isEscaped = false;
  }

  #afterString(piece: string, from: number): number {
    const start = this.#isEscaped ? from + 1 : from;
    const end = afterString(piece, start);
    this.#isInString = end > piece.length;
    this.#isEscaped = this.#isInString && (start > piece.length || isEscaped(piece, start, piece.length));
    return Math.min(end, piece.length);
  }
}

/** Returns the offset after the quote that ends the string around `from`, or `text.length + 1` if no quote ends it. */
export function afterString(text: string, from: number): number {
  const place = afterQuotes(text, from, Number.POSITIVE_INFINITY);
  return place < 0 ? -place : place;
}

/**
 * Returns what `afterString` returns, unless the string has more escaped quotes than `mostQuotes`. Then it returns the offset,
 * negated, at which to continue.
 */
export function afterQuotes(text: string, from: number, mostQuotes: number): number {
  let start = from;
  for (let quotes = 0; quotes < mostQuotes; quotes++) {
    const end = text.indexOf('"', start);
    if (end === -1) return text.length + 1;
    if (!isEscaped(text, start, end)) return end + 1;
    start = end + 1;
  }
  return -start;
}

/** Returns true if the character at `place` is escaped: an odd number of backslashes, at or after `from`, precede it. */
function isEscaped(text: string, from: number, place: number): boolean {
  let first = place;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (place - first) % 2 === 1;
}
