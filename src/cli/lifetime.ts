import type { Gateway } from '../gateway.ts';
import { exitCodes } from './command.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns a signal that aborts when the process is asked to stop, so that the command can end its calls, waits and
 * servers. A second request ends the process at once.
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

/** Closes the gateway and waits at most `mostMs` for it. Servers that take longer end with the process. */
export async function closeWithin(mostMs: number, gateway: Pick<Gateway, 'close'>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, mostMs);
  await Promise.race([gateway.close(), late.promise]);
  clearTimeout(timer);
}

/** Shorter than the time that MCP clients wait before they kill the process, in milliseconds. */
export const CLOSE_MS = 1_000;

/**
 * Handles errors that a custom tool causes outside of its calls. A rejected promise is logged, and the process continues.
 * An exception from a timer or a listener leaves the process in an unknown state, so the process exits. The message that it
 * prints contains no secret.
 */
export function handleUncaughtErrors({ log, redactor }: Gateway, terminal: Terminal): void {
  process.on('unhandledRejection', (reason) =>
    log.error(
      { err: reason },
      'A promise rejection outside of any tool call was not handled. A custom tool may have caused it.',
    ),
  );
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'An exception was thrown outside of any tool call. A custom tool may have caused it.');
    terminal.say(
      `toolpath: Stopped by an exception outside of any tool call: ${redactor.text(String(error?.message ?? error))}`,
    );
    process.exit(exitCodes.failed);
  });
}
