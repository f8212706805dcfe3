import { randomBytes } from 'node:crypto';
import { type Log, messageOf } from '../core/index.ts';
import { SECRET_BYTES, type Store } from './contract.ts';

/**
 * Wraps a store so that its errors (a full disk, a damaged file) do not fail the turn: a failed operation stores nothing or
 * finds nothing. Logs a warning at most once a minute.
 */
export function tolerantStore(store: Store, name: string, log: Log): Store {
  // Used if the store fails: programs sealed with it can continue only while this process runs.
  const ownSecret = randomBytes(SECRET_BYTES);
  let isClosed = false;
  let toldMs = Number.NEGATIVE_INFINITY;
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  async function orElse<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    if (performance.now() < restsUntilMs && !isClosed) return otherwise;
    try {
      return await work();
    } catch (error) {
      if (isClosed) throw error;
      restsUntilMs = performance.now() + REST_MS;
      warn(error);
      return otherwise;
    }
  }

  /** Runs an operation that returns nothing, and logs its error. */
  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      warn(error);
    }
  }

  function warn(error: unknown): void {
    const nowMs = performance.now();
    if (nowMs - toldMs < PAUSE_MS) return;
    toldMs = nowMs;
    const reason = messageOf(error);
    log.warn(
      { store: name, reason },
      `The store "${name}" failed: ${reason}. Turns continue, but later requests may lack the gateway's tool calls and results. Check the disk and the file.`,
    );
  }

  return {
    save: (continuation) => orElse(() => store.save(continuation), false),
    note: (continuation) => attempt(() => store.note(continuation)),
    find: (query) => orElse(() => store.find(query), []),
    announce: (announcement) => attempt(() => store.announce(announcement)),
    announcements: (query) => orElse(() => store.announcements(query), []),
    secret: () => orElse(() => store.secret(), ownSecret),
    close() {
      isClosed = true;
      return store.close();
    },
  };
}

const REST_MS = 5_000; // each attempt on a file that another process has locked blocks the whole gateway
const PAUSE_MS = 60_000; // a broken disk fails in every turn
