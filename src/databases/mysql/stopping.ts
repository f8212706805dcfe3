import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from '../database-error.ts';
import type { Session } from './session.ts';

/**
 * Stops the statement of a connection when its signal aborts or `stop` is called: a second connection kills it at the server.
 * `end` waits until the statement no longer runs, for at most STOP_MS. A stopped connection is destroyed.
 */
export class Stopping {
  readonly #session: Session;
  readonly #connect: (ms: number, signal: AbortSignal) => Promise<Session>;
  readonly #signal: AbortSignal;
  readonly #stop = () => this.stop();
  readonly #settled = new AbortController();
  #stopped: Promise<void> | undefined;
  #isCommitting = false;

  constructor(session: Session, connect: (ms: number, signal: AbortSignal) => Promise<Session>, signal: AbortSignal) {
    this.#session = session;
    this.#connect = connect;
    this.#signal = signal;
    signal.addEventListener('abort', this.#stop, { once: true });
    if (signal.aborted) this.stop();
  }

  /** Throws if the caller has aborted. A killed BENCHMARK or SLEEP may look like a success, with wrong values. */
  throwIfAborted(): void {
    this.#signal.throwIfAborted();
  }

  stop(): void {
    this.#stopped ??= this.#isCommitting ? this.#awaitCommit() : this.#kill();
  }

  /** Commits. From here on the statement can no longer be cancelled: it takes effect, or the connection is lost. */
  async commit(): Promise<void> {
    this.#signal.throwIfAborted();
    this.#isCommitting = true;
    try {
      await this.#session.query('COMMIT');
    } catch (error) {
      if (!this.#session.isLost) throw error;
      throw new DatabaseError('lost', 'The connection ended during the COMMIT. The change may have taken effect.');
    }
  }

  /** To be called when the statement has settled. */
  async end(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#stop);
    this.#settled.abort();
    if (this.#stopped === undefined) return;
    await this.#stopped;
    this.#session.destroy();
  }

  async #awaitCommit(): Promise<void> {
    await this.#settles(STOP_MS);
    this.#session.destroy();
  }

  async #kill(): Promise<void> {
    const ending = AbortSignal.timeout(STOP_MS);
    let killer: Session | undefined;
    const giveUp = () => {
      killer?.destroy();
      this.#session.destroy();
    };
    ending.addEventListener('abort', giveUp, { once: true });
    try {
      killer = await this.#connect(STOP_MS, ending);
      if (!this.#session.isLost && !this.#settled.signal.aborted) {
        await killer.query(`KILL QUERY ${this.#session.id}`);
        await this.#settles(SETTLE_MS);
      }
      this.#session.destroy();
      await killer.query(`KILL ${this.#session.id}`);
      while (!ending.aborted && (await isListed(killer, this.#session.id))) await wait(POLL_MS);
    } catch {
      // The server is gone, accepts no more connections, or has already ended the other one.
      this.#session.destroy();
    } finally {
      ending.removeEventListener('abort', giveUp);
      killer?.destroy();
    }
  }

  async #settles(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#settled.signal }).catch(() => {});
  }
}

async function isListed(session: Session, id: string): Promise<boolean> {
  return (await session.query(`SELECT 1 FROM information_schema.processlist WHERE id = ${id}`)).length > 0;
}

/** Time to stop a statement in, before its connection is given up. */
const STOP_MS = 2_000;
/** Time that a statement takes to notice that it was killed. */
const SETTLE_MS = 1_000;
const POLL_MS = 5;
