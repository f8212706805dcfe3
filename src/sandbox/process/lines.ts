/** Splits a stream of text into lines. The gateway and its child processes exchange messages as lines of JSON. */
export class Lines {
  /** The most characters of one line. */
  most: number;
  readonly #pieces: string[] = [];
  #length = 0;

  constructor(most: number) {
    this.most = most;
  }

  /** Returns the lines that the text completes. Throws a RangeError if a line is too long. */
  push(text: string): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#add(text.slice(from, end));
      lines.push(this.#pieces.splice(0).join(''));
      this.#length = 0;
      from = end + 1;
    }
    if (from < text.length) this.#add(text.slice(from));
    return lines;
  }

  #add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.most) throw new RangeError(`A line has more than ${this.most} characters.`);
    this.#pieces.push(piece);
  }
}
