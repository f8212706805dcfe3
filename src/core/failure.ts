import { type CallFailure, isRetryableCall, tellCall } from './call-failure.ts';
import { isRetryableTurn, type TurnFailure, tellTurn } from './turn-failure.ts';

/**
 * Everything that can go wrong, one closed union. A Failure is a value; `throw` is for bugs.
 * Each kind knows its policy: `isRetryable` for programs, `tell` for a model or a user.
 */
export type Failure = CallFailure | TurnFailure;

export type FailureKind = Failure['kind'];

/** Could the same, unchanged, succeed a little later? */
export function isRetryable(failure: Failure): boolean {
  return isOfCall(failure) ? isRetryableCall(failure) : isRetryableTurn(failure);
}

/** The failure in words that a model can act on and a user can read. */
export function tell(failure: Failure): string {
  return isOfCall(failure) ? tellCall(failure) : tellTurn(failure);
}

function isOfCall(failure: Failure): failure is CallFailure {
  return 'tool' in failure;
}
