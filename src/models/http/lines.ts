/** Cuts text into lines, however it arrives. In linear time: what has been looked at is not looked at again. */
export class Lines {
  readonly #onLine: (line: string) => void;
  /** The beginning of a line whose end has not come. */
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

  /** The line that ends so. Most begin in the same piece. */
  #closed(rest: string): string {
    if (this.#open.length === 0) return rest;
    const line = this.#open.join('') + rest;
    this.#open = [];
    return line;
  }
}
