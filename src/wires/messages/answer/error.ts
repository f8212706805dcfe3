import { type Fields, isAbsent, isRecord, type TurnFailure } from '../../../core/index.ts';
import { reportedError } from '../../answer/error.ts';

/** Returns the error that a server sent instead of an answer, `{type: "error", error: {type, message}}`, or undefined. */
export function readError(backend: string, value: Fields): TurnFailure | undefined {
  const isSaid = value.type === 'error' || (value.type === undefined && !isAbsent(value.error));
  if (!isSaid) return undefined;
  const error = value.error ?? value;
  const failure = reportedError(backend, { error });
  if (failure?.kind !== 'upstream-failed') return failure;
  const status = isRecord(error) && typeof error.type === 'string' ? STATUSES.get(error.type) : undefined;
  return status === undefined ? failure : { ...failure, status };
}

/** HTTP statuses by error type. Inside a stream the HTTP status was already 200, so the type must tell it. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);
