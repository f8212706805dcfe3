import { exitCodes } from './command.ts';

/**
 * Aborts when the command is told to stop, so that it can end what it began: a call, a wait, the servers it started. The
 * second time it ends at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.failed);
    controller.abort(new Error('interrupted'));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return controller.signal;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
