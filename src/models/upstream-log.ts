import { type Log, type Observer, tell } from '../core/index.ts';

/** Writes a line to the log whenever a request to a backend is tried again. */
export function logRetries(observer: Observer, log: Log): void {
  observer.on('upstream-attempted', ({ turn, backend, attempt, failure, retryInMs }) => {
    if (failure === undefined || retryInMs === undefined) return;
    log.warn({ turn, backend, attempt, waitMs: retryInMs, reason: tell(failure) }, 'trying again');
  });
}
