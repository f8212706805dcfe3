import type { Event } from '../../core/index.ts';

/**
 * The beginning of a turn's answer. As long as nothing of it was said and nothing ran for it, another model may begin anew; what stands beside an
 * answer waits for its first word until then.
 */
export class Opening {
  #isSilent = true;
  #held: Event[] = [];

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Something was said already, before this answer. */
  open(): void {
    this.#isSilent = false;
  }

  /** What of these events may be shown now, with all that waited. */
  push(events: readonly Event[]): readonly Event[] {
    if (this.#isSilent && events.every(isBeside)) {
      this.#held.push(...events);
      return [];
    }
    if (events.length > 0) this.#isSilent = false;
    return this.#held.length === 0 ? events : [...this.release(), ...events];
  }

  /** The answer is there, whatever it is: what waited is shown. */
  release(): readonly Event[] {
    const held = this.#held;
    this.#held = [];
    this.#isSilent = false;
    return held;
  }

  /** The same, or another model, is asked again. */
  forget(): void {
    this.#held = [];
  }
}

/** What says nothing by itself: a server's fingerprint, a signature, a notice. A refusal or a picture is an answer. */
function isBeside(event: Event): boolean {
  if (event.type === 'notice' || event.type === 'reasoning-blocks') return true;
  return event.type === 'extra' && event.at !== 'message';
}
