import type { Event, Owner } from '../../core/index.ts';
import type { StepCall } from './dispatch.ts';

/** A call as the client sees it. */
export interface ShownCall {
  readonly id: string;
  readonly owner: Owner;
  readonly name: string;
}

/**
 * The calls of a step, in order. A dispatcher call is shown only when it is complete, because its owner is unknown
 * until then. Later calls wait for it: clients run calls in the order in which they receive them, and follow-up
 * requests are matched by that order.
 */
export class CallsInOrder {
  readonly #begun: BegunCall[] = [];
  readonly #byId = new Map<string, BegunCall>();
  /** Index of the first call that is not shown yet. Events of earlier calls pass at once. */
  #shown = 0;

  begin(id: string, known: ShownCall): void {
    this.#add(id, known);
    this.#advance();
  }

  /** Begins a call whose owner is not known yet, and holds back its events. */
  hold(id: string): void {
    this.#add(id, undefined);
  }

  /** Returns the call as the client sees it; undefined while it is held back; 'nobody' if no call with this id has begun. */
  shownAs(id: string): ShownCall | 'nobody' | undefined {
    const begun = this.#byId.get(id);
    return begun === undefined ? 'nobody' : begun.known;
  }

  end(id: string, call: StepCall): void {
    const begun = this.#byId.get(id);
    if (begun !== undefined) begun.call = call;
  }

  /** The complete calls, in the order in which they began. */
  get whole(): readonly StepCall[] {
    return this.#begun.flatMap(({ call }) => call ?? []);
  }

  /** Returns the events if they may be shown now; otherwise queues them and returns nothing. */
  pass(id: string, events: readonly Event[]): readonly Event[] {
    const begun = this.#byId.get(id);
    if (begun === undefined || begun.place < this.#shown) return events;
    for (const event of events) begun.waiting.push(event);
    return [];
  }

  /** Ends the hold on a call. Returns its events and those of later calls that waited for it. */
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
  /** Undefined while the call is held back. */
  known: ShownCall | undefined;
  /** Events that the client will see later. */
  waiting: Event[];
  call: StepCall | undefined;
}
