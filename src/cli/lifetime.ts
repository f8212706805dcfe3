import type { Gateway } from '../gateway.ts';
import { exitCodes } from './command.ts';
import type { Terminal } from './terminal.ts';

/**
 * Aborts when the command is told to stop, so that it can end what it began: a call, a wait, the servers it started. A
 * second signal ends the process at once.
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

/** Closes the gateway, but does not wait for servers that take longer: they end with the process. */
export async function closeWithin(mostMs: number, gateway: Pick<Gateway, 'close'>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, mostMs);
  await Promise.race([gateway.close(), late.promise]);
  clearTimeout(timer);
}

/** Shorter than MCP clients wait before they kill. */
export const CLOSE_MS = 1_000;

/**
 * Handles errors that a custom tool causes outside of its calls. A rejected promise must not end the process. An exception
 * from a timer or a listener leaves the process in an unknown state, so it ends, with a message that holds no secret.
 */
export function watchForStrays({ log, redactor }: Gateway, terminal: Terminal): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a promise rejection was not handled'));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an exception was thrown outside of any call');
    terminal.say(
      `toolpath: stopped by an exception outside of any call: ${redactor.text(String(error?.message ?? error))}`,
    );
    process.exit(exitCodes.failed);
  });
}
