import { type Log, messageOf } from '../core/index.ts';
import type { Store } from './contract.ts';

/**
 * The same store; but when it fails (a full disk, a damaged file) it has kept nothing and finds nothing, and the log says
 * so, once in a while. Losing what is remembered of a turn is no reason to lose the turn.
 */
export function sturdy(store: Store, name: string, log: Log): Store {
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

  /** For what nobody waits for. */
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
      `The store ${name} failed: ${reason}. Turns go on, but what they hide from their client may be forgotten. Check the disk and the file.`,
    );
  }

  return {
    save: (continuation) => orElse(() => store.save(continuation), false),
    note: (continuation) => attempt(() => store.note(continuation)),
    find: (query) => orElse(() => store.find(query), []),
    announce: (announcement) => attempt(() => store.announce(announcement)),
    announcements: (query) => orElse(() => store.announcements(query), []),
    close() {
      isClosed = true;
      return store.close();
    },
  };
}

const REST_MS = 5_000; // a file that somebody else has locked makes each attempt wait, and everybody with it
const PAUSE_MS = 60_000; // a broken disk fails with every turn
