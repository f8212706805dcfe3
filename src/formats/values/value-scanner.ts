import type { Dialect } from '../format.ts';
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
  STAR,
} from './characters.ts';
import { bracketsOf, closerOf, hasKeys, Kind, MOST_DEPTH } from './containers.ts';
import { JsonOutput } from './json-output.ts';
import { beginsName, ScalarScanner } from './scalar-scanner.ts';
import { AFTER, CLOSING, COLON_NEXT, KEY, SCALAR, type State, VALUE } from './states.ts';
import { readToken } from './tokens.ts';

export interface ValueOptions {
  readonly dialect: Dialect;
  /**
   * Start of the scan: at the value (the default), after the opening brace of an object, after the colon of a field (`member`),
   * or after the opening parenthesis of a call.
   */
  readonly begins?: 'value' | 'object' | 'member' | 'call';
  /** Characters that begin a marker. A marker may follow the value if its closing brackets are missing. */
  readonly ends?: { begins(unit: number): boolean };
  /** Returns the name of a positional argument of a call. */
  readonly positional?: (place: number) => string | undefined;
}

/**
 * Reads one value in any dialect and writes it as JSON while it is read. Valid JSON is copied unchanged. Invalid parts are
 * repaired, and `repairs` lists the kinds of repair. Each character is read once, and the output does not depend on how the
 * text is split.
 */
export class ValueScanner {
  /** True if the value is complete. */
  isDone = false;
  /** True if the next character cannot be part of the value: the value is broken, or its closing brackets are missing. */
  isStuck = false;
  /** Kinds of repair, each listed once. */
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
  /** An unquoted key that may still turn out to be a value, in a call or in a set. */
  #word = '';
  #hasStars = false;
  /** True if a string was read where the name of a call's argument is expected. */
  #isArgument = false;
  /** Position of the current argument in its call. */
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

  /** Returns the output since the last `take`. */
  take(): string {
    return this.#out.take();
  }

  /** Continues the scan. Returns the offset after the value, of the character at which it is stuck, or of the text's end. */
  scan(text: string, from: number): number {
    let at = from;
    while (at < text.length && !this.isDone && !this.isStuck) at = this.#step(text, at);
    return at;
  }

  /** Ends the value and writes its missing closing brackets. Returns false if more than closing brackets is missing. */
  close(): boolean {
    const isBetween = this.#state === AFTER || this.#state === KEY || (this.#state === VALUE && !this.#isBeforeMember);
    if (!isBetween || this.#stack.length === 0) return this.isDone;
    this.#repair('missing closing brackets');
    while (this.#stack.length > 0) this.#pop();
    this.isStuck = false;
    this.isDone = true;
    return true;
  }

  /** Ends the value at the end of the text. Returns false if more than the last closing bracket is missing. */
  end(): boolean {
    if (this.#stack.length !== 1) return false;
    if (this.#state === CLOSING && !this.#isKey) {
      this.#out.write('"');
      this.#endValue();
    }
    return this.#state === AFTER && this.close();
  }

  /** Continues after the caller has skipped the text at which the scanner was stuck. */
  goOn(repair: string): void {
    this.#repair(repair);
    this.isStuck = false;
  }

  /** True after the colon of a field, before its value. */
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
      this.#out.wait(); // a quoted argument name, or a positional argument
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

  /** Reads `**{"a b": 1}`: arguments whose names are not identifiers. */
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

  /** Decides whether a string in a call is the name of an argument or a positional argument. */
  #settleArgument(isNamed: boolean): void {
    this.#isArgument = false;
    const name = isNamed ? undefined : this.#positional?.(this.#place);
    if (!isNamed && name === undefined) this.isStuck = true;
    this.#out.settle(name === undefined ? '' : `"${escapeJson(name)}": `);
    this.#out.isEmpty = false;
    if (isNamed) this.#repair('quoted argument names');
    else this.#repair('positional arguments');
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
    this.#repair('positional arguments');
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
    this.#state = COLON_NEXT; // it is written with its colon, because in a call it may be a value
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

  /** Reads the character after a string's closing quote. The quote closes the string only if structure follows. */
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
    this.#repair('unescaped quotes in strings');
    this.#scalar.reopen(this.#out.takeSpace());
    this.#state = SCALAR;
    return at;
  }

  #closesBefore(unit: number): boolean {
    if (unit === COMMA || isCloser(unit)) return true;
    if (this.#isKey) return unit === COLON || (unit === EQUALS && this.#top === Kind.CALL);
    return (isQuote(unit) && this.#out.space !== '') || this.#ends?.begins(unit) === true;
  }

  /** Writes an unquoted key. */
  #tellWord(): void {
    if (this.#word === '') return;
    if (!this.#isPython && this.#delimiter === '') this.#repair('unquoted keys');
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

  /** Opens a dictionary or set, or a tuple or value in parentheses. The character after the first element decides which. */
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

  /** Closes the innermost container that this character can close, and all containers inside it. */
  #closeAt(unit: number, at: number): number {
    const closes = (kind: Kind) => closerOf(kind) === unit;
    if (!this.#stack.some(closes) || this.#isBeforeMember) return this.#stick(at);
    if (this.#top === Kind.PAREN && unit === CLOSE_PAREN && !this.#out.isEmpty) return this.#closeParen(at);
    if (this.#out.hasComma && !this.#isPython && this.#delimiter === '') this.#repair('trailing commas');
    while (this.#top !== undefined && !closes(this.#top)) {
      this.#repair('missing closing brackets');
      this.#pop();
    }
    this.#pop();
    this.#endValue();
    return at + 1;
  }

  /** Closes parentheses around a value: `("a" "b")`. `()` and `("a",)` are tuples and do not get here. */
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
