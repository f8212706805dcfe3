import type { House } from '../house.ts';
import { exitCodes } from './command.ts';
import type { Terminal } from './terminal.ts';

/**
 * What a custom tool lets slip outside of its calls. A promise that it forgot must not take the process down; an exception
 * from a timer or a listener leaves the process in an unknown state, so it ends, with words that hold no secret.
 */
export function watchForStrays({ log, redactor }: House, terminal: Terminal): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'a promise was rejected and nobody listened'),
  );
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an exception was thrown outside of any call');
    terminal.say(
      `toolpath: stopped by an exception outside of any call: ${redactor.text(String(error?.message ?? error))}`,
    );
    process.exit(exitCodes.failed);
  });
}
