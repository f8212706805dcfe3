/** Passes text on, but holds back the whitespace at its end until more text follows. */
export class Trimmer {
  #space = '';
  readonly #put: (text: string) => void;

  constructor(put: (text: string) => void) {
    this.#put = put;
  }

  readonly push = (text: string): void => {
    const told = text.trimEnd();
    if (told === '') {
      this.#space += text;
      return;
    }
    this.#put(this.#space + told);
    this.#space = text.slice(told.length);
  };

  /** Drops the whitespace that is held back, because a call follows. */
  drop(): void {
    this.#space = '';
  }

  end(): void {
    if (this.#space !== '') this.#put(this.#space);
    this.#space = '';
  }
}
