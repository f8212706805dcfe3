import { type CallFailure, callFailureMessage, isRetryableCall } from './call-failure.ts';
import { isRetryableTurn, type TurnFailure } from './turn-failure.ts';
import { type FailureWords, turnFailureMessage, turnFailureWords } from './turn-failure-message.ts';

/**
 * Everything that can go wrong, as one closed union. A Failure is a value; `throw` is for bugs.
 * `isRetryable` tells programs whether to retry a failure. `tell` explains it to a model or a user, `inWords` to a client.
 */
export type Failure = CallFailure | TurnFailure;

export type FailureKind = Failure['kind'];

/** Returns true if the same request or call, unchanged, could succeed a little later. */
export function isRetryable(failure: Failure): boolean {
  return isOfCall(failure) ? isRetryableCall(failure) : isRetryableTurn(failure);
}

/** Returns the failure as a message that a model can act on and a user can read. */
export function tell(failure: Failure): string {
  return isOfCall(failure) ? callFailureMessage(failure) : turnFailureMessage(failure);
}

/** Returns the failure as an error for clients: the server's own message if a backend reported it, and our hint. */
export function inWords(failure: Failure): FailureWords {
  return isOfCall(failure) ? { message: callFailureMessage(failure) } : turnFailureWords(failure);
}

function isOfCall(failure: Failure): failure is CallFailure {
  return 'tool' in failure;
}
