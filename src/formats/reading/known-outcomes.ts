/** The outcomes with which the prompt ends. A model may repeat each of them once, which is not an invention. */
export class KnownOutcomes {
  /** The most characters that a repetition may have. It may be written with other whitespace. */
  readonly mostCharacters: number;
  readonly #written: readonly string[];
  /** How often each outcome may still be repeated, by its text without whitespace. Built when it is first needed. */
  #left: Map<string, number> | undefined;

  constructor(written: readonly string[]) {
    this.#written = written;
    this.mostCharacters = written.reduce((most, { length }) => Math.max(most, length), 0) + MOST_SPACE;
  }

  get isEmpty(): boolean {
    return this.#written.length === 0;
  }

  /** Returns true if the text is an outcome that the model has not repeated yet, apart from whitespace. */
  take(text: string): boolean {
    this.#left ??= countsOf(this.#written.map(squeezed));
    const key = squeezed(text);
    const left = this.#left.get(key) ?? 0;
    this.#left.set(key, left - 1);
    return left > 0;
  }
}

const MOST_SPACE = 64;

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}
