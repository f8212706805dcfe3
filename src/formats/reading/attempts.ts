import type { KnownTools } from '../tools.ts';
import type { EventCollector } from './event-collector.ts';
import type { Reading, Tape } from './tape.ts';

/**
 * Attempts to read calls, which are rewound if they fail. The budget for failed attempts grows with the length of the text
 * read, so that a message full of markers that open nothing takes linear time. When the budget is used up, markers are
 * treated as text.
 */
export class Attempts {
  /** Text that opened the current calls, such as a marker. Empty once the first of these calls was accepted. */
  opener = '';
  /** Name of an unknown tool, set if a text was rejected as a call because of it. */
  unknown: string | undefined;
  readonly #tape: Tape;
  readonly #tools: KnownTools;
  readonly #telling: EventCollector;
  /** Number of characters that failed attempts have cost. */
  #wasted = 0;
  /** Position up to which failed attempts have read. */
  #triedTo = 0;
  /** True if the last failed attempt began like a call and reached the end of the text. */
  #isCut = false;
  /** Number of markers that opened nothing. */
  #strays = 0;

  constructor(tape: Tape, tools: KnownTools, telling: EventCollector) {
    this.#tape = tape;
    this.#tools = tools;
    this.#telling = telling;
  }

  /** Returns true if the budget allows another attempt at this position. */
  hasAttemptBudget(position = this.#tape.position): boolean {
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

  /** Prepares the attempts at one marker. Returns a function that the caller must call if all of them fail. */
  at(mark: string): () => void {
    const isWithin = this.#tape.position < this.#triedTo; // inside a text that was already reported
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
    if (this.#isCut) this.#telling.notice('incomplete', `"${mark}" opens a call, but the text ends inside it.`);
    else if (name === undefined)
      this.#telling.notice('malformed', `"${mark}" is not followed by a call that can be parsed.`);
    else
      this.#telling.notice(
        'unknown-tool',
        `The call of "${name}" stays text, because there is no tool with this name.`,
        { name },
      );
  }

  /** Returns true if a truncated text is a call rather than prose: it begins with JSON or with the name of a tool. */
  #beginsCall(text: string): boolean {
    const begun = text.trimStart();
    if (begun.startsWith('{') || begun.startsWith('[')) return true;
    for (const name of this.#tools.names) {
      if (begun.startsWith(name) || (begun !== '' && name.startsWith(begun))) return true;
    }
    return false;
  }
}

/** The most notices about markers that opened nothing. */
const MOST_STRAYS = 32;

/** Fixed cost of an attempt, in characters, in addition to the characters that it reads. */
const ATTEMPT = 32;

/** Budget for failed attempts at the start of a text, in characters. */
const PATIENCE = 16 * 1024;

/** Returns true if prose does not contain such a marker by chance. */
function isTelling(mark: string): boolean {
  return mark.startsWith('<') || mark.startsWith('[') || mark.startsWith(']');
}
