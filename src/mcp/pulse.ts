import { type Log, messageOf } from '../core/index.ts';
import type { Session } from './session.ts';
import { within } from './waiting.ts';

export interface PulseOptions {
  readonly everyMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Returns true while the server runs a call. It is not pinged then, because the call has its own time limit. */
  readonly isBusy: () => boolean;
  readonly onBeat: (latencyMs: number) => void;
}

/** Pings the server regularly, and closes the session after two missed answers in a row. Returns a function that stops it. */
export function watchPulse(session: Session, { everyMs, log, signal, isBusy, onBeat }: PulseOptions): () => void {
  let missed = 0;
  const ask = async (): Promise<void> => {
    if (isBusy()) return;
    const startedAt = performance.now();
    try {
      await within(everyMs, signal, (limited) => session.ping(limited));
      missed = 0;
      onBeat(performance.now() - startedAt);
    } catch (error) {
      missed++;
      if (signal.aborted) return;
      log.warn({ reason: messageOf(error), missed }, 'The MCP server did not answer a ping.');
      if (missed < MOST_MISSED || isBusy()) return;
      stop();
      await session.close('it did not answer pings').catch(() => {});
    }
  };
  const timer = setInterval(() => void ask(), everyMs).unref();
  const stop = (): void => clearInterval(timer);
  return stop;
}

const MOST_MISSED = 2;
