import type { Session } from './session.ts';

/** The session that there is, and those who wait for the next one. */
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

  /** It was lost: who asks now waits for the next. */
  clear(): void {
    this.#session = undefined;
  }

  /** None is to be expected soon. */
  giveUp(): void {
    this.#isHopeless = true;
    this.#tell(undefined);
  }

  /** Undefined when none is to be expected soon, or none came within this time, or the signal aborts. */
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
