/**
 * A long text that arrives in many small pieces. Every 256 pieces are joined, because thousands of small strings need more
 * memory than the text.
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

  /** Removes characters from the end. */
  drop(characters: number): void {
    let left = Math.min(characters, this.length);
    this.length -= left;
    while (left > 0) {
      const last = this.#few.pop() ?? this.#many.pop() ?? '';
      if (last.length > left) this.#few.push(last.slice(0, -left));
      left -= Math.min(left, last.length);
    }
  }

  join(): string {
    return this.#many.length === 0 ? this.#few.join('') : this.#many.join('') + this.#few.join('');
  }
}

const FEW = 256;
