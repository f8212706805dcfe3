import type { Connecting } from '../core/index.ts';
import { TroubleError } from './server-problem.ts';

/**
 * Returns the delay before an attempt to connect: zero before the first, `baseDelayMs` before the second, doubled before each
 * further one up to `longestDelayMs`. Attempts in the background continue the same series.
 */
export function delayBefore(attempt: number, { baseDelayMs, longestDelayMs }: Delays): number {
  if (attempt <= 1) return 0;
  return Math.min(baseDelayMs * 2 ** (attempt - 2), Math.max(baseDelayMs, longestDelayMs));
}

export type Delays = Pick<Connecting, 'baseDelayMs' | 'longestDelayMs'>;

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
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

/** Resolves when `work` has settled, whether it succeeded or failed, or after `mostMs`. */
export async function settledWithin(work: Promise<unknown>, mostMs: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, mostMs);
  await Promise.race([work.catch(() => {}), late.promise]);
  clearTimeout(timer);
}

/** A pause that can be ended early and reports its remaining time. */
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

  /** Ends the pause if it has already lasted `ms`; otherwise does nothing. */
  endAfter(ms: number): void {
    if (performance.now() - this.#startedAt >= ms) this.#end.abort();
  }
}

/**
 * Runs work with a signal that aborts with `outer` or after `limitMs`. If the work fails after the limit has passed, rejects
 * with a TroubleError of the kind `late`.
 */
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
    controller.abort(new Error('The time limit has passed.'));
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
 * Returns a throttled function. Its first call starts the work at once; calls while the work runs or pauses cause one more run
 * after the pause. The pause is twenty times as long as the work took, but at least `pauseMs` and at most ten seconds (or
 * `pauseMs`, if that is longer). `work` must not throw.
 */
export function throttled(work: () => Promise<void>, pauseMs: number, signal: AbortSignal): () => void {
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

/** The moment when a set of promises has resolved. Callers can wait for it with a time limit. */
export class Milestone {
  readonly #reached: Promise<void>;
  #isReached = false;

  /** The milestone is reached when all `parts` have resolved; they must not reject. */
  constructor(parts: readonly Promise<void>[]) {
    this.#isReached = parts.length === 0;
    this.#reached = Promise.all(parts).then(() => {
      this.#isReached = true;
    });
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** Resolves when the milestone is reached, after `limitMs`, or when the signal aborts. */
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
