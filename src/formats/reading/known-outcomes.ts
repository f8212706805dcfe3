/** The outcomes with which the prompt ends. A model may repeat each of them once, which is not an invention. */
export class KnownOutcomes {
  readonly #written: readonly string[];
  #left: string[] | undefined;

  constructor(written: readonly string[]) {
    this.#written = written;
  }

  get isEmpty(): boolean {
    return this.#written.length === 0;
  }

  /** The most characters that a repetition may have, if it is written with other whitespace. */
  get mostCharacters(): number {
    return Math.max(...this.#written.map(({ length }) => length)) + MOST_SPACE;
  }

  /** Returns true if the text is one of the outcomes that the model has not repeated yet, apart from whitespace. */
  take(text: string): boolean {
    this.#left ??= this.#written.map(squeezed);
    const place = this.#left.indexOf(squeezed(text));
    if (place !== -1) this.#left.splice(place, 1);
    return place !== -1;
  }
}

const MOST_SPACE = 64;

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}
