import { isSpace } from '../values/letters.ts';
import type { Marks } from './marks.ts';
import { Pieces } from './pieces.ts';

/** Reads as far as the text has come, and goes on when there is more. */
export type Reading<T = void> = Generator<undefined, T, undefined>;

/**
 * The text of a model as far as it has come. Whoever reads it asks for what it needs and waits until that is there, so that
 * no decision can depend on how the text was cut. What was read since `record` can be had again.
 */
export class Tape {
  text = '';
  at = 0;
  isEnded = false;
  /**
   * Reads on without waking the readers around it; true when they are wanted again. Most text is the inside of a long
   * value or of an answer.
   */
  sink: (() => boolean) | undefined;
  #kept: Pieces | undefined;
  /** What is kept of `text` begins here. */
  #keptFrom = 0;
  /** What stood before `text`, in letters. */
  #before = 0;

  push(chunk: string): void {
    const isRead = this.at === this.text.length;
    this.#before += this.at;
    if (this.#kept !== undefined) this.#keep();
    this.text = isRead ? chunk : this.text.slice(this.at) + chunk;
    this.at = 0;
    this.#keptFrom = 0;
  }

  /** How many letters stand before this place. */
  get position(): number {
    return this.#before + this.at;
  }

  // Recording

  /** From here on what is read is kept. */
  record(): void {
    this.#kept = new Pieces();
    this.#keptFrom = this.at;
  }

  /** What was read since then. */
  recorded(from = 0): string {
    return ((this.#kept?.join() ?? '') + this.text.slice(this.#keptFrom, this.at)).slice(from);
  }

  get recordedLength(): number {
    return (this.#kept?.length ?? 0) + this.at - this.#keptFrom;
  }

  /** Back to where the recording began. */
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

  /** Puts back what was just read. */
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

  /** Whether anything more comes. */
  *more(): Reading<boolean> {
    while (this.at === this.text.length) {
      if (this.isEnded) return false;
      yield;
    }
    return true;
  }

  /** The next letter's code unit; -1 at the end. */
  *peek(): Reading<number> {
    return (yield* this.more()) ? this.text.charCodeAt(this.at) : -1;
  }

  /** White space, as it stood there. */
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

  /** The marker that stands here, if one does: read, and what it means. */
  *match<T>(marks: Marks<T>): Reading<T | undefined> {
    const meaning = yield* this.see(marks);
    if (meaning !== undefined) this.at += marks.length;
    return meaning;
  }

  /** The marker that stands here, if one does; it stays unread. */
  *see<T>(marks: Marks<T>): Reading<T | undefined> {
    if (marks.isEmpty) return undefined;
    for (;;) {
      const seen =
        this.at === this.text.length && !this.isEnded ? 'open' : marks.look(this.text, this.at, this.isEnded);
      if (seen !== 'open') return marks.meaning;
      yield;
    }
  }

  /**
   * Passes text on up to a marker, which is read; undefined when the text ends before one comes. Only what may still become
   * a marker is held back. `isText`: whether a marker at this position is text all the same.
   */
  *until<T>(
    marks: Marks<T>,
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

  /** Text up to a marker, at most so long; without the marker where it is longer, or none comes. */
  *textUntil<T>(marks: Marks<T>, most: number): Reading<{ readonly text: string; readonly mark: T | undefined }> {
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

  /** Lets `step` read whatever comes until it is done, or the text has ended. */
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
