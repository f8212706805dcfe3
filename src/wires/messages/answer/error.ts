import { type Fields, isAbsent, isRecord, type TurnFailure } from '../../../core/index.ts';
import { reportedError } from '../../answer/error.ts';

/** The error that a server reports where an answer should be: `{type: "error", error: {type, message}}`. */
export function readError(backend: string, value: Fields): TurnFailure | undefined {
  const isSaid = value.type === 'error' || (value.type === undefined && !isAbsent(value.error));
  if (!isSaid) return undefined;
  const error = value.error ?? value;
  const failure = reportedError(backend, { error });
  if (failure?.kind !== 'upstream-failed') return failure;
  const status = isRecord(error) && typeof error.type === 'string' ? STATUSES.get(error.type) : undefined;
  return status === undefined ? failure : { ...failure, status };
}

/** In a stream the status has been 200 already: the type says what it would have been. */
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
