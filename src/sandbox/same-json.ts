/**
 * True if two JSON texts have the same value, and their members the same order. Compares character by character and builds no
 * values, so a text of several megabytes does not block other requests.
 */
export function isSameJson(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [new Reader(one), new Reader(other)];
  while (left.at < one.length || right.at < other.length) {
    const code = one.charCodeAt(left.at);
    if (code === other.charCodeAt(right.at)) {
      left.read(code);
      right.read(code);
    } else if (!left.skipSpace() && !right.skipSpace() && !isSameScalar(left.takeScalar(), right.takeScalar())) {
      return false;
    }
  }
  return true;
}

/** The engines write the same number or text in different ways. */
function isSameScalar(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  if (one.startsWith('"') && other.startsWith('"')) return JSON.parse(one) === JSON.parse(other);
  return Number(one) === Number(other); // a text with its quotation marks is no number
}

class Reader {
  at = 0;
  readonly #text: string;
  /** Offset of the number, text or word that is being read; -1 if there is none. */
  #start = -1;
  #isInText = false;
  #isEscaped = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(code: number): void {
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#isInText = false;
    } else if (isMark(code) || isSpace(code)) {
      this.#start = -1;
    } else if (this.#start < 0) {
      this.#start = this.at;
      this.#isInText = code === QUOTE;
    }
    this.at++;
  }

  skipSpace(): boolean {
    if (this.#isInText || !isSpace(this.#text.charCodeAt(this.at))) return false;
    this.at++;
    return true;
  }

  /** Reads to the end of the number, text or word, and returns all of it. Returns an empty text if there is none. */
  takeScalar(): string {
    const text = this.#text;
    const start = this.#start < 0 ? this.at : this.#start;
    let end = start;
    if (text.charCodeAt(start) === QUOTE) end = endOfText(text, start);
    else while (end < text.length && !isMark(text.charCodeAt(end)) && !isSpace(text.charCodeAt(end))) end++;
    this.at = end;
    this.#start = -1;
    this.#isInText = this.#isEscaped = false;
    return text.slice(start, end);
  }
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function isMark(code: number): boolean {
  return code === 0x2c || code === 0x3a || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d; // , : [ ] { }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
