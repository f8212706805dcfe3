import type { Dialect } from '../format.ts';
import {
  APOSTROPHE,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  EQUALS,
  escapeJson,
  isCloser,
  isQuote,
  isSpace,
  LESS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
} from './letters.ts';
import { DelimitedString, QuotedString, type StringScanner } from './strings.ts';
import { readToken } from './tokens.ts';

export interface ValueOptions {
  readonly dialect: Dialect;
  /** Where the scan begins: at the value, or within an object, behind its brace or a member's colon; behind a call's parenthesis. */
  readonly begins?: 'value' | 'object' | 'member' | 'call';
  /** Which letters begin a marker that may stand behind the value, should its closers be missing. */
  readonly ends?: { begins(unit: number): boolean };
  /** The name of a call's argument that was given without one, by its place. */
  readonly positional?: (place: number) => string | undefined;
}

/**
 * Reads one value, in whichever dialect a model writes it, and writes it as JSON while it is read. What is strictly valid
 * is passed on as it is; from where it is not, it is written as what was meant, and `repairs` says what was done. Each
 * letter is looked at once, and how the text is cut never changes what is written.
 */
export class ValueScanner {
  /** The value has ended. */
  isDone = false;
  /** The next letter cannot belong to the value: it is broken, or over without its closers. */
  isStuck = false;
  /** What had to be mended, each kind once. */
  readonly repairs: string[] = [];
  readonly #isPython: boolean;
  readonly #delimiter: string;
  readonly #ends: { begins(unit: number): boolean } | undefined;
  readonly #positional: ((place: number) => string | undefined) | undefined;
  readonly #quoted: QuotedString;
  readonly #delimited: DelimitedString;
  #string: StringScanner;
  readonly #stack: Kind[] = [];
  #state: State = VALUE;
  #isKey = false;
  #out = '';
  /** White space, and before it a comma, that go before whatever comes next. */
  #space = '';
  #comma = '';
  /** Nothing is told yet of the container that is being read. */
  #isEmpty = true;
  /** A word, or the quotes of a Python string that are not told apart yet. */
  #word = '';
  /** Letters of the delimiter that have come. */
  #matched = 0;
  /** What goes before an object or a set, while it is not clear which of both it is. */
  #undecided: string | undefined;
  #hasStars = false;
  /** The place of an argument in its call. */
  #place = 0;

  constructor({ dialect, begins = 'value', positional, ends }: ValueOptions) {
    this.#ends = ends;
    this.#isPython = dialect === 'python';
    this.#delimiter = typeof dialect === 'string' ? '' : dialect.delimiter;
    this.#positional = positional;
    this.#quoted = new QuotedString((what) => this.#repair(what));
    this.#delimited = new DelimitedString(this.#delimiter);
    this.#string = this.#quoted;
    if (begins === 'call') this.#open(CALL);
    if (begins === 'object' || begins === 'member') this.#stack.push(OBJECT);
    if (begins === 'object') this.#state = KEY;
  }

  /** What was written since the last time. */
  take(): string {
    if (this.#undecided !== undefined) {
      const before = this.#undecided;
      this.#undecided = '';
      return before;
    }
    const out = this.#out;
    this.#out = '';
    return out;
  }

  /** Reads on. Where it stopped: at the text's end, behind the value, or at the letter where it is stuck. */
  scan(text: string, from: number): number {
    let at = from;
    while (at < text.length && !this.isDone && !this.isStuck) at = this.#step(text, at);
    return at;
  }

