/** How a piece of foreign work ended. */
export type Ended =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled'; readonly reason: unknown };

/**
 * Runs foreign work under a time limit and a caller's signal. The work sees one signal that aborts for either;
 * it need not listen: the answer comes at the deadline all the same, and what arrives later is dropped.
 * The timer and the listener are gone when the answer is there, so nothing keeps the process or the caller's
 * signal busy. Never rejects.
 */
export function runUnder(
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => unknown,
): Promise<Ended> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const end = (ended: Ended): void => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuterAbort);
      resolve(ended);
    };
    const onOuterAbort = (): void => {
      end({ kind: 'cancelled', reason: outer?.reason });
      controller.abort(outer?.reason);
    };
    const onDeadline = (): void => {
      end({ kind: 'timed-out' });
      controller.abort(new DOMException(`No answer within ${limitMs} ms`, 'TimeoutError'));
    };
    const timer = setTimeout(onDeadline, timerMs(limitMs));
    if (outer?.aborted) return onOuterAbort();
    outer?.addEventListener('abort', onOuterAbort);
    try {
      // A thenable of any make, or a plain value; a `then` that throws ends up in the second handler.
      Promise.resolve(work(controller.signal)).then(
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
