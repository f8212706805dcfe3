import type { Store } from './contract.ts';

/** A store that is opened when it is first needed. */
export function lazyStore(open: () => Promise<Store>): Store {
  let opened: Promise<Store> | undefined;
  let isClosed = false;
  const store = async (): Promise<Store> => {
    if (isClosed && opened === undefined) throw new Error('The store is closed.');
    opened ??= open();
    return opened;
  };
  return {
    save: async (continuation) => (await store()).save(continuation),
    note: (continuation) => {
      store().then(
        (each) => each.note(continuation),
        () => {},
      ); // opening never fails: it falls back
    },
    find: async (query) => (await store()).find(query),
    close: async () => {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}
