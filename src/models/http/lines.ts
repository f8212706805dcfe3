/** Splits text that arrives in pieces into lines, and skips blank lines. Takes linear time: it scans each character once. */
export class Lines {
  readonly #onLine: (line: string) => void;
  /** The pieces of a line whose end has not arrived yet. */
  #open: string[] = [];

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  feed(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = this.#closed(text.slice(start, end)).trim();
      start = end + 1;
      if (line !== '') this.#onLine(line);
    }
    if (start < text.length) this.#open.push(text.slice(start));
  }

  /** Returns the complete line that ends with `rest`. Most lines begin and end in the same piece. */
  #closed(rest: string): string {
    if (this.#open.length === 0) return rest;
    const line = this.#open.join('') + rest;
    this.#open = [];
    return line;
  }
}
