import type { Dialect } from '../format.ts';
import { bracketsOf, closerOf, hasKeys, Kind, MOST_DEPTH } from './containers.ts';
import { JsonOutput } from './json-output.ts';
import {
  CLOSE_PAREN,
  COLON,
  COMMA,
  EQUALS,
  escapeJson,
  isCloser,
  isQuote,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
} from './letters.ts';
import { beginsName, ScalarScanner } from './scalar-scanner.ts';
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
  readonly #stack: Kind[] = [];
  #state: State = VALUE;
  #isKey = false;
  readonly #out = new JsonOutput();
  readonly #scalar: ScalarScanner;
  /** A key that may still be a value: in a call, or in a set. */
  #word = '';
  #hasStars = false;
  /** A string stands where a call's argument has its name. */
  #isArgument = false;
  /** The place of an argument in its call. */
  #place = 0;

  constructor({ dialect, begins = 'value', positional, ends }: ValueOptions) {
    this.#ends = ends;
    this.#isPython = dialect === 'python';
    this.#delimiter = typeof dialect === 'string' ? '' : dialect.delimiter;
    this.#positional = positional;
    this.#scalar = new ScalarScanner(this.#out, this.#isPython, this.#delimiter, (what) => this.#repair(what));
    if (begins === 'call') this.#open(Kind.CALL);
    if (begins === 'object' || begins === 'member') this.#stack.push(Kind.OBJECT);
    if (begins === 'object') this.#state = KEY;
  }

  /** What was written since the last time. */
  take(): string {
    return this.#out.take();
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
    return this.#state === VALUE && hasKeys(this.#top);
  }

  #step(text: string, at: number): number {
    return this.#state === SCALAR ? this.#readScalar(text, at) : this.#readStructure(text, at);
  }

  #readStructure(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      this.#out.space += text.charAt(at);
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
        if (this.#isPython) this.#openUndecided(Kind.DICT);
        else this.#open(Kind.OBJECT);
        return at + 1;
      case OPEN_BRACKET:
        this.#open(Kind.ARRAY);
        return at + 1;
      case OPEN_PAREN:
        if (!this.#isPython) return this.#stick(at);
        this.#openUndecided(Kind.PAREN);
        return at + 1;
      default:
        return isCloser(unit) ? this.#closeAt(unit, at) : this.#beginScalar(unit, at);
    }
  }

  #readKey(unit: number, at: number): number {
    if (isCloser(unit)) return this.#closeAt(unit, at);
    this.#isKey = true;
    if (unit === OPEN_BRACE && !this.#isPython && !this.#out.hasComma) {
      this.#repair('doubled braces');
      this.#push(Kind.PHANTOM);
      return at + 1;
    }
    if (this.#top === Kind.CALL && (unit === STAR || this.#hasStars)) return this.#readStars(unit, at);
    if (this.#top === Kind.CALL && isQuote(unit)) {
      this.#out.wait(); // a name in quotes, or an argument without one
      this.#isArgument = true;
      return this.#beginScalar(unit, at);
    }
    if (this.#top === Kind.CALL && !beginsName(unit)) {
      if (!this.#namePositional()) return this.#stick(at);
      this.#state = VALUE;
      return at;
    }
    return this.#beginScalar(unit, at);
  }

  /** `**{"a b": 1}`: arguments whose names cannot be written otherwise. */
  #readStars(unit: number, at: number): number {
    if (unit !== STAR && unit !== OPEN_BRACE) return this.#stick(at);
    this.#hasStars = unit === STAR;
    if (unit === OPEN_BRACE) this.#push(Kind.PHANTOM);
    return at + 1;
  }

  #readColon(unit: number, at: number): number {
    const isNamed = unit === COLON || (unit === EQUALS && this.#top === Kind.CALL);
    if (this.#isArgument && (isNamed || unit === COMMA || isCloser(unit))) this.#settleArgument(isNamed);
    if (this.isStuck || this.#state === AFTER) return at;
    if (isNamed) {
      if (this.#top === Kind.DICT) this.#decide(Kind.OBJECT);
      this.#tellWord();
      this.#out.tell(':');
      this.#state = VALUE;
      return at + 1;
    }
    if (unit !== COMMA && !isCloser(unit)) return this.#stick(at);
    if (this.#top === Kind.CALL && this.#word !== '' && this.#namePositional()) return this.#endValueWord(at);
    if (this.#top !== Kind.DICT) return this.#stick(at);
    this.#decide(Kind.SET);
    if (this.#word !== '') return this.#endValueWord(at);
    this.#state = AFTER;
    return at;
  }

  /** A string at the place of a name: what follows it tells which of both it is. */
  #settleArgument(isNamed: boolean): void {
    this.#isArgument = false;
    const name = isNamed ? undefined : this.#positional?.(this.#place);
    if (!isNamed && name === undefined) this.isStuck = true;
    this.#out.settle(name === undefined ? '' : `"${escapeJson(name)}": `);
    this.#out.isEmpty = false;
    if (isNamed) this.#repair('names in quotes');
    else this.#repair('arguments without a name');
    if (!isNamed) this.#endValue();
  }

  #readAfter(unit: number, at: number): number {
    if (isCloser(unit)) return this.#closeAt(unit, at);
    const isComma = unit === COMMA;
    if (this.#top === Kind.PAREN) this.#decide(Kind.TUPLE);
    if (!isComma) {
      if (!isQuote(unit) && unit !== OPEN_BRACE && unit !== OPEN_BRACKET) return this.#stick(at);
      this.#repair('missing commas');
    }
    this.#out.putComma(isComma);
    this.#place++;
    this.#state = hasKeys(this.#top) ? KEY : VALUE;
    return isComma ? at + 1 : at;
  }

  #namePositional(): boolean {
    const name = this.#positional?.(this.#place);
    if (name === undefined) return false;
    this.#repair('arguments without a name');
    this.#out.tell(`"${escapeJson(name)}": `);
    return true;
  }

  // Strings and words

  #beginScalar(unit: number, at: number): number {
    if (!this.#scalar.begin(unit, this.#isKey)) return this.#stick(at);
    this.#state = SCALAR;
    return at;
  }

  #readScalar(text: string, at: number): number {
    const scalar = this.#scalar;
    const end = scalar.scan(text, at);
    if (scalar.isStuck) return this.#stick(end);
    if (scalar.end === 'string') this.#endString();
    if (scalar.end !== 'word') return end;
    this.#word = scalar.word;
    if (!this.#isKey) return this.#endValueWord(end);
    this.#state = COLON_NEXT; // told with its colon: in a call it may be a value
    return end;
  }

  #endString(): void {
    if (this.#stack.length > 0) {
      this.#state = CLOSING;
      return;
    }
    this.#out.write('"');
    this.#endValue();
  }

  /** Behind what closes a string: it does only if structure follows. */
  #readClosing(unit: number, at: number): number {
    if (this.#isPython && isQuote(unit) && !this.#isKey) {
      this.#out.takeSpace();
      this.#scalar.join(unit);
      this.#state = SCALAR;
      return at + 1;
    }
    if (this.#closesBefore(unit)) {
      this.#out.write('"');
      if (this.#isKey) this.#state = COLON_NEXT;
      else this.#endValue();
      return at;
    }
    this.#repair('quotes within strings');
    this.#scalar.reopen(this.#out.takeSpace());
    this.#state = SCALAR;
    return at;
  }

  #closesBefore(unit: number): boolean {
    if (unit === COMMA || isCloser(unit)) return true;
    if (this.#isKey) return unit === COLON || (unit === EQUALS && this.#top === Kind.CALL);
    return (isQuote(unit) && this.#out.space !== '') || this.#ends?.begins(unit) === true;
  }

  /** A key without quotes. */
  #tellWord(): void {
    if (this.#word === '') return;
    if (!this.#isPython && this.#delimiter === '') this.#repair('keys without quotes');
    this.#out.tell(`"${escapeJson(this.#word.trimEnd())}"`);
    this.#word = '';
  }

  #endValueWord(at: number): number {
    const word = this.#word.trimEnd();
    this.#word = '';
    const token = readToken(word, this.#isPython);
    if (token === undefined && this.#delimiter === '') return this.#stick(at);
    if (token?.repair !== undefined) this.#repair(token.repair);
    this.#out.tell(token?.json ?? `"${escapeJson(word)}"`);
    this.#endValue();
    return at;
  }

  // Containers

  #open(kind: Kind): void {
    this.#out.tell(bracketsOf(kind)[0]);
    this.#out.isEmpty = true;
    this.#push(kind);
    this.#state = hasKeys(kind) ? KEY : VALUE;
  }

  /** A dictionary or a set, a tuple or a value in parentheses: what follows the first element decides. */
  #openUndecided(kind: typeof Kind.DICT | typeof Kind.PAREN): void {
    this.#out.wait();
    this.#push(kind);
    this.#state = kind === Kind.DICT ? KEY : VALUE;
  }

  #decide(kind: Kind): void {
    this.#out.settle(bracketsOf(kind)[0]);
    this.#stack[this.#stack.length - 1] = kind;
  }

  #push(kind: Kind): void {
    this.#stack.push(kind);
    if (this.#stack.length > MOST_DEPTH) this.isStuck = true;
  }

  /** The innermost container that this closes; those within it have lost their closers. */
  #closeAt(unit: number, at: number): number {
    const closes = (kind: Kind) => closerOf(kind) === unit;
    if (!this.#stack.some(closes) || this.#isBeforeMember) return this.#stick(at);
    if (this.#top === Kind.PAREN && unit === CLOSE_PAREN && !this.#out.isEmpty) return this.#closeParen(at);
    if (this.#out.hasComma && !this.#isPython && this.#delimiter === '') this.#repair('trailing commas');
    while (this.#top !== undefined && !closes(this.#top)) {
      this.#repair('missing closers');
      this.#pop();
    }
    this.#pop();
    this.#endValue();
    return at + 1;
  }

  /** `("a" "b")` is a value; `()` and `("a",)` are tuples. */
  #closeParen(at: number): number {
    this.#out.settle('');
    this.#out.write(this.#out.takeSpace());
    this.#stack.pop();
    this.#endValue();
    return at + 1;
  }

  #pop(): void {
    const kind = this.#stack.pop();
    this.#out.dropComma();
    if (kind === undefined || kind === Kind.PHANTOM) return;
    const [open, close] = bracketsOf(kind);
    if (kind === Kind.DICT || kind === Kind.PAREN) this.#out.settle(open);
    this.#out.write(this.#out.takeSpace() + close);
    this.#out.isEmpty = false;
  }

  get #top(): Kind | undefined {
    return this.#stack[this.#stack.length - 1];
  }

  #endValue(): void {
    if (this.#stack.length === 0) this.isDone = true;
    this.#state = AFTER;
    this.#isKey = false;
  }

  #repair(what: string): void {
    if (!this.repairs.includes(what)) this.repairs.push(what);
  }

  #stick(at: number): number {
    this.isStuck = true;
    return at;
  }
}

type State = typeof VALUE | typeof KEY | typeof COLON_NEXT | typeof AFTER | typeof SCALAR | typeof CLOSING;
const VALUE = 0;
const KEY = 1;
const COLON_NEXT = 2;
const AFTER = 3;
const SCALAR = 4;
/** Behind a string's closing quote. */
const CLOSING = 5;

const STAR = 0x2a;
