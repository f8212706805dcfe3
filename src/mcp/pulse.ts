import { type Log, messageOf } from '../core/index.ts';
import type { Session } from './session.ts';
import { within } from './waiting.ts';

export interface PulseOptions {
  readonly everyMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** A server that works need not answer meanwhile: its call has a limit of its own. */
  readonly isBusy: () => boolean;
  readonly onBeat: (latencyMs: number) => void;
}

/** Asks now and then whether the server is there, and ends a session that does not answer. Returns what stops it. */
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
      log.warn({ reason: messageOf(error), missed }, 'MCP server does not answer');
      if (missed < MOST_MISSED || isBusy()) return;
      stop();
      await session.close('it did not answer').catch(() => {});
    }
  };
  const timer = setInterval(() => void ask(), everyMs).unref();
  const stop = (): void => clearInterval(timer);
  return stop;
}

const MOST_MISSED = 2;
