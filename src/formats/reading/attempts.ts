import type { KnownTools } from '../tools.ts';
import type { Reading, Tape } from './tape.ts';
import type { Telling } from './telling.ts';

/**
 * Readings with the way back open. What is read in vain is bounded by what was read for good, so that a message full of
 * markers which open nothing takes linear time: there is no patience for more of them.
 */
export class Attempts {
  /** What opened the calls that are being read, while none of them is told for good. */
  opener = '';
  /** The name for which something was no call. */
  unknown: string | undefined;
  readonly #tape: Tape;
  readonly #tools: KnownTools;
  readonly #telling: Telling;
  /** Letters that were read for nothing. */
  #wasted = 0;
  /** How far the last attempt in vain has read, and whether a call breaks off there. */
  #triedTo = 0;
  #isCut = false;
  /** Markers that opened nothing. */
  #strays = 0;

  constructor(tape: Tape, tools: KnownTools, telling: Telling) {
    this.#tape = tape;
    this.#tools = tools;
    this.#telling = telling;
  }

  /** Whether there is reason to read on in the hope of a call. */
  hasPatience(position = this.#tape.position): boolean {
    return this.#wasted <= PATIENCE + position / 4;
  }

  *make(reading: Reading<boolean>): Reading<boolean> {
    const tape = this.#tape;
    tape.record();
    const isRead = yield* reading;
    if (isRead) tape.forget();
    else {
      this.#isCut = tape.isEnded && tape.at === tape.text.length && this.#beginsCall(tape.recorded());
      this.#triedTo = Math.max(this.#triedTo, tape.position);
      this.#wasted += tape.recordedLength + ATTEMPT;
      tape.rewind();
    }
    return isRead;
  }

  /** Before the attempts at one marker. Says what to do when all of them were in vain. */
  at(mark: string): () => void {
    const isWithin = this.#tape.position < this.#triedTo; // of something that was spoken of
    this.unknown = undefined;
    this.#isCut = false;
    this.opener = mark;
    return () => {
      this.#wasted += ATTEMPT;
      if (!isWithin && isTelling(mark) && this.#strays++ < MOST_STRAYS) this.#tellStray(mark);
    };
  }

  #tellStray(mark: string): void {
    const name = this.unknown;
    if (this.#isCut) this.#telling.notice('incomplete', `${mark} opens a call that breaks off`);
    else if (name === undefined) this.#telling.notice('malformed', `${mark} is followed by no call that can be read`);
    else this.#telling.notice('unknown-tool', `there is no tool ${name}: its call stays text`, { name });
  }

  /** What breaks off like this is no prose: JSON, or the name of a tool. */
  #beginsCall(text: string): boolean {
    const begun = text.trimStart();
    if (begun.startsWith('{') || begun.startsWith('[')) return true;
    for (const name of this.#tools.names) {
      if (begun.startsWith(name) || (begun !== '' && name.startsWith(begun))) return true;
    }
    return false;
  }
}

/** More of them are not spoken of. */
const MOST_STRAYS = 32;

/** What an attempt costs besides the letters it reads, in letters. */
const ATTEMPT = 32;

/** Letters that may be read for nothing before anything was read for good. */
const PATIENCE = 16 * 1024;

/** Prose has no such marker by chance. */
function isTelling(mark: string): boolean {
  return mark.startsWith('<') || mark.startsWith('[') || mark.startsWith(']');
}
