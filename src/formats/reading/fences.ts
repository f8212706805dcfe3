/**
 * Whether a text is within a Markdown fence, as far as it has come: three backticks or more at a line's beginning open one, and
 * as many close it.
 */
export class Fences {
  #ticks = 0;
  /** How many opened the one that is open. */
  #open = 0;
  #isLineStart = true;

  get isOpen(): boolean {
    return this.#open > 0;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x60 && this.#isLineStart) {
        this.#ticks++;
        continue;
      }
      if (this.#ticks > 0) this.#endTicks();
      if (unit === 0x0a) this.#isLineStart = true;
      else if (unit !== 0x20) this.#isLineStart = false;
    }
  }

  #endTicks(): void {
    if (this.#open === 0 && this.#ticks >= 3) this.#open = this.#ticks;
    else if (this.#open > 0 && this.#ticks >= this.#open) this.#open = 0;
    this.#ticks = 0;
    this.#isLineStart = false;
  }
}
