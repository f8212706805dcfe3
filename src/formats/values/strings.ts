import { APOSTROPHE, BACKSLASH, escapeJson, escapeUnit, QUOTE } from './characters.ts';

/** Reads the content of one string, after its opening quote, and writes it as the content of a JSON string. */
export interface StringScanner {
  /** Output that the caller has not taken yet. The caller resets it. */
  out: string;
  isClosed: boolean;
  /** Reads on from `from`. Returns the offset after the closing quote, or the length of the text. */
  scan(text: string, from: number): number;
  /** Continues a closed string. The quote that closed it becomes part of it. */
  reopen(): void;
}

/** Reads a string between quotes, with the escapes of JSON or Python. */
export class QuotedString implements StringScanner {
  out = '';
  isClosed = false;
  #quote = QUOTE;
  #isTriple = false;
  #isPython = false;
  #isRaw = false;
  /** A backslash and the characters after it, until the escape is complete. */
  #escape = '';
  /** Number of adjacent closing quotes, of the three that are needed. */
  #quotes = 0;
  readonly #repair: (what: string) => void;

  constructor(repair: (what: string) => void) {
    this.#repair = repair;
  }

  open(quote: number, { isPython = false, isTriple = false, isRaw = false } = {}): void {
    this.#quote = quote;
    this.#isPython = isPython;
    this.#isTriple = isTriple;
    this.#isRaw = isRaw;
    this.#escape = '';
    this.#quotes = 0;
    this.isClosed = false;
    if (quote === APOSTROPHE && !isPython) this.#repair('single quotes');
  }

