/** How a piece of foreign work ended. */
export type Ended =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** With the limit that it ran into. */
  | { readonly kind: 'timed-out'; readonly limitMs: number }
  | { readonly kind: 'cancelled'; readonly reason: unknown };

/** Says that the work goes on: its time begins anew. False once it has ended. */
export type GoOn = () => boolean;

/**
 * Runs foreign work under a time limit and a caller's signal. The work sees one signal that aborts for either;
 * it need not listen: the answer comes at the deadline all the same, and what arrives later is dropped.
 * Work that says that it goes on may take more than `limitMs`: up to `mostMs` in all, where that is more.
 * The timers and the listener are gone when the answer is there, so nothing keeps the process or the caller's
 * signal busy. Never rejects.
 */
export function runUnder(
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal, goOn: GoOn) => unknown,
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
      controller.abort(new DOMException(`No answer within ${passedMs} ms`, 'TimeoutError'));
    };
    const timer = setTimeout(() => onDeadline(limitMs), timerMs(limitMs));
    const goOn = (): boolean => {
      if (!isRunning || mostMs <= limitMs) return isRunning;
      // Most work never says so, and needs no second timer.
      last ??= setTimeout(() => onDeadline(mostMs), timerMs(mostMs - (performance.now() - startedAt)));
      timer.refresh();
      return true;
    };
    if (outer?.aborted) return onOuterAbort();
    outer?.addEventListener('abort', onOuterAbort);
    try {
      // A thenable of any make, or a plain value; a `then` that throws ends up in the second handler.
      Promise.resolve(work(controller.signal, goOn)).then(
        (value) => end({ kind: 'returned', value }),
        (error: unknown) => end({ kind: 'threw', error }),
      );
    } catch (error) {
      end({ kind: 'threw', error });
    }
  });
}

/** A longer delay would overflow Node's timer and fire at once. */
export function timerMs(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1);
}
