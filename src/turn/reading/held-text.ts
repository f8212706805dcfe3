import type { Event } from '../../core/index.ts';

/**
 * Keeps the text of a step back until it is certain that the client may see it. With a response format, only the last
 * step's text is the answer. A step is the last one if it calls a client tool, or if it ends without calls.
 */
export class HeldText {
  #held: Event[] = [];
  #isReleased = false;

  /** True if text was kept back that the client has not received. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** Returns the events that the client may see now. */
  push(events: readonly Event[]): readonly Event[] {
    if (this.#isReleased) return events;
    const shown: Event[] = [];
    for (const event of events) {
      if (event.type === 'call-start' && event.owner === 'client') shown.push(...this.release());
      if (event.type === 'text' && !this.#isReleased) this.#held.push(event);
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
