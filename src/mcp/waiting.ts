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

/** Does work under a signal that aborts with the outer one, or when the time is up: then that is what it throws. */
export async function within<T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new Error(`no answer within ${limitMs / 1000} s`);
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer.reason);
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();
  const timer = setTimeout(() => controller.abort(late), limitMs);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.reason === late ? late : error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  }
}

/**
 * Makes work that many may ask for, and that need not run for each: it runs at once, then at most once in so many
 * milliseconds, and always once more after it was last asked for. It must not throw.
 */
export function calmly(work: () => Promise<void>, pauseMs: number, signal: AbortSignal): () => void {
  let isAsked = false;
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await work();
      await pause(pauseMs, signal);
    }
    isRunning = false;
  };
  return () => {
    isAsked = true;
    if (!isRunning) void run();
  };
}
