import type { Limits, Observer, TurnFailure } from '../../core/index.ts';
import { cancelled } from './cancelled.ts';

/** What came of an attempt: something has begun, and must not be repeated; or nothing has, and why. */
export type Attempted<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly failure: TurnFailure;
      /** Not worth another attempt, whatever the failure says. */
      readonly isFinal?: boolean;
    };

export interface RetryOptions {
  /** The backend's name, for observers. */
  readonly backend: string;
  /** And the turn, if it is one's step. */
  readonly turn?: string | undefined;
  /** Somebody else is asked where this fails: nobody waits for one that is busy. */
  readonly hasNext?: boolean;
  readonly limits: Pick<Limits, 'retries' | 'retryMs' | 'retryAfterMs'>;
  /** Is told of every attempt. */
  readonly observer: Observer;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Resolves after so long, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The retry loop: nothing else repeats a call of a model. */
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
  if (!observer.hears('upstream-attempted')) return;
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

/** The pause before the next attempt; undefined when there is none. */
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

/** Less than what a client may repeat: a server that was silent has taken its whole time, and who answers nonsense will again. */
const REPEATED: ReadonlySet<TurnFailure['kind']> = new Set([
  'upstream-unreachable',
  'upstream-busy',
  'upstream-failed',
]);
