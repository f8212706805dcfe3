import type { Fields } from '../../core/index.ts';
import type { Rejection } from '../rejection.ts';

/**
 * Writes a rejection as an error body of the AI gateway protocol, whose clients choose the class of the error by `type`.
 * `isRetryable`, `hint` and `status` are our own fields.
 */
export function aiSdkErrorBody(rejection: Rejection): { readonly error: AiSdkError } {
  const { status, code, message, hint, param } = rejection;
  return {
    error: {
      message,
      type: typeOf(rejection),
      code,
      param: param ?? null,
      status,
      isRetryable: isRetryable(rejection),
      ...(hint !== undefined && { hint }),
    },
  };
}

export interface AiSdkError extends Fields {
  readonly message: string;
  readonly type: string;
  readonly code: string;
  readonly param: string | null;
  readonly status: number;
  readonly isRetryable: boolean;
  readonly hint?: string;
}

function typeOf({ status, code }: Rejection): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'forbidden';
  if (code === 'model_not_found') return code;
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limit_exceeded';
  return status >= 500 ? 'internal_server_error' : 'invalid_request_error';
}

/** True if the same call may succeed later. The statuses are those that the AI SDK itself retries. */
function isRetryable({ status, shouldRetry }: Rejection): boolean {
  if (shouldRetry === false) return false;
  return status === 408 || status === 409 || status === 429 || status >= 500;
}
