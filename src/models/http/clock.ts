import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance, as tests may replace them. */
export interface Clock {
  /** In milliseconds, never going back. */
  readonly now: () => number;
  /** Milliseconds since 1970, as servers mean them. */
  readonly date: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Resolves after so long, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};
