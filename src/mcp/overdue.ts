/**
 * Watches the running calls of a server, and reports when there is a reason to doubt that the server is alive: a call has
 * exceeded its time limit, and the calls that ran beside it have ended since without any message from the server. As long as
 * one of those calls is within its limit, the server may be busy with it. A synchronous server cannot even answer a ping then.
 */
export class Overdue {
  readonly #onDoubt: () => void;
  readonly #running = new Set<symbol>();
  /** The calls that must end before there is a doubt; undefined if no call has exceeded its limit. */
  #awaited: Set<symbol> | undefined;

  constructor(onDoubt: () => void) {
    this.#onDoubt = onDoubt;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Adds a running call. The returned function must be called when the call has ended. */
  begin(): (isOverdue: boolean) => void {
    const call = Symbol('call');
    this.#running.add(call);
    return (isOverdue) => {
      this.#running.delete(call);
      this.#awaited?.delete(call);
      // Later calls are not awaited: with steady traffic, a frozen server would never be detected.
      if (isOverdue) this.#awaited ??= new Set(this.#running);
      if (this.#awaited?.size !== 0) return;
      this.#awaited = undefined;
      this.#onDoubt();
    };
  }

  /** Must be called for every message from the server, and for a new session. */
  heard(): void {
    this.#awaited = undefined;
  }
}
