import type { Report } from './protocol.ts';

type Stream = 'stdout' | 'stderr';

/** Collects what a program prints, and passes it on in large pieces. Text beyond the bound is dropped. */
export class Output {
  readonly #tell: (report: Report) => void;
  #left: number;
  #stream: Stream = 'stdout';
  #text = '';

  constructor(bytes: number, tell: (report: Report) => void) {
    this.#left = bytes;
    this.#tell = tell;
  }

  push(stream: Stream, text: string): void {
    if (this.#left <= 0) return;
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    const kept = text.length > this.#left ? text.slice(0, this.#left) : text;
    this.#left -= kept.length;
    this.#text += kept;
    if (this.#left <= 0) this.#text += '\n[The rest of the output is left out.]\n';
    if (this.#text.length >= PIECE || this.#left <= 0) this.flush();
  }

  /** Must be called before the program's next report, so that the order is kept. */
  flush(): void {
    if (this.#text !== '') this.#tell({ kind: 'print', stream: this.#stream, text: this.#text });
    this.#text = '';
  }
}

const PIECE = 16 * 1024;
