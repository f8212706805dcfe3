import { APOSTROPHE, COLON, COMMA, escapeJson, isCloser, isQuote, LESS } from './characters.ts';
import type { JsonOutput } from './json-output.ts';
import { DelimitedString, QuotedString, type StringScanner } from './strings.ts';

/**
 * Reads a scalar: a string or an unquoted word. A string is written while it is read. A word is held back, because its meaning
 * depends on what follows it.
 */
export class ScalarScanner {
  /** Kind of scalar that has ended. The closing quote of a string, and a word, are not written yet. Undefined before the end. */
  end: 'string' | 'word' | undefined;
  /** True if the next character cannot be part of the scalar. */
  isStuck = false;
  /** The word so far. It is complete if `end` is `word`. */
  word = '';
  readonly #out: JsonOutput;
  readonly #isPython: boolean;
  readonly #delimiter: string;
  readonly #quoted: QuotedString;
  readonly #delimited: DelimitedString;
  #string: StringScanner;
  #state: State = WORD;
  #isKey = false;
  /** The opening quotes of a Python string while their number is not clear, after an `r` if the string is raw. */
  #quotes = '';
  /** Number of characters of the delimiter that were read. */
  #matched = 0;

  constructor(out: JsonOutput, isPython: boolean, delimiter: string, repair: (what: string) => void) {
    this.#out = out;
    this.#isPython = isPython;
    this.#delimiter = delimiter;
    this.#quoted = new QuotedString(repair);
    this.#delimited = new DelimitedString(delimiter);
    this.#string = this.#quoted;
  }

  /** Begins a scalar at this character, which stays unread. Returns false if no scalar begins with it. */
  begin(unit: number, isKey: boolean): boolean {
    const isLoose = this.#delimiter !== '';
    if (isQuote(unit)) this.#state = QUOTE;
    else if (isLoose && unit === this.#delimiter.charCodeAt(0)) this.#state = OPENING;
    else if (isWordLetter(unit)) this.#state = isLoose ? LOOSE : WORD;
    else if (isLoose && unit !== LESS && unit !== COMMA && unit !== COLON) this.#state = LOOSE;
    else return false;
    this.#isKey = isKey;
    this.#matched = 0;
    this.word = '';
    this.end = undefined;
    return true;
  }

  /** Reads to the end of the scalar or of the text, and returns the offset. */
  scan(text: string, from: number): number {
    let at = from;
    while (at < text.length && this.end === undefined && !this.isStuck) at = this.#step(text, at);
    return at;
  }

  /** Continues a closed string. The quote that closed it, and the text `behind` it, become part of it. */
  reopen(behind: string): void {
    this.#string.reopen();
    this.#string.out += escapeJson(behind);
    this.#takeString();
    this.end = undefined;
    this.#state = STRING;
  }

  /** Continues a string with an adjacent string literal, as Python does. */
  join(quote: number): void {
    this.#quotes = String.fromCharCode(quote);
    this.end = undefined;
    this.#state = QUOTES;
  }

  #step(text: string, at: number): number {
    switch (this.#state) {
      case STRING:
        return this.#readString(text, at);
      case QUOTE:
        return this.#readQuote(text, at);
      case QUOTES:
        return this.#readQuotes(text, at);
      case OPENING:
        return this.#readOpening(text, at);
      case LOOSE:
        return this.#readLoose(text, at);
      case WORD:
        return this.#readWord(text, at);
      default:
        return this.#state satisfies never;
    }
  }

  #readString(text: string, at: number): number {
    const end = this.#string.scan(text, at);
    this.#takeString();
    if (this.#string.isClosed) this.end = 'string';
    return end;
  }

  #takeString(): void {
    const { out } = this.#string;
    if (out === '') return;
    this.#out.write(out);
    this.#string.out = '';
  }

  #readQuote(text: string, at: number): number {
    const quote = text.charCodeAt(at);
    this.#out.tell('"');
    this.#string = this.#quoted;
    if (this.#isPython) {
      this.#quotes = text.charAt(at);
      this.#state = QUOTES;
    } else {
      this.#quoted.open(quote, { isPython: this.#delimiter !== '' && quote === APOSTROPHE });
      this.#state = STRING;
    }
    return at + 1;
  }

  /** Reads opening quotes: one opens a string, two are an empty string, three open a string that may contain line breaks. */
  #readQuotes(text: string, at: number): number {
    const isRaw = this.#quotes.startsWith('r');
    const count = this.#quotes.length - (isRaw ? 1 : 0);
    const quote = this.#quotes.charCodeAt(this.#quotes.length - 1);
    const isSame = text.charCodeAt(at) === quote;
    if (isSame && count === 1) {
      this.#quotes += String.fromCharCode(quote);
      return at + 1;
    }
    this.#quoted.open(quote, { isPython: true, isRaw, isTriple: isSame });
    this.#state = STRING;
    if (!isSame && count === 2) this.end = 'string';
    return isSame ? at + 1 : at;
  }

  /** Reads the delimiter before a string. */
  #readOpening(text: string, from: number): number {
    let at = from;
    while (at < text.length && this.#matched < this.#delimiter.length) {
      if (text.charCodeAt(at) !== this.#delimiter.charCodeAt(this.#matched)) {
        this.isStuck = true;
        return at;
      }
      this.#matched++;
      at++;
    }
    if (this.#matched < this.#delimiter.length) return at;
    this.#out.tell('"');
    this.#string = this.#delimited;
    this.#delimited.open();
    this.#state = STRING;
    return at;
  }

  #readWord(text: string, from: number): number {
    let at = from;
    while (at < text.length && isWordLetter(text.charCodeAt(at))) at++;
    this.word += text.slice(from, at);
    if (at === text.length) return at;
    const isPrefix = this.#isPython && isQuote(text.charCodeAt(at)) && isStringPrefix(this.word);
    if (!isPrefix) {
      this.end = 'word';
      return at;
    }
    this.#out.tell('"');
    this.#string = this.#quoted;
    this.#quotes = (/r/i.test(this.word) ? 'r' : '') + text.charAt(at);
    this.word = '';
    this.#state = QUOTES;
    return at + 1;
  }

  /** Reads text without quotes or delimiters, up to the next structural character. */
  #readLoose(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === COMMA || unit === LESS || isCloser(unit) || (unit === COLON && this.#isKey)) break;
    }
    this.word += text.slice(from, at);
    if (at < text.length) this.end = 'word';
    return at;
  }
}

type State = typeof WORD | typeof LOOSE | typeof QUOTE | typeof QUOTES | typeof OPENING | typeof STRING;
const WORD = 0;
const LOOSE = 1;
const QUOTE = 2;
const QUOTES = 3;
const OPENING = 4;
const STRING = 5;

/** Returns true for the characters of numbers, constants and names. */
function isWordLetter(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a || unit > 0x7f; // a–z, and characters outside ASCII
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f; // A–Z _
  if (unit >= 0x30) return unit <= 0x39; // 0–9
  return unit === 0x2b || unit === 0x2d || unit === 0x2e || unit === 0x24; // + - . $
}

export function beginsName(unit: number): boolean {
  return isWordLetter(unit) && (unit >= 0x41 || unit === 0x24);
}

function isStringPrefix(word: string): boolean {
  return word.length <= 2 && /^[rbfu]+$/i.test(word);
}
