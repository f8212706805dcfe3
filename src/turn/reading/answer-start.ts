import type { Event } from '../../core/index.ts';

/**
 * The beginning of a turn's answer. Until the first content is shown or a tool runs, another model may still take over.
 * Accompanying events, such as notices and signatures, are held back until then.
 */
export class AnswerStart {
  #isSilent = true;
  #held: Event[] = [];

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Marks the answer as begun, because earlier text was already sent. */
  open(): void {
    this.#isSilent = false;
  }

  /** Returns the events that may be shown now, preceded by those that were held back. */
  push(events: readonly Event[]): readonly Event[] {
    if (this.#isSilent && events.every(isBeside)) {
      this.#held.push(...events);
      return [];
    }
    if (events.length > 0) this.#isSilent = false;
    return this.#held.length === 0 ? events : [...this.release(), ...events];
  }

  /** Marks the answer as begun, and returns the events that were held back. */
  release(): readonly Event[] {
    const held = this.#held;
    this.#held = [];
    this.#isSilent = false;
    return held;
  }

  /** Discards the events that were held back, because the model or another one is asked again. */
  forget(): void {
    this.#held = [];
  }
}

/**
 * True for events that are no answer by themselves: a server's fingerprint, a signature, a notice. A refusal or an
 * image is an answer.
 */
function isBeside(event: Event): boolean {
  if (event.type === 'notice' || event.type === 'reasoning-blocks') return true;
  return event.type === 'extra' && event.at !== 'message';
}
