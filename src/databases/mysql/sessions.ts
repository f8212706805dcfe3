import type { DatabaseOptions } from '../options.ts';
import { Places } from '../places.ts';
import { checkAccount } from './account.ts';
import type { Address } from './address.ts';
import { isLost } from './errors.ts';
import { Session } from './session.ts';

/** The connections of one database: idle ones that are kept, and statements that wait for one. */
export class Sessions {
  readonly #address: () => Address;
  readonly #options: DatabaseOptions;
  readonly #idle: { readonly session: Session; readonly since: number }[] = [];
  readonly #places: Places;
  #isClosed = false;

  constructor(address: () => Address, options: DatabaseOptions) {
    this.#address = address;
    this.#options = options;
    this.#places = new Places(options.connections);
  }

  /**
   * Runs work on a connection, and connects if none is idle. `prepare` comes first and has no lasting effect: if an idle
   * connection turns out to be lost there, another one is used. The work must leave its connection clean, or destroy it.
   */
  async use<Result>(
    signal: AbortSignal,
    prepare: (session: Session) => Promise<void>,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    await this.#places.enter(signal);
    let session: Session | undefined;
    try {
      session = await this.#take(signal, prepare);
      return await work(session);
    } finally {
      if (session !== undefined) this.#putBack(session);
      this.#places.leave();
    }
  }

  /** Opens a connection besides the counted ones, for a moment: to cancel a statement. */
  connectAside(ms: number, signal: AbortSignal): Promise<Session> {
    return Session.connect(this.#address(), ms, signal);
  }

  close(): void {
    this.#isClosed = true;
    for (const { session } of this.#idle.splice(0)) session.destroy();
  }

  async #take(signal: AbortSignal, prepare: (session: Session) => Promise<void>): Promise<Session> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      const { session, since } = idle;
      // A firewall may have dropped the connection silently.
      if (performance.now() - since > IDLE_MS) session.destroy();
      if (session.isLost) continue;
      try {
        await ready(session, signal, prepare);
        return session;
      } catch (error) {
        if (signal.aborted || !isLost(error)) throw error;
      }
    }
    signal.throwIfAborted();
    const fresh = await Session.connect(this.#address(), this.#options.connectMs, signal);
    const address = this.#address();
    await ready(fresh, signal, async () => {
      if (!this.#options.isWritable) await checkAccount(fresh, address);
      await prepare(fresh);
    });
    return fresh;
  }

  #putBack(session: Session): void {
    if (session.isLost) return;
    if (this.#isClosed) session.destroy();
    else {
      session.keepAlive(false);
      this.#idle.push({ session, since: performance.now() });
    }
  }
}

/** An idle connection that is older is not used any more. */
const IDLE_MS = 5 * 60_000;

/** Prepares a connection, or destroys it. */
async function ready(
  session: Session,
  signal: AbortSignal,
  prepare: (session: Session) => Promise<void>,
): Promise<void> {
  const stop = () => session.destroy();
  signal.addEventListener('abort', stop, { once: true });
  session.keepAlive(true);
  try {
    await prepare(session);
  } catch (error) {
    session.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
