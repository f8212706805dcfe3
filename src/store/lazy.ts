import type { Store } from './contract.ts';

/** A store that is opened when it is first needed. */
export function lazyStore(open: () => Promise<Store>): Store {
  let opened: Promise<Store> | undefined;
  const store = (): Promise<Store> => {
    opened ??= open();
    return opened;
  };
  return {
    save: async (continuation) => (await store()).save(continuation),
    find: async (query) => (await store()).find(query),
    close: async () => (await opened)?.close(),
  };
}
