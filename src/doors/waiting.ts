import type { ServerResponse } from 'node:http';

/** Aborts when the client hangs up, or when the server can wait no longer. */
export function whileWaiting(response: ServerResponse, stopping: AbortSignal): AbortController {
  const waiting = new AbortController();
  const onStop = (): void => waiting.abort(stopping.reason);
  stopping.addEventListener('abort', onStop);
  response.once('close', () => {
    stopping.removeEventListener('abort', onStop);
    if (!response.writableFinished) waiting.abort(new Error('the client hung up'));
  });
  if (stopping.aborted) onStop();
  return waiting;
}
