import { type Log, type Observer, tell } from '../core/index.ts';

/** Logs every retry of a request to a backend. */
export function logRetries(observer: Observer, log: Log): void {
  observer.on('upstream-attempted', ({ turn, backend, attempt, failure, retryInMs }) => {
    if (failure === undefined || retryInMs === undefined) return;
    log.warn(
      { turn, backend, attempt, waitMs: retryInMs, reason: tell(failure) },
      'A request to a backend failed; trying again.',
    );
  });
}
