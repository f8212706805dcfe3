import { isSpace } from '../values/characters.ts';
import type { MarkerSet } from './marker-set.ts';
import { Pieces } from './pieces.ts';

/** A parser as a coroutine: it reads the text that has arrived, yields, and resumes when there is more. */
export type Reading<T = void> = Generator<undefined, T, undefined>;

/**
 * The text of a model as far as it has arrived. A parser waits until the text that it needs is available, so that no decision
 * depends on how the text was split. The text read since `record` can be read again.
 */
export class Tape {
  text = '';
  at = 0;
  isEnded = false;
  /**
   * Consumes new text without resuming the parser, and returns true when the parser must resume. This is faster, because
   * most text is inside a long value or an answer. Undefined if the parser must resume for any text.
   */
  sink: (() => boolean) | undefined;
  #kept: Pieces | undefined;
  /** Offset in `text` at which the recording continues. */
  #keptFrom = 0;
  /** Number of characters before `text`. */
  #before = 0;

  push(chunk: string): void {
    const isRead = this.at === this.text.length;
    this.#before += this.at;
    if (this.#kept !== undefined) this.#keep();
    this.text = isRead ? chunk : this.text.slice(this.at) + chunk;
    this.at = 0;
    this.#keptFrom = 0;
  }

  /** Number of characters before the current position. */
  get position(): number {
    return this.#before + this.at;
  }

  // Recording

  /** Starts to record what is read. */
  record(): void {
    this.#kept = new Pieces();
    this.#keptFrom = this.at;
  }

  /** Returns what was read since `record`. */
  recorded(from = 0): string {
    return ((this.#kept?.join() ?? '') + this.text.slice(this.#keptFrom, this.at)).slice(from);
  }

  get recordedLength(): number {
    return (this.#kept?.length ?? 0) + this.at - this.#keptFrom;
  }

  /** Goes back to where the recording began, and ends the recording. */
  rewind(): void {
    if (this.#kept?.length === 0) this.at = this.#keptFrom;
    else {
      this.#before += this.at - this.recordedLength;
      this.text = this.recorded() + this.text.slice(this.at);
      this.at = 0;
    }
    this.forget();
  }

  forget(): void {
    this.#kept = undefined;
    this.#keptFrom = 0;
  }

  #keep(): void {
    const piece =
      this.#keptFrom === 0 && this.at === this.text.length ? this.text : this.text.slice(this.#keptFrom, this.at);
    this.#kept?.add(piece);
  }

  /** Puts back text that was just read. */
  unread(text: string): void {
    if (text.length <= this.at) {
      this.at -= text.length;
      return;
    }
    this.#kept?.drop(text.length - this.at);
    this.#before -= text.length - this.at;
    this.text = text + this.text.slice(this.at);
    this.at = 0;
    this.#keptFrom = 0;
  }

  // Reading

  /** Waits for more text. Returns false at the end of the text. */
  *more(): Reading<boolean> {
    while (this.at === this.text.length) {
      if (this.isEnded) return false;
      yield;
    }
    return true;
  }

  /** Returns the next code unit without reading it, or -1 at the end. */
  *peek(): Reading<number> {
    return (yield* this.more()) ? this.text.charCodeAt(this.at) : -1;
  }

  /** Reads whitespace and returns it. */
  *space(): Reading<string> {
    if (this.at < this.text.length && !isSpace(this.text.charCodeAt(this.at))) return '';
    let space = '';
    yield* this.through(() => {
      const from = this.at;
      while (this.at < this.text.length && isSpace(this.text.charCodeAt(this.at))) this.at++;
      space += this.text.slice(from, this.at);
      return this.at < this.text.length;
    });
    return space;
  }

  /** Reads the marker at the current position and returns its meaning. Undefined if there is no marker. */
  *match<T>(marks: MarkerSet<T>): Reading<T | undefined> {
    const meaning = yield* this.see(marks);
    if (meaning !== undefined) this.at += marks.length;
    return meaning;
  }

  /** Returns the meaning of the marker at the current position without reading it. Undefined if there is no marker. */
  *see<T>(marks: MarkerSet<T>): Reading<T | undefined> {
    if (marks.isEmpty) return undefined;
    for (;;) {
      const seen =
        this.at === this.text.length && !this.isEnded ? 'open' : marks.look(this.text, this.at, this.isEnded);
      if (seen !== 'open') return marks.meaning;
      yield;
    }
  }

  /** Returns true if the text ends with the beginning of one of these markers, and nothing else is left to read. */
  endsInside(marks: readonly string[]): boolean {
    if (!this.isEnded || this.at === this.text.length) return false;
    const rest = this.text.slice(this.at);
    return marks.some((mark) => mark.startsWith(rest));
  }

  /** Skips the rest of the text that has arrived. */
  skip(): void {
    this.at = this.text.length;
  }

  /**
   * Passes text to `put` up to a marker, reads the marker and returns its meaning. Undefined if the text ends first. Only text
   * that may still become a marker is held back. `isText` returns true if a marker at this position is to be read as text.
   */
  *until<T>(
    marks: MarkerSet<T>,
    put: (text: string) => void,
    isText: (mark: T, position: number) => boolean = never,
  ): Reading<T | undefined> {
    let found: T | undefined;
    yield* this.through(() => {
      const { text, isEnded } = this;
      let at = this.at;
      for (;;) {
        at = marks.find(text, at);
        const seen = at === text.length ? 'none' : marks.look(text, at, isEnded);
        if (seen === 'none' && at < text.length) {
          at++;
          continue;
        }
        if (seen === 'found' && isText(marks.meaning as T, this.#before + at)) {
          at += marks.length;
          continue;
        }
        if (at > this.at) put(text.slice(this.at, at));
        this.at = at;
        if (seen !== 'found') return false;
        found = marks.meaning;
        this.at += marks.length;
        return true;
      }
    });
    return found;
  }

  /** Reads text up to a marker. `mark` is undefined if the text is longer than `most` characters or ends without a marker. */
  *textUntil<T>(marks: MarkerSet<T>, most: number): Reading<{ readonly text: string; readonly mark: T | undefined }> {
    let text = '';
    let mark: T | undefined;
    yield* this.through(() => {
      for (;;) {
        const at = marks.find(this.text, this.at, Math.min(this.text.length, this.at + most + 1 - text.length));
        text += this.text.slice(this.at, at);
        this.at = at;
        if (text.length > most) return true;
        if (at === this.text.length) return false;
        const seen = marks.look(this.text, at, this.isEnded);
        if (seen === 'open') return false;
        if (seen === 'found') {
          mark = marks.meaning;
          this.at += marks.length;
          return true;
        }
        text += this.text.charAt(at);
        this.at++;
      }
    });
    return { text, mark };
  }

  /** Calls `step` for all text that arrives until it returns true or the text ends. */
  *through(step: () => boolean): Reading {
    if (step()) return;
    if (this.isEnded) return;
    this.sink = step;
    yield;
    this.sink = undefined;
  }
}

function never(): boolean {
  return false;
}
