import { setTimeout as sleep } from 'node:timers/promises';

/** Time and randomness, which tests can replace. */
export interface Clock {
  /** Returns milliseconds from a monotonic clock. */
  readonly now: () => number;
  /** Returns the wall-clock time in milliseconds since 1970. */
  readonly date: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};
