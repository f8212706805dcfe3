import type { Session } from './session.ts';

/** Holds a server's current session, and the callers that wait for the next one. */
export class CurrentSession {
  readonly #waiting = new Set<(session: Session | undefined) => void>();
  #session: Session | undefined;
  #isHopeless = false;

  get(): Session | undefined {
    return this.#session;
  }

  set(session: Session): void {
    this.#session = session;
    this.#isHopeless = false;
    this.#tell(session);
  }

  /** Removes the session after it was lost. `next` then waits for a new one. */
  clear(): void {
    this.#session = undefined;
  }

  /** Makes current and later waiters get undefined at once, until the next `set`, because no session is expected soon. */
  giveUp(): void {
    this.#isHopeless = true;
    this.#tell(undefined);
  }

  /** Resolves with the next session; with undefined if none is expected soon, the time limit passes or the signal aborts. */
  next(limitMs: number, signal: AbortSignal): Promise<Session | undefined> {
    return new Promise((resolve) => {
      const end = (session?: Session): void => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        signal.removeEventListener('abort', onAbort);
        resolve(session);
      };
      const onAbort = (): void => end();
      const timer = setTimeout(end, limitMs);
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(end);
      if (signal.aborted || this.#isHopeless) end();
    });
  }

  #tell(session: Session | undefined): void {
    for (const tell of [...this.#waiting]) tell(session);
  }
}
