import type { Event } from '../../core/index.ts';

/** The text of a step that is kept back: all of it, or only text that does not begin like JSON. */
export type Held = 'all' | 'prose';

/**
 * Keeps the text of a step back until it is certain that the client may see it. With a response format, only the last
 * step's text is the answer. A step is the last one if it calls a client tool or if the turn ends with it.
 */
export class HeldText {
  readonly #passesJson: boolean;
  #held: Event[] = [];
  /** True if text other than whitespace has arrived. */
  #hasBegun = false;
  #isReleased = false;

  constructor(held: Held) {
    this.#passesJson = held === 'prose';
  }

  /** True if text was kept back that the client has not received. */
  get isHolding(): boolean {
    return this.#held.some(({ type }) => type === 'text');
  }

  /** Returns the events that the client may see now. */
  push(events: readonly Event[]): readonly Event[] {
    if (this.#isReleased) return events;
    const shown: Event[] = [];
    for (const event of events) {
      if (event.type === 'call-start' && event.owner === 'client') shown.push(...this.release());
      if (event.type === 'text' && this.#isJson(event.text)) shown.push(...this.release());
      if (isAboutText(event) && !this.#isReleased) this.#held.push(event);
      else shown.push(event);
    }
    return shown;
  }

  /** Returns the text so far, and keeps nothing back from now on. */
  release(): readonly Event[] {
    const held = this.#held;
    this.#held = [];
    this.#isReleased = true;
    return held;
  }

  /** True if this piece is the beginning of the step's text and looks like JSON that may be shown. */
  #isJson(piece: string): boolean {
    if (!this.#passesJson || this.#hasBegun) return false;
    const begun = piece.trimStart();
    this.#hasBegun = begun !== '';
    return begun.startsWith('{') || begun.startsWith('[');
  }
}

/** True for text, and for a server's fields about it, such as `logprobs` and `annotations`. */
function isAboutText(event: Event): boolean {
  return event.type === 'text' || (event.type === 'extra' && event.at !== 'answer');
}
