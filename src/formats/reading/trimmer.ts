/** Passes text on without the white space at its end, which waits for what follows. */
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

  /** A call follows: the space goes with it. */
  drop(): void {
    this.#space = '';
  }

  end(): void {
    if (this.#space !== '') this.#put(this.#space);
    this.#space = '';
  }
}
