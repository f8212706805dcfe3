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
      this.#open.push(text.slice(start, end));
      const line = this.#open.join('').trim();
      this.#open = [];
      start = end + 1;
      if (line !== '') this.#onLine(line);
    }
    if (start < text.length) this.#open.push(text.slice(start));
  }
}
