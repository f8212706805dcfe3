import type { Store } from '../src/store/index.ts';

/** Creates a store whose promises reject with `reason`, and which discards notes and announcements. */
export function failingStore(reason: string): Store {
  const fail = () => Promise.reject(new Error(reason));
  return {
    save: fail,
    note: () => {},
    find: fail,
    announce: () => {},
    announcements: fail,
    secret: fail,
    close: () => Promise.resolve(),
  };
}
