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
 * requests are matched by that order. If the client accepts only one call, its first call in this order counts.
 */
export class CallsInOrder {
  readonly #isSingle: boolean;
  readonly #begun: BegunCall[] = [];
  readonly #byId = new Map<string, BegunCall>();
  /** Index of the first call that is not shown yet. Events of earlier calls pass at once. */
  #shown = 0;
  #hasClientCall = false;

  /** If `isSingle`, the client's calls after the first one are left out. */
  constructor(isSingle: boolean) {
    this.#isSingle = isSingle;
  }

  /** Begins a call, and holds back its events until its owner is known. */
  hold(id: string): void {
    const begun = { place: this.#begun.length, known: undefined, isLeftOut: false, waiting: [], call: undefined };
    this.#begun.push(begun);
    this.#byId.set(id, begun);
  }

  /** Ends the hold on a call. Returns its events and those of later calls that waited for it. */
  release(id: string, known: ShownCall, events: readonly Event[]): readonly Event[] {
    const begun = this.#byId.get(id);
    if (begun === undefined) return [];
    begun.known = known;
    for (const event of events) begun.waiting.push(event);
    return this.#advance();
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

  /** The complete calls, in the order in which they began, without those that are left out. */
  get whole(): readonly StepCall[] {
    return this.#begun.flatMap(({ call, isLeftOut }) => (isLeftOut ? [] : (call ?? [])));
  }

  /** Returns the events if they may be shown now; otherwise queues them and returns nothing. */
  pass(id: string, events: readonly Event[]): readonly Event[] {
    const begun = this.#byId.get(id);
    if (begun === undefined || begun.isLeftOut) return [];
    if (begun.place < this.#shown) return events;
    for (const event of events) begun.waiting.push(event);
    return [];
  }

  #advance(): readonly Event[] {
    const events: Event[] = [];
    for (let next = this.#begun[this.#shown]; next?.known !== undefined; next = this.#begun[this.#shown]) {
      const { owner, name } = next.known;
      next.isLeftOut = this.#isSingle && owner === 'client' && this.#hasClientCall;
      this.#hasClientCall ||= owner === 'client';
      if (next.isLeftOut) events.push({ type: 'notice', message: secondCallNotice(name) });
      else for (const event of next.waiting) events.push(event);
      next.waiting = [];
      this.#shown++;
    }
    return events;
  }
}

/** Returns the notice for a call that is left out because the request allows only one call at a time. */
export function secondCallNotice(name: string): string {
  return `A second call, of "${name}", was left out, because the request allows only one call at a time.`;
}

interface BegunCall {
  readonly place: number;
  /** Undefined while the call is held back. */
  known: ShownCall | undefined;
  isLeftOut: boolean;
  /** Events that the client will see later. */
  waiting: Event[];
  call: StepCall | undefined;
}
