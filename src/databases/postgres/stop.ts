import { DatabaseError } from '../database-error.ts';

/** Ends one piece of work early. The reason of `signal` is the DatabaseError that the work then rejects with. */
export interface Stop extends Disposable {
  readonly signal: AbortSignal;
}

/** Stops the work when the caller aborts, when the database closes, or after the time limit. Dispose it when the work ends. */
export function stopFor(ms: number, caller: AbortSignal, closing: AbortSignal): Stop {
  const controller = new AbortController();
  const stop = (error: DatabaseError) => controller.abort(error);
  const onCaller = () => stop(new DatabaseError('cancelled', 'The statement was cancelled.'));
  const onClosing = () => stop(closedError());
  const timer = setTimeout(
    () => stop(new DatabaseError('timeout', `The statement did not finish within ${ms} ms and was cancelled.`)),
    Math.min(ms, LONGEST_TIMER_MS),
  );
  caller.addEventListener('abort', onCaller);
  closing.addEventListener('abort', onClosing);
  if (closing.aborted) onClosing();
  else if (caller.aborted) onCaller();
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', onCaller);
      closing.removeEventListener('abort', onClosing);
    },
  };
}

export function closedError(): DatabaseError {
  return new DatabaseError('closed', 'The connection to the database was closed.');
}

/** Node fires timers beyond this at once. PostgreSQL's timeouts have the same maximum. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
