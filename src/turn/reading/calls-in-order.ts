import type { Event, Owner } from '../../core/index.ts';
import type { StepCall } from './dispatch.ts';

/** A call as the client sees it. */
export interface ShownCall {
  readonly id: string;
  readonly owner: Owner;
  readonly name: string;
}

/**
 * The calls of a step. One through the dispatcher is shown when it is whole, because only then it is known whose it is; those that
 * began behind it wait for it: a client runs calls in the order in which it sees them, and a follow-up is known by that order.
 */
export class CallsInOrder {
  readonly #begun: BegunCall[] = [];
  readonly #byId = new Map<string, BegunCall>();
  /** All before this place are shown as they come. */
  #shown = 0;

  begin(id: string, known: ShownCall): void {
    this.#add(id, known);
    this.#advance();
  }

  /** It is not known yet what the client may see of it. */
  hold(id: string): void {
    this.#add(id, undefined);
  }

  /** As the client sees it; undefined while it is held. */
  shownAs(id: string): ShownCall | 'nobody' | undefined {
    const begun = this.#byId.get(id);
    return begun === undefined ? 'nobody' : begun.known;
  }

  end(id: string, call: StepCall): void {
    const begun = this.#byId.get(id);
    if (begun !== undefined) begun.call = call;
  }

  /** Those that have ended, in the order in which they began. */
  get whole(): readonly StepCall[] {
    return this.#begun.flatMap(({ call }) => call ?? []);
  }

  /** What of these events may be shown now; the others wait. */
  pass(id: string, events: readonly Event[]): readonly Event[] {
    const begun = this.#byId.get(id);
    if (begun === undefined || begun.place < this.#shown) return events;
    for (const event of events) begun.waiting.push(event);
    return [];
  }

  /** It is held no longer: what may be shown now, of it and of those that waited for it. */
  release(id: string, known: ShownCall, events: readonly Event[]): readonly Event[] {
    const begun = this.#byId.get(id);
    if (begun === undefined) return [];
    begun.known = known;
    for (const event of events) begun.waiting.push(event);
    return this.#advance();
  }

  #add(id: string, known: ShownCall | undefined): void {
    const begun: BegunCall = { place: this.#begun.length, known, waiting: [], call: undefined };
    this.#begun.push(begun);
    this.#byId.set(id, begun);
  }

  #advance(): readonly Event[] {
    const events: Event[] = [];
    for (let next = this.#begun[this.#shown]; next?.known !== undefined; next = this.#begun[this.#shown]) {
      for (const event of next.waiting) events.push(event);
      next.waiting = [];
      this.#shown++;
    }
    return events;
  }
}

interface BegunCall {
  readonly place: number;
  /** Undefined while it is held. */
  known: ShownCall | undefined;
  /** What the client will see of it. */
  waiting: Event[];
  call: StepCall | undefined;
}
