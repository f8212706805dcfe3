import { DatabaseError } from './database-error.ts';

/**
 * Runs work under a time limit and the callers' signals. The work receives one signal, whose reason is a DatabaseError of kind
 * `timeout`, `cancelled` or that of the signal itself. The timer is cleared when the work settles.
 */
export async function limited<Result>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = (signal: AbortSignal) => ending.abort(reasonOf(signal));
  const stops = signals.map((signal) => {
    const stop = () => end(signal);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    return () => signal.removeEventListener('abort', stop);
  });
  const timer = setTimeout(() => ending.abort(timedOut(ms)), ms);
  try {
    ending.signal.throwIfAborted();
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop();
  }
}

function reasonOf({ reason }: AbortSignal): DatabaseError {
  return reason instanceof DatabaseError ? reason : new DatabaseError('cancelled', 'The statement was cancelled.');
}

export function timedOut(ms: number): DatabaseError {
  return new DatabaseError('timeout', `The statement took longer than ${ms} ms and was cancelled at the database.`);
}
