import type { Event } from '../../core/index.ts';

/**
 * Keeps the text of a step, and its logprobs, back until it is certain that the client may see it. With a response format, only
 * the last step's text is the answer. A step is the last one if it calls a client tool, or if it ends without calls.
 */
export class HeldText {
  #held: Event[] = [];
  #isReleased = false;

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
      if (!this.#isReleased && isOfText(event)) this.#held.push(event);
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
}

/** True for text, and for fields of the choice, such as logprobs, which describe the text. */
function isOfText(event: Event): boolean {
  return event.type === 'text' || (event.type === 'extra' && event.at === 'choice');
}
