import { TimeLimitError } from '../core/index.ts';

/** How a piece of untrusted work ended. */
export type Ended =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** `limitMs` is the limit that was exceeded. */
  | { readonly kind: 'timed-out'; readonly limitMs: number }
  | { readonly kind: 'cancelled'; readonly reason: unknown };

/** Reports that the work is making progress, which restarts its time limit. Returns false once the work has ended. */
export type ReportProgress = () => boolean;

/**
 * Runs untrusted work under a time limit and a caller's signal. The work gets one signal that aborts for either. It may
 * ignore the signal: the promise resolves at the deadline anyway, and a later result is dropped. Work that reports
 * progress may take longer than `limitMs`, up to `mostMs` in total if that is more. When the promise resolves, all timers
 * and listeners have been removed. Never rejects.
 */
export function runUnder(
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal, goOn: ReportProgress) => unknown,
  mostMs = limitMs,
): Promise<Ended> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const startedAt = performance.now();
    let isRunning = true;
    let last: NodeJS.Timeout | undefined;
    const end = (ended: Ended): void => {
      isRunning = false;
      clearTimeout(timer);
      clearTimeout(last);
      outer?.removeEventListener('abort', onOuterAbort);
      resolve(ended);
    };
    const onOuterAbort = (): void => {
      end({ kind: 'cancelled', reason: outer?.reason });
      controller.abort(outer?.reason);
    };
    const onDeadline = (passedMs: number): void => {
      end({ kind: 'timed-out', limitMs: passedMs });
      controller.abort(new TimeLimitError(passedMs));
    };
    const timer = setTimeout(() => onDeadline(limitMs), timerMs(limitMs));
    const goOn = (): boolean => {
      if (!isRunning || mostMs <= limitMs) return isRunning;
      // Created at the first progress report, because most work never reports progress.
      last ??= setTimeout(() => onDeadline(mostMs), timerMs(mostMs - (performance.now() - startedAt)));
      timer.refresh();
      return true;
    };
    if (outer?.aborted) return onOuterAbort();
    outer?.addEventListener('abort', onOuterAbort);
    try {
      // Handles any thenable and plain values; if `then` throws, the second handler gets the error.
      Promise.resolve(work(controller.signal, goOn)).then(
        (value) => end({ kind: 'returned', value }),
        (error: unknown) => end({ kind: 'threw', error }),
      );
    } catch (error) {
      end({ kind: 'threw', error });
    }
  });
}

/** Limits a delay to the longest that Node supports; a longer one would fire immediately. */
export function timerMs(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1);
}
