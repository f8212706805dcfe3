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

/** Lets other requests run. Two timers are needed: after an I/O callback, the first one may fire before any further I/O. */
export function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(() => void setTimeout(resolve)));
}

/** So short that no one notices it, and long enough that ordinary requests never pause. */
const LONG_MS = 10;
