import type { FailureKind } from '../core/index.ts';

/** The one place for status codes: what a Failure is called on an HTTP wire. */
export function statusOf(kind: FailureKind): 400 | 403 | 404 | 499 | 500 | 502 | 503 | 504 {
  switch (kind) {
    case 'unknown-tool':
      return 404;
    case 'bad-arguments':
    case 'nested-too-deep':
      return 400;
    case 'denied':
      return 403;
    case 'cancelled':
      return 499;
    case 'bad-schema':
    case 'tool-error':
      return 500;
    case 'reported':
    case 'unavailable':
      return 502;
    case 'overloaded':
      return 503;
    case 'timeout':
      return 504;
    default:
      return kind satisfies never;
  }
}

/** A request that goes no further, in OpenAI's shape. */
export interface Rejection {
  readonly status: 400 | 401 | 403 | 404 | 413 | 415 | 500 | 503;
  readonly code: string;
  readonly message: string;
}

export function errorBody({ status, code, message }: Rejection) {
  const type = status >= 500 ? 'server_error' : status === 401 ? 'authentication_error' : 'invalid_request_error';
  return { error: { message, type, param: null, code } };
}
