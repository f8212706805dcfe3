/** The age of who has not waited: later than any that wait. Ages count up, so the lower is the older. */
export const newcomer = Number.POSITIVE_INFINITY;

/** A bounded number of places. Nobody queues here: who needs several gates waits for all of them at once, in the waiting room. */
export class Gate {
  /** Tells gates apart. */
  readonly id = ++made;
  /** The server whose gate it is. */
  readonly server: string | undefined;
  /** Of those who wait, who found this one full when they came. */
  stopped = 0;
  /** Of those inside, who wait for a waiting call of their own. */
  stalled = 0;
  /** The age of the waiter that is owed a place, if any is: one place is kept from all who came later. */
  owedTo = newcomer;
  readonly #limit: number;
  readonly #onUnused: () => void;
  #inside = 0;
  #expected = 0;

  /** `onUnused` is called when nobody is inside any more, and nobody waits for it. */
  constructor(limit: number, onUnused: () => void = () => {}, server?: string) {
    this.#limit = limit;
    this.#onUnused = onUnused;
    this.server = server;
  }

  /** Where all who are inside wait for calls of their own, a nested call passes: it may be the one that they wait for. */
  hasRoomFor(isNested: boolean, age = newcomer): boolean {
    const kept = this.owedTo < age ? 1 : 0;
    return this.#inside + kept < this.#limit || (isNested && this.#inside === this.stalled);
  }

  enter(): void {
    this.#inside++;
  }

  leave(): void {
    this.#inside--;
    this.#endIfUnused();
  }

  /** Somebody waits for it, among others. */
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
