import type { TurnFailure } from '../../core/index.ts';

/** What an aborted signal means for whoever was at work under it. */
export function cancelled({ reason }: AbortSignal): TurnFailure {
  return { kind: 'turn-cancelled', reason: Error.isError(reason) ? reason.message : String(reason) };
}
