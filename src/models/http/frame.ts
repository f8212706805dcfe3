/**
 * What is the same in every event of a stream but the text: most servers repeat all the rest, letter by letter. Once that
 * is known, the text can be taken out of the middle, and parsing the whole event, which is most of what a token costs,
 * is not needed. What differs in anything else is not of this shape. A server that varies something in every event is
 * given up on after a few attempts.
 */
export class Frame {
  #before = '';
  #behind = '';
  #attempts = 0;

  /** The text of an event of this shape; undefined for any other. */
  textOf(data: string): string | undefined {
    if (this.#before === '') return undefined;
    const start = this.#before.length;
    const end = data.length - this.#behind.length;
    // Not by `startsWith`: comparing letter by letter takes ten times as long.
    if (end < start || data.slice(0, start) !== this.#before || data.slice(end) !== this.#behind) return undefined;
    const written = data.slice(start, end);
    return MARKED.test(written) ? unmarked(written) : written;
  }

  forget(): void {
    this.#before = '';
  }

  /**
   * Learns from an event that was nothing but this text. `read` says what text an event is of, without being changed by
   * it: the shape counts only if another text in the same place is read as that text.
   */
  learn(data: string, text: string, read: (data: string) => string | undefined): void {
    if (this.#before !== '' || this.#attempts >= MOST_ATTEMPTS || text === '') return;
    this.#attempts++;
    const written = JSON.stringify(text);
    const place = data.indexOf(written);
    if (place === -1) return; // written in another way
    const before = data.slice(0, place + 1);
    const behind = data.slice(place + written.length - 1);
    if (read(`${before}${PROBE}${behind}`) !== PROBE) return;
    this.#before = before;
    this.#behind = behind;
  }
}

const MOST_ATTEMPTS = 6;
const PROBE = 'what would be read here?';

/** Anything in a JSON string that does not stand for itself, or must not stand there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids
const MARKED = /[\u0000-\u001f"\\]/;

/** Undefined for what is not the inside of one JSON string. */
function unmarked(written: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${written}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