  reopen(): void {
    this.isClosed = false;
    this.#quotes = 0;
    this.out += (this.#quote === QUOTE ? '\\"' : "'").repeat(this.#isTriple ? 3 : 1);
  }

  scan(text: string, from: number): number {
    let at = from;
    while (at < text.length && !this.isClosed) {
      if (this.#escape !== '') at = this.#readEscape(text, at);
      else if (this.#isTriple) at = this.#readTriple(text, at);
      else at = this.#readRun(text, at);
    }
    return at;
  }

  #readRun(text: string, from: number): number {
    const quote = this.#quote;
    let at = from;
    let unit = 0;
    for (; at < text.length; at++) {
      unit = text.charCodeAt(at);
      if (unit === quote || unit === BACKSLASH || unit < 0x20 || unit === QUOTE) break;
    }
    if (at > from) this.out += text.slice(from, at);
    if (at === text.length) return at;
    if (unit === quote) this.isClosed = true;
    else this.#readOdd(unit);
    return at + 1;
  }

  #readTriple(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    if (unit === this.#quote) {
      this.#quotes++;
      this.isClosed = this.#quotes === 3;
      return at + 1;
    }
    if (this.#quotes > 0) {
      this.out += (this.#quote === QUOTE ? '\\"' : "'").repeat(this.#quotes);
      this.#quotes = 0;
    }
    if (unit === BACKSLASH || unit < 0x20 || unit === QUOTE) {
      this.#readOdd(unit);
      return at + 1;
    }
    let end = at + 1;
    for (; end < text.length; end++) {
      const next = text.charCodeAt(end);
      if (next === this.#quote || next === BACKSLASH || next < 0x20 || next === QUOTE) break;
    }
    this.out += text.slice(at, end);
    return end;
  }

  /** Reads a character that cannot be copied into a JSON string. */
  #readOdd(unit: number): void {
    if (unit === BACKSLASH && !this.#isRaw) {
      this.#escape = '\\';
      return;
    }
    if (unit < 0x20 && !this.#isTriple) this.#repair('unescaped control characters in strings');
    this.out += escapeUnit(unit);
  }

  /** Reads the next character of an escape, which has at most nine characters after the backslash. */
  #readEscape(text: string, at: number): number {
    const letter = text.charAt(at);
    const begun = this.#escape + letter;
    const kind = begun.charAt(1);
    const isSimple = begun.length === 2;
    if (isSimple && PLAIN_ESCAPES.includes(letter) && !(this.#isPython && letter === '/'))
      return this.#settle(begun, at);
    if (this.#isPython && isOctal(kind)) return this.#readOctal(begun, at);
    const digits = this.#digitsAfter(kind);
    if (digits === 0) return this.#settle(this.#readLetter(letter), at);
    if (isSimple) {
      this.#escape = begun;
      return at + 1;
    }
    if (!isHex(letter)) return this.#settle(this.#literally(this.#escape), at - 1); // the character itself is read again
    if (begun.length < digits + 2) {
      this.#escape = begun;
      return at + 1;
    }
    return this.#settle(this.#readCode(begun, kind), at);
  }

  /** Reads an octal escape of one to three digits: `\\033`. */
  #readOctal(begun: string, at: number): number {
    const isDigit = isOctal(begun.charAt(begun.length - 1));
    if (isDigit && begun.length < 4) {
      this.#escape = begun;
      return at + 1;
    }
    const code = isDigit ? begun : begun.slice(0, -1);
    return this.#settle(escapeUnit(Number.parseInt(code.slice(1), 8)), isDigit ? at : at - 1);
  }

  #settle(written: string, at: number): number {
    this.out += written;
    this.#escape = '';
    return at + 1;
  }

  /** Returns the number of hexadecimal digits that belong to the escape. */
  #digitsAfter(kind: string): number {
    if (kind === 'u') return 4;
    if (kind === 'x') return 2;
    return kind === 'U' && this.#isPython ? 8 : 0;
  }

  #readLetter(letter: string): string {
    if (letter === "'") {
      if (!this.#isPython && this.#quote === QUOTE) this.#repair(ESCAPES);
      return "'";
    }
    if (this.#isPython) {
      if (letter === '\n') return '';
      if (letter === 'a') return '\\u0007';
      if (letter === 'v') return '\\u000b';
    } else this.#repair(ESCAPES);
    return `\\\\${escapeUnit(letter.charCodeAt(0))}`;
  }

  #readCode(code: string, kind: string): string {
    if (kind === 'u') return code;
    if (kind === 'x') {
      if (!this.#isPython) this.#repair(ESCAPES);
      return `\\u00${code.slice(2)}`;
    }
    const point = Number.parseInt(code.slice(2), 16);
    return point > 0x10ffff ? this.#literally(code) : escapeUnits(String.fromCodePoint(point));
  }

  /** Returns an invalid escape as text: its backslash is only a backslash. */
  #literally(code: string): string {
    if (!this.#isPython) this.#repair(ESCAPES);
    return `\\${code}`;
  }
}

/** Reads a string between delimiters, without escapes. */
export class DelimitedString implements StringScanner {
  out = '';
  isClosed = false;
  readonly #delimiter: string;
  #matched = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  open(): void {
    this.isClosed = false;
    this.#matched = 0;
  }

  reopen(): void {
    this.isClosed = false;
    this.out += escapeJson(this.#delimiter);
  }

  scan(text: string, from: number): number {
    const first = this.#delimiter.charCodeAt(0);
    let at = from;
    while (at < text.length && !this.isClosed) {
      if (text.charCodeAt(at) === this.#delimiter.charCodeAt(this.#matched)) {
        at++;
        this.isClosed = ++this.#matched === this.#delimiter.length;
        if (this.isClosed) this.#matched = 0;
      } else if (this.#matched > 0) {
        this.out += escapeJson(this.#delimiter.slice(0, this.#matched)); // the character itself is compared again
        this.#matched = 0;
      } else {
        const start = at;
        while (at < text.length && text.charCodeAt(at) !== first) at++;
        this.out += escapeJson(text.slice(start, at));
      }
    }
    return at;
  }
}

const ESCAPES = 'escapes that are not valid JSON';

/** Escapes with the same meaning in JSON and Python, except `\/`, which only JSON has. */
const PLAIN_ESCAPES = '"\\/bfnrt';

function isOctal(letter: string): boolean {
  return letter >= '0' && letter <= '7';
}

function isHex(letter: string): boolean {
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f') || (letter >= 'A' && letter <= 'F');
}

function escapeUnits(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++) escaped += escapeUnit(text.charCodeAt(at));
  return escaped;
}
