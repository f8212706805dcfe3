import type { Continuation, ToolAnnouncement } from '../core/index.ts';
import type { Store } from './contract.ts';

/** Returns a store that calls `open` when it is first used. */
export function lazyStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  let opened: Store | undefined;
  let waiting = 0;
  let isClosed = false;

  async function store(): Promise<Store> {
    if (isClosed && opening === undefined) throw new Error('The store is closed.');
    opening ??= open();
    opened = await opening;
    return opened;
  }

  /**
   * Runs `work` immediately only if no earlier operation is waiting for the store to open, so that operations keep their
   * order.
   */
  async function use<T>(work: (store: Store) => T): Promise<Awaited<T>> {
    if (opened !== undefined && waiting === 0) return await work(opened);
    waiting++;
    let ready: Store;
    try {
      ready = await store();
    } finally {
      waiting--;
    }
    return await work(ready);
  }

  /**
   * Copies an entry that must wait for the store to open, so that the caller cannot mutate it meanwhile. Drops an entry that
   * cannot be copied, and returns false.
   */
  async function keep<G extends Continuation | ToolAnnouncement, T>(
    given: G,
    work: (store: Store, given: G) => T,
  ): Promise<Awaited<T> | false> {
    const kept = opened !== undefined && waiting === 0 ? given : copyOf(given);
    return kept !== undefined && use((each) => work(each, kept));
  }

  return {
    save: (continuation) => keep(continuation, (each, kept) => each.save(kept)),
    note: (continuation) => {
      keep(continuation, (each, kept) => each.note(kept)).catch(() => {}); // `open` never fails: it falls back to memory
    },
    find: (query) => use((each) => each.find(query)),
    announce: (announcement) => {
      keep(announcement, (each, kept) => each.announce(kept)).catch(() => {});
    },
    announcements: (query) => use((each) => each.announcements(query)),
    secret: () => use((each) => each.secret()),
    close: async () => {
      isClosed = true;
      if (opening !== undefined) await use((each) => each.close());
    },
  };
}

function copyOf<T>(value: T): T | undefined {
  try {
    return structuredClone(value);
  } catch {
    return undefined; // nested deeper than the stack allows
  }
}
