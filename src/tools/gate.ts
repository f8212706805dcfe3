/** Age of a call that has not waited: younger than any waiter. Ages count up, so a lower age is older. */
export const newcomer = Number.POSITIVE_INFINITY;

/**
 * A concurrency limit: a bounded number of slots. It has no queue, because a call that needs several gates waits for all of
 * them at the same time, in the CallQueue.
 */
export class Gate {
  readonly id = ++made;
  /** The MCP server whose calls this gate limits; undefined if it limits other calls. */
  readonly server: string | undefined;
  /** Number of waiters for which this was the first full gate when they arrived. */
  stopped = 0;
  /** Number of calls inside that wait for a queued call of their own. */
  stalled = 0;
  /** Age of the waiter that one slot is reserved for; later calls cannot take that slot. `newcomer` if there is none. */
  reservedFor = newcomer;
  readonly #limit: number;
  readonly #onUnused: () => void;
  #inside = 0;
  #expected = 0;

  /** `onUnused` is called when no call is inside the gate and none waits for it. */
  constructor(limit: number, onUnused: () => void = () => {}, server?: string) {
    this.#limit = limit;
    this.#onUnused = onUnused;
    this.server = server;
  }

  /**
   * True if a call of this age may enter. If every call inside waits for a call of its own, a nested call may enter even a
   * full gate: it may be the call that they wait for.
   */
  hasRoomFor(isNested: boolean, age = newcomer): boolean {
    const kept = this.reservedFor < age ? 1 : 0;
    return this.#inside + kept < this.#limit || (isNested && this.#inside === this.stalled);
  }

  enter(): void {
    this.#inside++;
  }

  leave(): void {
    this.#inside--;
    this.#endIfUnused();
  }

  /** Counts a waiter that needs this gate, so that the gate does not become unused. */
  expect(): void {
    this.#expected++;
  }

  unexpect(): void {
    this.#expected--;
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    if (this.#inside === 0 && this.#expected === 0) this.#onUnused();
  }
}

let made = 0;