  /** Nothing more of it comes, and only closers are missing: they are written. False: more than that is missing. */
  close(): boolean {
    const isBetween = this.#state === AFTER || this.#state === KEY || (this.#state === VALUE && !this.#isBeforeMember);
    if (!isBetween || this.#stack.length === 0) return this.isDone;
    this.#repair('missing closers');
    while (this.#stack.length > 0) this.#pop();
    this.isStuck = false;
    this.isDone = true;
    return true;
  }

  /** Somebody else dealt with the letter that it was stuck at. */
  goOn(repair: string): void {
    this.#repair(repair);
    this.isStuck = false;
  }

  /** Behind a colon, before the value. */
  get #isBeforeMember(): boolean {
    return this.#state === VALUE && this.#isInObject;
  }

  #step(text: string, at: number): number {
    switch (this.#state) {
      case STRING:
        return this.#readString(text, at);
      case WORD:
        return this.#readWord(text, at);
      case LOOSE:
        return this.#readLoose(text, at);
      case OPENING:
        return this.#readOpening(text, at);
      case QUOTES:
        return this.#readQuotes(text, at);
      default:
        return this.#readStructure(text, at);
    }
  }

  #readStructure(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      this.#space += text.charAt(at);
      return at + 1;
    }
    switch (this.#state) {
      case CLOSING:
        return this.#readClosing(unit, at);
      case KEY:
        return this.#readKey(unit, at);
      case COLON_NEXT:
        return this.#readColon(unit, at);
      case AFTER:
        return this.#readAfter(unit, at);
      default:
        return this.#readValue(unit, at);
    }
  }

  // Values and keys

  #readValue(unit: number, at: number): number {
    this.#isKey = false;
    switch (unit) {
      case OPEN_BRACE:
        this.#open(this.#isPython ? DICT : OBJECT);
        return at + 1;
      case OPEN_BRACKET:
        this.#open(ARRAY);
        return at + 1;
      case OPEN_PAREN:
        if (!this.#isPython) return this.#stick(at);
        this.#openUndecided(PAREN, VALUE);
        return at + 1;
      default:
        return isCloser(unit) ? this.#closeAt(unit, at) : this.#readScalar(unit, at);
    }
  }

  #readKey(unit: number, at: number): number {
    if (isCloser(unit)) return this.#closeAt(unit, at);
    this.#isKey = true;
    if (unit === OPEN_BRACE && !this.#isPython && this.#comma === '') {
      this.#repair('doubled braces');
      this.#push(PHANTOM);
      return at + 1;
    }
    if (this.#top === CALL && (unit === STAR || this.#hasStars)) return this.#readStars(unit, at);
    if (this.#top === CALL && !beginsName(unit)) {
      if (!this.#namePositional()) return this.#stick(at);
      this.#state = VALUE;
      return at;
    }
    return this.#readScalar(unit, at);
  }

  /** `**{"a b": 1}`: arguments whose names cannot be written otherwise. */
  #readStars(unit: number, at: number): number {
    if (unit !== STAR && unit !== OPEN_BRACE) return this.#stick(at);
    this.#hasStars = unit === STAR;
    if (unit === OPEN_BRACE) this.#push(PHANTOM);
    return at + 1;
  }

  #readScalar(unit: number, at: number): number {
    if (isQuote(unit)) {
      this.#openString(unit);
      return at + 1;
    }
    if (this.#delimiter !== '' && unit === this.#delimiter.charCodeAt(0)) {
      this.#state = OPENING;
      this.#matched = 0;
      return at;
    }
    if (isWordLetter(unit)) this.#state = this.#delimiter === '' ? WORD : LOOSE;
    else if (this.#delimiter !== '' && unit !== LESS && unit !== COMMA && unit !== COLON) this.#state = LOOSE;
    else return this.#stick(at);
    this.#word = '';
    return at;
  }

  #readColon(unit: number, at: number): number {
    if (unit === COLON || (unit === EQUALS && this.#top === CALL)) {
      if (this.#undecided !== undefined) this.#decide(OBJECT);
      this.#tellWord();
      this.#tell(':');
      this.#state = VALUE;
      return at + 1;
    }
    if (unit !== COMMA && !isCloser(unit)) return this.#stick(at);
    if (this.#top === CALL && this.#word !== '' && this.#namePositional()) return this.#endValueWord(at);
    if (this.#undecided === undefined) return this.#stick(at);
    this.#decide(SET);
    if (this.#word !== '') return this.#endValueWord(at);
    this.#state = AFTER;
    return at;
  }

  #readAfter(unit: number, at: number): number {
    if (isCloser(unit)) return this.#closeAt(unit, at);
    const isComma = unit === COMMA;
    if (this.#top === PAREN) this.#decide(TUPLE);
    if (!isComma) {
      if (!isQuote(unit) && unit !== OPEN_BRACE && unit !== OPEN_BRACKET) return this.#stick(at);
      this.#repair('missing commas');
    }
    if (!this.#isEmpty) this.#comma = `${isComma ? this.#space : ''},`;
    if (isComma) this.#space = '';
    this.#place++;
    this.#state = this.#isInObject ? KEY : VALUE;
    return isComma ? at + 1 : at;
  }

  #namePositional(): boolean {
    const name = this.#positional?.(this.#place);
    if (name === undefined) return false;
    this.#repair('arguments without a name');
    this.#tell(`"${escapeJson(name)}": `);
    return true;
  }

  // Strings

  #openString(quote: number): void {
    this.#tell('"');
    this.#string = this.#quoted;
    if (this.#isPython) {
      this.#state = QUOTES;
      this.#word = String.fromCharCode(quote);
    } else {
      this.#quoted.open(quote, { isPython: this.#delimiter !== '' && quote === APOSTROPHE });
      this.#state = STRING;
    }
  }

  /** One quote opens a string, two are an empty one, three open one that may hold line breaks. */
  #readQuotes(text: string, at: number): number {
    const isRaw = this.#word.startsWith('r');
    const count = this.#word.length - (isRaw ? 1 : 0);
    const quote = this.#word.charCodeAt(this.#word.length - 1);
    const isSame = text.charCodeAt(at) === quote;
    if (isSame && count === 1) {
      this.#word += String.fromCharCode(quote);
      return at + 1;
    }
    this.#word = '';
    this.#quoted.open(quote, { isPython: true, isRaw, isTriple: isSame });
    this.#state = STRING;
    if (isSame) return at + 1;
    if (count === 2) this.#endString();
    return at;
  }

  #readString(text: string, at: number): number {
    const end = this.#string.scan(text, at);
    this.#takeString();
    if (this.#string.isClosed) this.#endString();
    return end;
  }

  #takeString(): void {
    const { out } = this.#string;
    if (out === '') return;
    this.#out = this.#out === '' ? out : this.#out + out;
    this.#string.out = '';
  }

  #endString(): void {
    if (this.#stack.length > 0) {
      this.#state = CLOSING;
      return;
    }
    this.#write('"');
    this.#endValue();
  }

  /** Behind what closes a string: it does only if structure follows. */
  #readClosing(unit: number, at: number): number {
    if (this.#isPython && isQuote(unit) && !this.#isKey) {
      this.#space = ''; // strings side by side are one
      this.#word = String.fromCharCode(unit);
      this.#state = QUOTES;
      return at + 1;
    }
    if (this.#closesBefore(unit)) {
      this.#write('"');
      if (this.#isKey) this.#state = COLON_NEXT;
      else this.#endValue();
      return at;
    }
    this.#repair('quotes within strings');
    this.#string.reopen();
    this.#string.out += escapeJson(this.#space);
    this.#space = '';
    this.#takeString();
    this.#state = STRING;
    return at;
  }

  #closesBefore(unit: number): boolean {
    if (unit === COMMA || isCloser(unit)) return true;
    if (this.#isKey) return unit === COLON;
    return (isQuote(unit) && this.#space !== '') || this.#ends?.begins(unit) === true;
  }

  /** The delimiter before a string. */
  #readOpening(text: string, from: number): number {
    let at = from;
    while (at < text.length && this.#matched < this.#delimiter.length) {
      if (text.charCodeAt(at) !== this.#delimiter.charCodeAt(this.#matched)) return this.#stick(at);
      this.#matched++;
      at++;
    }
    if (this.#matched < this.#delimiter.length) return at;
    this.#tell('"');
    this.#string = this.#delimited;
    this.#delimited.open();
    this.#state = STRING;
    return at;
  }

  // Words

  #readWord(text: string, from: number): number {
    let at = from;
    while (at < text.length && isWordLetter(text.charCodeAt(at))) at++;
    this.#word += text.slice(from, at);
    if (at === text.length) return at;
    const isPrefix = this.#isPython && isQuote(text.charCodeAt(at)) && isStringPrefix(this.#word);
    if (!isPrefix) return this.#endWord(at);
    this.#tell('"');
    this.#string = this.#quoted;
    this.#word = (/r/i.test(this.#word) ? 'r' : '') + text.charAt(at);
    this.#state = QUOTES;
    return at + 1;
  }

  /** Text without quotes or delimiters around it, up to the next structure. */
  #readLoose(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === COMMA || unit === LESS || isCloser(unit) || (unit === COLON && this.#isKey)) break;
    }
    this.#word += text.slice(from, at);
    return at === text.length ? at : this.#endWord(at);
  }

  #endWord(at: number): number {
    if (!this.#isKey) return this.#endValueWord(at);
    this.#state = COLON_NEXT; // told with its colon: in a call it may be a value
    return at;
  }

  /** A key without quotes. */
  #tellWord(): void {
    if (this.#word === '') return;
    if (!this.#isPython && this.#delimiter === '') this.#repair('keys without quotes');
    this.#tell(`"${escapeJson(this.#word.trimEnd())}"`);
    this.#word = '';
  }

  #endValueWord(at: number): number {
    const word = this.#word.trimEnd();
    this.#word = '';
    const token = readToken(word, this.#isPython);
    if (token === undefined && this.#delimiter === '') return this.#stick(at);
    if (token?.repair !== undefined) this.#repair(token.repair);
    this.#tell(token?.json ?? `"${escapeJson(word)}"`);
    this.#endValue();
    return at;
  }

  // Containers

  #open(kind: Kind): void {
    if (kind === DICT) {
      this.#openUndecided(DICT, KEY);
      return;
    }
    if (this.#top === PAREN) this.#decide(TUPLE);
    const isObject = kind === OBJECT || kind === CALL;
    this.#tell(isObject ? '{' : '[');
    this.#isEmpty = true;
    this.#push(kind);
    this.#state = isObject ? KEY : VALUE;
  }

  /** A dictionary or a set, a tuple or a value in parentheses: what follows the first element decides, unless it is a container. */
  #openUndecided(kind: Kind, next: State): void {
    if (this.#top === PAREN) this.#decide(TUPLE);
    this.#tell('');
    this.#isEmpty = true;
    this.#push(kind);
    this.#state = next;
    this.#undecided = this.#out;
    this.#out = '';
  }

  #decide(kind: Kind): void {
    this.#out = `${this.#undecided}${kind === OBJECT ? '{' : '['}${this.#out}`;
    this.#undecided = undefined;
    this.#stack[this.#stack.length - 1] = kind;
  }

  #push(kind: Kind): void {
    this.#stack.push(kind);
    if (this.#stack.length > MOST_DEPTH) this.isStuck = true;
  }

  /** The innermost container that this closes; those within it have lost their closers. */
  #closeAt(unit: number, at: number): number {
    const closes = (kind: Kind) => closerOf(kind) === unit;
    if (!this.#stack.some(closes)) return this.#stick(at);
    if (this.#isBeforeMember) return this.#stick(at);
    if (this.#top === PAREN) return this.#closeParen(unit, at);
    if (this.#undecided !== undefined) this.#decide(OBJECT);
    if (this.#comma !== '' && !this.#isPython && this.#delimiter === '') this.#repair('trailing commas');
    this.#comma = '';
    while (this.#top !== undefined && !closes(this.#top)) {
      this.#repair('missing closers');
      this.#pop();
    }
    this.#pop();
    this.#endValue();
    return at + 1;
  }

  /** `("a" "b")` is a value; `()` and `("a",)` are tuples. */
  #closeParen(unit: number, at: number): number {
    if (unit !== CLOSE_PAREN || this.#isEmpty) {
      this.#decide(TUPLE);
      return at;
    }
    this.#out = `${this.#undecided}${this.#out}${this.#space}`;
    this.#space = '';
    this.#undecided = undefined;
    this.#stack.pop();
    this.#endValue();
    return at + 1;
  }

  #pop(): void {
    const kind = this.#stack.pop();
    this.#comma = '';
    if (kind === undefined || kind === PHANTOM) return;
    this.#isEmpty = false;
    if (this.#undecided !== undefined) this.#out = `${this.#undecided}${kind === DICT ? '{' : '['}${this.#out}`;
    this.#undecided = undefined;
    this.#write(this.#space + (kind === OBJECT || kind === CALL || kind === DICT ? '}' : ']'));
    this.#space = '';
  }

  get #top(): Kind | undefined {
    return this.#stack[this.#stack.length - 1];
  }

  get #isInObject(): boolean {
    const top = this.#top;
    return top === OBJECT || top === CALL || top === DICT || top === PHANTOM;
  }

  #endValue(): void {
    if (this.#stack.length === 0) this.isDone = true;
    this.#state = AFTER;
    this.#isKey = false;
  }

  // Output

  /** The next token, behind what was held back for it. */
  #tell(json: string): void {
    this.#write(this.#comma + this.#space + json);
    this.#comma = '';
    this.#space = '';
    this.#isEmpty = false;
  }

  #write(json: string): void {
    this.#out += json;
  }

  #repair(what: string): void {
    if (!this.repairs.includes(what)) this.repairs.push(what);
  }

  #stick(at: number): number {
    this.isStuck = true;
    return at;
  }
}

