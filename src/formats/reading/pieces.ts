/**
 * A long text that comes in many small pieces. They are joined from time to time: thousands of strings that live on at once
 * cost more than the text.
 */
export class Pieces {
  readonly #few: string[] = [];
  readonly #many: string[] = [];
  length = 0;

  add(piece: string): void {
    this.length += piece.length;
    if (this.#few.push(piece) < FEW) return;
    this.#many.push(this.#few.join(''));
    this.#few.length = 0;
  }

  join(): string {
    return this.#many.length === 0 ? this.#few.join('') : this.#many.join('') + this.#few.join('');
  }
}

const FEW = 256;
