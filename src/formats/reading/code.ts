import { isSpace, skipSpace } from '../values/letters.ts';

/**
 * Whether an answer is within code, as far as it has come: between backticks in a line, or in a fence, which three or more of
 * them open where a line begins.
 */
export class Code {
  /** Backticks in a row, while they may be more. */
  #ticks = 0;
  #isLineStart = true;
  #isTickStart = false;
  /** How many opened what is open. */
  #fence = 0;
  #inline = 0;
  /** Words came before the fence: it holds no answer by itself. */
  #hasWords = false;
  #isExample = false;

  /** Between backticks. */
  get isInline(): boolean {
    const isFence = this.#isTickStart && this.#ticks >= 3;
    return this.#fence === 0 && !isFence && (this.#ticks > 0 ? this.#afterTicks() : this.#inline) > 0;
  }

  /** In a fence with words before it. */
  get isExample(): boolean {
    return this.#fence > 0 && this.#isExample;
  }

  read(text: string): void {
    if (this.#ticks === 0 && !text.includes('`')) {
      this.#readPlain(text);
      return;
    }
    for (let at = 0; at < text.length; at++) this.#readUnit(text.charCodeAt(at));
  }

  #readPlain(text: string): void {
    const line = text.lastIndexOf('\n');
    if (line !== -1) this.#inline = 0;
    this.#isLineStart = (line !== -1 || this.#isLineStart) && isBlank(text, line + 1);
    if (this.#fence === 0 && !this.#hasWords) this.#hasWords = !isBlank(text, 0);
  }

  #readUnit(unit: number): void {
    if (unit === TICK) {
      if (this.#ticks++ === 0) this.#isTickStart = this.#isLineStart;
      return;
    }
    if (this.#ticks > 0) this.#endTicks();
    if (unit === LINE_BREAK) {
      this.#isLineStart = true;
      this.#inline = 0;
    } else if (!isSpace(unit)) {
      this.#isLineStart = false;
      if (this.#fence === 0) this.#hasWords = true;
    }
  }

  #endTicks(): void {
    if (this.#isTickStart && this.#fence > 0 && this.#ticks >= this.#fence) this.#fence = 0;
    else if (this.#isTickStart && this.#fence === 0 && this.#ticks >= 3) {
      this.#fence = this.#ticks;
      this.#isExample = this.#hasWords;
    } else if (this.#fence === 0) this.#inline = this.#afterTicks();
    this.#ticks = 0;
    this.#isLineStart = false;
  }

  /** As many as opened it close it; others are part of it. */
  #afterTicks(): number {
    if (this.#inline === 0) return this.#ticks;
    return this.#inline === this.#ticks ? 0 : this.#inline;
  }
}

/** Letters that a line may begin with before its first one. */
function isBlank(text: string, from: number): boolean {
  return skipSpace(text, from) === text.length;
}

const TICK = 0x60;
const LINE_BREAK = 0x0a;