/** Containers, as they were opened. A phantom is a brace too many; a dictionary may still become a set. */
type Kind =
  | typeof PAREN
  | typeof OBJECT
  | typeof ARRAY
  | typeof CALL
  | typeof TUPLE
  | typeof SET
  | typeof DICT
  | typeof PHANTOM;
const OBJECT = 0;
const ARRAY = 1;
const CALL = 2;
const TUPLE = 3;
const SET = 4;
const DICT = 5;
const PHANTOM = 6;
/** It may still become a tuple. */
const PAREN = 7;

function closerOf(kind: Kind): number {
  if (kind === ARRAY) return CLOSE_BRACKET;
  return kind === CALL || kind === TUPLE || kind === PAREN ? CLOSE_PAREN : CLOSE_BRACE;
}

type State =
  | typeof VALUE
  | typeof KEY
  | typeof COLON_NEXT
  | typeof AFTER
  | typeof STRING
  | typeof CLOSING
  | typeof WORD
  | typeof LOOSE
  | typeof OPENING
  | typeof QUOTES;
const VALUE = 0;
const KEY = 1;
const COLON_NEXT = 2;
const AFTER = 3;
const STRING = 4;
/** Behind a string's closing quote. */
const CLOSING = 5;
const WORD = 6;
const LOOSE = 7;
const OPENING = 8;
const QUOTES = 9;

const STAR = 0x2a;

/** Deeper values cannot be written again: JSON.stringify needs the stack for each level. */
const MOST_DEPTH = 100;

/** Letters of numbers, constants and names. */
function isWordLetter(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a || unit > 0x7f; // a–z, and whatever is not ASCII
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f; // A–Z _
  if (unit >= 0x30) return unit <= 0x39; // 0–9
  return unit === 0x2b || unit === 0x2d || unit === 0x2e || unit === 0x24; // + - . $
}

function beginsName(unit: number): boolean {
  return isWordLetter(unit) && (unit >= 0x41 || unit === 0x24);
}

function isStringPrefix(word: string): boolean {
  return word.length <= 2 && /^[rbfu]+$/i.test(word);
}
