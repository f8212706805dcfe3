import type { Limits, Observer, TurnFailure } from '../../core/index.ts';
import { cancelled } from './cancelled.ts';

/** The result of an attempt: an answer that has begun, which must not be repeated, or a failure before it began. */
export type Attempted<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly failure: TurnFailure;
      /** True if the attempt must not be repeated, whatever the failure's kind. */
      readonly isFinal?: boolean;
    };

export interface RetryOptions {
  /** The backend's name, for observers. */
  readonly backend: string;
  /** The turn's id, for observers, if the request belongs to a turn. */
  readonly turn?: string | undefined;
  /** True if a fallback model follows: a busy backend is then not retried. */
  readonly hasNext?: boolean;
  readonly limits: Pick<Limits, 'retries' | 'retryMs' | 'retryAfterMs'>;
  /** Receives every attempt. */
  readonly observer: Observer;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Repeats an attempt until an answer begins or no retry is left. This is the only retry loop for model calls. */
export async function attemptUntilBegun<Value>(
  attempt: () => Promise<Attempted<Value>>,
  signal: AbortSignal,
  options: RetryOptions,
): Promise<Attempted<Value>> {
  for (let made = 1; ; made++) {
    const startedAt = performance.now();
    const attempted = await attempt();
    const waitMs = signal.aborted ? undefined : waitAfter(attempted, made, options);
    observe(attempted, made, waitMs, startedAt, options);
    if (waitMs === undefined) return attempted;
    await options.sleep(waitMs, signal);
    if (signal.aborted) return { ok: false, failure: cancelled(signal) };
  }
}

function observe(
  attempted: Attempted<unknown>,
  attempt: number,
  waitMs: number | undefined,
  startedAt: number,
  { backend, turn, observer }: RetryOptions,
): void {
  if (!observer.hasListener('upstream-attempted')) return;
  observer.tell({
    type: 'upstream-attempted',
    backend,
    turn,
    attempt,
    failure: attempted.ok ? undefined : attempted.failure,
    retryInMs: waitMs === undefined ? undefined : Math.round(waitMs),
    durationMs: Math.round(performance.now() - startedAt),
  });
}

/** Returns the milliseconds to wait before the next attempt; undefined if there is no next attempt. */
function waitAfter(
  attempted: Attempted<unknown>,
  made: number,
  { limits, random, hasNext }: RetryOptions,
): number | undefined {
  if (attempted.ok || attempted.isFinal === true) return undefined;
  const { failure } = attempted;
  if (made > limits.retries || !REPEATED.has(failure.kind)) return undefined;
  if (hasNext === true && failure.kind === 'upstream-busy') return undefined;
  const askedMs = failure.kind === 'upstream-busy' ? failure.retryAfterMs : undefined;
  if (askedMs !== undefined) return askedMs <= limits.retryAfterMs ? askedMs : undefined;
  return random() * Math.min(limits.retryMs * 2 ** (made - 1), limits.retryAfterMs);
}

/**
 * The failures that are worth a retry here. A client may retry more kinds. A silent server has already used up its time
 * limit, and a server that sent a broken answer is likely to send another.
 */
const REPEATED: ReadonlySet<TurnFailure['kind']> = new Set([
  'upstream-unreachable',
  'upstream-busy',
  'upstream-failed',
]);
