import type { Session } from './session.ts';
import { closedError } from './stop.ts';

/** Keeps a bounded number of sessions. A session that failed is replaced at the next use. */
export class Pool {
  readonly #open: () => Promise<Session>;
  readonly #most: number;
  readonly #sessions = new Set<Session>();
  readonly #idle = new Map<Session, NodeJS.Timeout>();
  readonly #waiting = new Set<PromiseWithResolvers<Session>>();
  /** Sessions that become idle soon. */
  #opening = 0;
  #resetting = 0;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(open: () => Promise<Session>, most: number) {
    this.#open = open;
    this.#most = most;
  }

  /** Returns a session that nothing else uses. Rejects with the reason of `stop` if it aborts first. */
  async acquire(stop: AbortSignal): Promise<Session> {
    if (this.#closed !== undefined) throw closedError();
    stop.throwIfAborted();
    const waiter = Promise.withResolvers<Session>();
    const onStop = () => {
      this.#waiting.delete(waiter);
      waiter.reject(stop.reason);
    };
    stop.addEventListener('abort', onStop, { once: true });
    this.#waiting.add(waiter);
    this.#serve();
    try {
      return await waiter.promise;
    } finally {
      stop.removeEventListener('abort', onStop);
    }
  }

  /** Takes a session back. It is given out again after its state was removed. */
  release(session: Session): void {
    if (!session.isUsable || this.#closed !== undefined) {
      session.end();
      this.#serve();
      return;
    }
    session.unref();
    this.#resetting++;
    void session.reset().then(() => {
      this.#resetting--;
      this.#keep(session);
    });
  }

  /** Ends the idle sessions, and resolves when all sessions have ended. */
  async close(): Promise<void> {
    this.#closed ??= Promise.withResolvers();
    for (const waiter of this.#takeWaiting()) waiter.reject(closedError());
    for (const session of this.#takeIdle()) session.end();
    for (const session of this.#sessions) session.ref(); // the process waits for those that are being reset, too
    this.#checkClosed();
    await this.#closed.promise;
  }

  #serve(): void {
    for (const [waiter] of this.#waiting.entries()) {
      const session = this.#nextIdle();
      if (session === undefined) break;
      this.#waiting.delete(waiter);
      session.ref();
      waiter.resolve(session);
    }
    while (this.#waiting.size > this.#opening + this.#resetting && this.#sessions.size + this.#opening < this.#most) {
      this.#opening++;
      void this.#add();
    }
  }

  async #add(): Promise<void> {
    try {
      const session = await this.#open();
      this.#opening--;
      this.#sessions.add(session);
      session.onEnd = () => this.#remove(session);
      if (session.isEnded) this.#remove(session);
      else this.#keep(session);
    } catch (error) {
      this.#opening--;
      // The others would fail in the same way, one after the other.
      for (const waiter of this.#takeWaiting()) waiter.reject(error);
      this.#checkClosed();
    }
  }

  #keep(session: Session): void {
    if (!session.isUsable || this.#closed !== undefined) session.end();
    else {
      session.unref();
      this.#idle.set(session, setTimeout(() => this.#endIdle(session), IDLE_MS).unref());
    }
    this.#serve();
  }

  #endIdle(session: Session): void {
    this.#idle.delete(session);
    session.end();
  }

  #remove(session: Session): void {
    clearTimeout(this.#idle.get(session));
    this.#idle.delete(session);
    this.#sessions.delete(session);
    this.#checkClosed();
    this.#serve();
  }

  /** Returns the idle session that was used last, so that sessions beyond the need end. */
  #nextIdle(): Session | undefined {
    for (const session of [...this.#idle.keys()].reverse()) {
      clearTimeout(this.#idle.get(session));
      this.#idle.delete(session);
      if (session.isUsable) return session;
      session.end();
    }
    return undefined;
  }

  #takeIdle(): Session[] {
    const sessions = [...this.#idle.keys()];
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    return sessions;
  }

  #takeWaiting(): PromiseWithResolvers<Session>[] {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    return waiting;
  }

  #checkClosed(): void {
    if (this.#sessions.size + this.#opening === 0) this.#closed?.resolve();
  }
}

/** Shorter than the time after which firewalls forget an idle connection. */
const IDLE_MS = 30_000;
