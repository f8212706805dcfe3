import type { TurnFailure } from '../../core/index.ts';

/** Returns the failure for work that an aborted signal stopped. */
export function cancelled({ reason }: AbortSignal): TurnFailure {
  return { kind: 'turn-cancelled', reason: Error.isError(reason) ? reason.message : String(reason) };
}
