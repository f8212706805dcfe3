/**
 * Lets other requests run if the work since `startedAt` has blocked the event loop for a while. Long work calls it between its
 * steps: a request body of many megabytes takes a hundred milliseconds until it is on its way to the model.
 */
export async function pauseSince(startedAt: number): Promise<void> {
  if (isLongSince(startedAt)) await pause();
}

export function isLongSince(startedAt: number): boolean {
  return performance.now() - startedAt > LONG_MS;
}

/**
 * Lets other requests run. Paused work continues one part after the other, and for no more than a few milliseconds until
 * other requests run again, so that the steps of several parts do not add up to a long one.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (paused.push(resolve) === 1) afterOthers(continueNext);
  });
}

/** Continues paused work, in the order in which it paused. */
const paused: (() => void)[] = [];

function continueNext(startedAt = performance.now()): void {
  paused.shift()?.();
  if (paused.length === 0) return;
  // An immediate runs when the part that was just continued has finished its step.
  setImmediate(() => (isLongSince(startedAt) ? afterOthers(continueNext) : continueNext(startedAt)));
}

/** Two timers are needed: after an I/O callback, the first one may fire before any further I/O. */
function afterOthers(run: () => void): void {
  setTimeout(() => void setTimeout(run));
}

/** So short that no one notices it, and long enough that ordinary requests never pause. */
const LONG_MS = 10;
