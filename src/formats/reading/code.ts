import { isSpace, skipSpace } from '../values/characters.ts';

/**
 * Tracks whether the end of the answer so far is inside Markdown code: inline code between backticks, or a fence. A fence
 * opens with three or more backticks or tildes at the start of a line. Backticks later in a line open one if only a language
 * name follows them in the line. At least as many of the same characters at the start of a line close it.
 */
export class Code {
  /** Length of the current run of backticks or tildes, which may still grow. */
  #run = 0;
  #sign = TICK;
  /** True if the run begins its line. */
  #isRunStart = false;
  #isLineStart = true;
  /** Number of characters that opened the current fence, or 0 outside a fence. */
  #fence = 0;
  #fenceSign = TICK;
  /** Number of backticks that opened the current inline code, or 0 outside of it. */
  #inline = 0;
  /** Length of a run in the middle of a line, which opens a fence if only a language name follows it. */
  #late = 0;
  /** True if text came before the fence. Then a call in the fence is an example. */
  #hasWords = false;
  #isExample = false;

  /** True inside inline code. */
  get isInline(): boolean {
    if (this.#fence > 0) return false;
    if (this.#run === 0 || this.#sign !== TICK) return this.#inline > 0;
    return !(this.#isRunStart && this.#run >= 3) && this.#afterRun() > 0;
  }

  /** True inside a fence that has text before it. */
  get isExample(): boolean {
    return this.#fence > 0 && this.#isExample;
  }

  /** True inside a fence, also one that begins the message. */
  get isFenced(): boolean {
    return this.#fence > 0;
  }

  read(text: string): void {
    const isOpen = this.#run > 0 || this.#late > 0 || this.#inline > 0;
    if (!isOpen && !hasSign(text)) this.#readPlain(text);
    else for (let at = 0; at < text.length; at++) this.#readUnit(text.charCodeAt(at));
  }

  #readPlain(text: string): void {
    if (this.#fence === 0 && !this.#hasWords) this.#hasWords = skipSpace(text, 0) < text.length;
    const last = lastBeforeSpace(text);
    if (last !== undefined) this.#isLineStart = last === LINE_BREAK;
  }

  #readUnit(unit: number): void {
    if ((unit === TICK || unit === TILDE) && (this.#run === 0 || unit === this.#sign)) {
      if (this.#run++ === 0) this.#isRunStart = this.#isLineStart;
      this.#sign = unit;
      return;
    }
    if (this.#run > 0) this.#endRun();
    if (unit === LINE_BREAK) this.#endLine();
    else if (!isSpace(unit)) {
      if (!isLanguage(unit)) this.#late = 0;
      this.#isLineStart = false;
      if (this.#fence === 0) this.#hasWords = true;
    } else if (unit === 0x20) this.#late = 0;
  }

  #endRun(): void {
    const { length, sign } = { length: this.#run, sign: this.#sign };
    if (this.#isRunStart && this.#fence > 0) {
      if (sign === this.#fenceSign && length >= this.#fence) this.#fence = 0;
    } else if (this.#isRunStart && length >= 3) this.#openFence(length);
    else if (this.#fence === 0 && sign === TICK) {
      if (length >= 3 && this.#inline === 0) this.#late = length;
      this.#inline = this.#afterRun();
    }
    this.#run = 0;
    this.#isLineStart = false;
  }

  #endLine(): void {
    if (this.#late > 0) this.#openFence(this.#late);
    if (this.#late > 0 || this.#isLineStart) this.#inline = 0; // inline code may contain line breaks, but no empty line
    this.#late = 0;
    this.#isLineStart = true;
  }

  #openFence(length: number): void {
    this.#fence = length;
    this.#fenceSign = this.#late > 0 ? TICK : this.#sign;
    this.#isExample = this.#hasWords;
  }

  /** Returns the value of `#inline` after the current run. A run closes inline code only if it is as long as the opening one. */
  #afterRun(): number {
    if (this.#inline === 0) return this.#run;
    return this.#inline === this.#run ? 0 : this.#inline;
  }
}

/** Returns true if the text may open or close code. A search is faster than a loop, except for a short text. */
function hasSign(text: string): boolean {
  if (text.length > FEW) return text.includes('`') || text.includes('~');
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === TICK || unit === TILDE) return true;
  }
  return false;
}

const FEW = 32;

/** Returns the last code unit that is a line break or not whitespace. */
function lastBeforeSpace(text: string): number | undefined {
  for (let at = text.length - 1; at >= 0; at--) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_BREAK || !isSpace(unit)) return unit;
  }
  return undefined;
}

/** Returns true for the characters of a language name after a fence. */
function isLanguage(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a;
  return (
    (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x2b || unit === 0x23 || unit === 0x2d
  );
}

const TICK = 0x60;
const TILDE = 0x7e;
const LINE_BREAK = 0x0a;
