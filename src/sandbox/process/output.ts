import type { Report } from './protocol.ts';

type Stream = 'stdout' | 'stderr';

/**
 * Collects what a program prints, and passes it on: the first lines at once, and then larger pieces. So a program that is killed
 * loses little of its output. Text beyond the bound is dropped.
 */
export class Output {
  readonly #tell: (report: Report) => void;
  #left: number;
  #stream: Stream = 'stdout';
  #text = '';
  #flushes = 0;
  #flushedAt = performance.now();

  constructor(bytes: number, tell: (report: Report) => void) {
    this.#left = bytes;
    this.#tell = tell;
  }

  push(stream: Stream, text: string): void {
    if (this.#left <= 0) return;
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    const size = Buffer.byteLength(text);
    const kept = size > this.#left ? beginningOf(text, this.#left) : text;
    this.#left -= size;
    this.#text += kept;
    if (this.#left <= 0) this.#text += LEFT_OUT;
    if (this.#left <= 0 || this.#isPiece()) this.flush();
  }

  #isPiece(): boolean {
    if (this.#text.length >= PIECE || performance.now() - this.#flushedAt > PIECE_MS) return true;
    return this.#flushes < FIRST_LINES && this.#text.endsWith('\n');
  }

  /** Must be called before the program's next report, so that the order is kept. */
  flush(): void {
    if (this.#text === '') return;
    this.#tell({ kind: 'print', stream: this.#stream, text: this.#text });
    this.#text = '';
    this.#flushes++;
    this.#flushedAt = performance.now();
  }
}

/** Returns as many whole characters as these bytes have. */
function beginningOf(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

const LEFT_OUT = '\n[The output is too long ("limits.pythonOutputBytes"); the rest is left out. Print less.]\n';
const PIECE = 16 * 1024;
const PIECE_MS = 100;
const FIRST_LINES = 50;
