import type { ServerResponse } from 'node:http';

/** Returns a controller that aborts when the client disconnects before its answer is sent, or when the server stops. */
export function abortOnDisconnect(response: ServerResponse, stopping: AbortSignal): AbortController {
  const waiting = new AbortController();
  const onStop = (): void => waiting.abort(stopping.reason);
  stopping.addEventListener('abort', onStop);
  response.once('close', () => {
    stopping.removeEventListener('abort', onStop);
    if (!response.writableFinished) waiting.abort(new Error('the client disconnected'));
  });
  if (stopping.aborted) onStop();
  return waiting;
}
