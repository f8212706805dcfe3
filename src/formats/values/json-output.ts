/**
 * Builds the JSON output. Whitespace and commas are held back until the next token, so that an extra comma can be dropped. A
 * container whose kind is not known yet is held back until its bracket is known.
 */
export class JsonOutput {
  /** Whitespace to write before the next token. */
  space = '';
  /** True if the current container has no elements yet. */
  isEmpty = true;
  #comma = '';
  #out = '';
  /** The output before each container that waits for its bracket. */
  readonly #before: string[] = [];

  /** Returns the output since the last `take`, up to the first container that waits for its bracket. */
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

  /** Writes the next token, after the comma and the whitespace that were held back. */
  tell(json: string): void {
    this.#out += this.#comma + this.space + json;
    this.#comma = '';
    this.space = '';
    this.isEmpty = false;
  }

  /** Writes more of the current token. */
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

  /**
   * Holds back a comma, unless the container is empty. `isWritten`: the comma is in the input, and the whitespace before it
   * stays before it.
   */
  putComma(isWritten: boolean): void {
    const space = isWritten ? this.takeSpace() : '';
    if (!this.isEmpty) this.#comma = `${space},`;
  }

  dropComma(): void {
    this.#comma = '';
  }

  /** Begins a container whose bracket is not known yet. */
  wait(): void {
    this.tell('');
    this.isEmpty = true;
    this.#before.push(this.#out);
    this.#out = '';
  }

  /** Sets the opening bracket of the last container that waits. */
  settle(bracket: string): void {
    this.#out = `${this.#before.pop() ?? ''}${bracket}${this.#out}`;
  }
}
