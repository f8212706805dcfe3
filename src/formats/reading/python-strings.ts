/** Tracks whether the end of a Python program so far is in code, in a comment or in a string. */
export class PythonStrings {
  /** The kind of text at the end: code, a comment, or a string. */
  #place: 'code' | 'comment' | 'line' | 'triple' = 'code';
  /** The quotation mark of the current string, or of the current run of quotation marks. */
  #quote = '';
  /** Number of quotation marks of the same kind directly before the end. */
  #run = 0;
  #isEscaped = false;
  #hasLeft = false;

  /** True if the end is inside a string in triple quotes. */
  get isInside(): boolean {
    return this.#place === 'triple';
  }

  /** True if the end is neither in a string nor in a comment. */
  get isInCode(): boolean {
    return this.#place === 'code' && this.#run !== 1;
  }

  /** Returns true if a string in triple quotes ended in this text. */
  read(text: string): boolean {
    this.#hasLeft = false;
    for (let at = 0; at < text.length; at++) this.#readLetter(text.charAt(at));
    return this.#hasLeft;
  }

  #readLetter(letter: string): void {
    if (this.#place === 'code') this.#readCode(letter);
    else if (this.#place === 'comment') this.#place = letter === '\n' ? 'code' : 'comment';
    else if (this.#isEscaped) this.#isEscaped = false;
    else if (letter === '\\') {
      this.#isEscaped = true;
      this.#run = 0;
    } else if (this.#place === 'line') {
      if (letter === this.#quote || letter === '\n') this.#leave();
    } else {
      this.#run = letter === this.#quote ? this.#run + 1 : 0;
      if (this.#run === 3) this.#leave();
    }
  }

  #readCode(letter: string): void {
    if (this.#run > 0 && letter === this.#quote) {
      if (++this.#run === 3) this.#enter('triple');
    } else if (this.#run === 1) {
      this.#enter('line');
      this.#readLetter(letter);
    } else {
      this.#run = letter === '"' || letter === "'" ? 1 : 0;
      if (this.#run > 0) this.#quote = letter;
      else if (letter === '#') this.#place = 'comment';
    }
  }

  #enter(place: 'line' | 'triple'): void {
    this.#place = place;
    this.#run = 0;
  }

  #leave(): void {
    this.#hasLeft ||= this.#place === 'triple';
    this.#place = 'code';
    this.#run = 0;
  }
}
