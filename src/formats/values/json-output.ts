/**
 * JSON as it is written: what was told, and what waits for the next token. White space and commas go before the token that
 * follows them, so that a comma too many can be left out; containers whose kind is not clear yet wait for their bracket.
 */
export class JsonOutput {
  /** White space that goes before whatever comes next. */
  space = '';
  /** Nothing is told yet of the container that is being written. */
  isEmpty = true;
  #comma = '';
  #out = '';
  /** What goes before each container that waits for its bracket. */
  readonly #before: string[] = [];

  /** What was written since the last time, up to the first container that waits. */
  take(): string {
    const [first] = this.#before;
    if (first === undefined) {
      const out = this.#out;
      this.#out = '';
      return out;
    }
    this.#before[0] = '';
    return first;
  }

  /** The next token, behind what was held back for it. */
  tell(json: string): void {
    this.#out += this.#comma + this.space + json;
    this.#comma = '';
    this.space = '';
    this.isEmpty = false;
  }

  /** More of the same token. */
  write(json: string): void {
    this.#out = this.#out === '' ? json : this.#out + json;
  }

  takeSpace(): string {
    const { space } = this;
    this.space = '';
    return space;
  }

  get hasComma(): boolean {
    return this.#comma !== '';
  }

  /** Behind the white space before it, if it stands there at all. There is none before the first element. */
  putComma(isWritten: boolean): void {
    const space = isWritten ? this.takeSpace() : '';
    if (!this.isEmpty) this.#comma = `${space},`;
  }

  dropComma(): void {
    this.#comma = '';
  }

  /** A container begins, and its bracket is not known yet. */
  wait(): void {
    this.tell('');
    this.isEmpty = true;
    this.#before.push(this.#out);
    this.#out = '';
  }

  /** The last container that waits has this bracket. */
  settle(bracket: string): void {
    this.#out = `${this.#before.pop() ?? ''}${bracket}${this.#out}`;
  }
}
