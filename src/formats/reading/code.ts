import { isSpace, skipSpace } from '../values/letters.ts';

/**
 * Whether an answer is within code, as far as it has come: between backticks in a paragraph, or in a fence. Three or more backticks
 * or tildes open one where a line begins, or where nothing but a language follows them in their line; as many close it.
 */
export class Code {
  /** Backticks or tildes in a row, while they may be more; which of both; and whether they begin their line. */
  #run = 0;
  #sign = TICK;
  #isRunStart = false;
  #isLineStart = true;
  /** How many of which sign opened what is open. */
  #fence = 0;
  #fenceSign = TICK;
  #inline = 0;
  /** A run in the middle of a line that opens a fence if nothing but a language follows it. */
  #late = 0;
  /** Words came before the fence: it holds no answer by itself. */
  #hasWords = false;
  #isExample = false;

  /** Between backticks. */
  get isInline(): boolean {
    if (this.#fence > 0) return false;
    if (this.#run === 0 || this.#sign !== TICK) return this.#inline > 0;
    return !(this.#isRunStart && this.#run >= 3) && this.#afterRun() > 0;
  }

  /** In a fence with words before it. */
  get isExample(): boolean {
    return this.#fence > 0 && this.#isExample;
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
    if (this.#late > 0 || this.#isLineStart) this.#inline = 0; // it goes on over lines, but not over an empty one
    this.#late = 0;
    this.#isLineStart = true;
  }

  #openFence(length: number): void {
    this.#fence = length;
    this.#fenceSign = this.#late > 0 ? TICK : this.#sign;
    this.#isExample = this.#hasWords;
  }

  /** As many as opened it close it; others are part of it. */
  #afterRun(): number {
    if (this.#inline === 0) return this.#run;
    return this.#inline === this.#run ? 0 : this.#inline;
  }
}

/** Whether it may open or close code. Searching is faster than looking at each letter, but not at a few. */
function hasSign(text: string): boolean {
  if (text.length > FEW) return text.includes('`') || text.includes('~');
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === TICK || unit === TILDE) return true;
  }
  return false;
}

const FEW = 32;

/** The last letter or line break: what stands before the other space at the end. */
function lastBeforeSpace(text: string): number | undefined {
  for (let at = text.length - 1; at >= 0; at--) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_BREAK || !isSpace(unit)) return unit;
  }
  return undefined;
}

/** Letters of a language's name behind a fence. */
function isLanguage(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a;
  return (
    (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x2b || unit === 0x23 || unit === 0x2d
  );
}

const TICK = 0x60;
const TILDE = 0x7e;
const LINE_BREAK = 0x0a;
