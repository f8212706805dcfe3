import type { Store } from '../src/store/index.ts';

/** A store that rejects whatever is waited for, and loses the rest. */
export function failingStore(reason: string): Store {
  const fail = () => Promise.reject(new Error(reason));
  return {
    save: fail,
    note: () => {},
    find: fail,
    announce: () => {},
    announcements: fail,
    close: () => Promise.resolve(),
  };
}
