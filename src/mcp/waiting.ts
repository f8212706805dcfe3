import type { Connecting } from '../core/index.ts';
import { TroubleError } from './trouble.ts';

/**
 * The wait before an attempt to connect: none before the first, the base before the second, twice as long before each
 * further one. Attempts in the background continue the same series.
 */
export function delayBefore(attempt: number, { baseDelayMs, longestDelayMs }: Delays): number {
  if (attempt <= 1) return 0;
  return Math.min(baseDelayMs * 2 ** (attempt - 2), Math.max(baseDelayMs, longestDelayMs));
}

export type Delays = Pick<Connecting, 'baseDelayMs' | 'longestDelayMs'>;

/** Waits, or until the signal aborts: then it is over at once. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Waits until it has settled, however it did, but not longer than this. */
export async function settledWithin(work: Promise<unknown>, mostMs: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, mostMs);
  await Promise.race([work.catch(() => {}), late.promise]);
  clearTimeout(timer);
}

/** A pause that can be cut short, and that knows how long it still is. */
export class Pausing {
  readonly over: Promise<void>;
  readonly #end = new AbortController();
  readonly #startedAt = performance.now();
  readonly #ms: number;

  constructor(ms: number, signal: AbortSignal) {
    this.#ms = ms;
    const end = (): void => this.#end.abort();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    this.over = pause(ms, this.#end.signal).finally(() => signal.removeEventListener('abort', end));
  }

  leftMs(): number {
    return Math.max(0, Math.round(this.#ms - (performance.now() - this.#startedAt)));
  }

  /** At once, if it has lasted so long already. */
  endAfter(ms: number): void {
    if (performance.now() - this.#startedAt >= ms) this.#end.abort();
  }
}

/** Does work under a signal that aborts with the outer one, or when the time is up: then it throws a `late` trouble. */
export async function within<T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer.reason);
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort(new Error('the time is up'));
  }, limitMs);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw isLate ? new TroubleError({ kind: 'late', limitMs }, error) : error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  }
}

/**
 * Makes work that many may ask for, and that need not run for each: it runs at once, then after a pause, and always once more
 * after it was last asked for. The pause grows with what the work costs, so that it takes a twentieth of the time at most, or a
 * few seconds in a minute. It must not throw.
 */
export function calmly(work: () => Promise<void>, pauseMs: number, signal: AbortSignal): () => void {
  let isAsked = false;
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isAsked && !signal.aborted) {
      isAsked = false;
      const startedAt = performance.now();
      await work();
      const costMs = PATIENCE * (performance.now() - startedAt);
      await pause(Math.max(pauseMs, Math.min(costMs, LONGEST_PAUSE_MS)), signal);
    }
    isRunning = false;
  };
  return () => {
    isAsked = true;
    if (!isRunning) void run();
  };
}

const PATIENCE = 20;
const LONGEST_PAUSE_MS = 10_000;

/** A moment that others may wait for, within a time limit: all of some promises have settled. */
export class Milestone {
  readonly #reached: Promise<void>;
  #isReached = false;

  /** Reached when all of these are settled; they must not reject. */
  constructor(parts: readonly Promise<void>[]) {
    this.#isReached = parts.length === 0;
    this.#reached = Promise.all(parts).then(() => {
      this.#isReached = true;
    });
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** Resolves when it is reached, or after this time, or when the signal aborts. */
  wait(limitMs: number, signal?: AbortSignal): Promise<void> {
    if (this.#isReached) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, limitMs);
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
      void this.#reached.then(end);
    });
  }
}
