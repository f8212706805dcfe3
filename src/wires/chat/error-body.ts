import type { Rejection } from '../rejection.ts';

/** Writes a rejection as an OpenAI error body. The field `hint` is our own. */
export function chatErrorBody({ status, code, message, hint, param }: Rejection) {
  return { error: { message, type: typeOf(status), param: param ?? null, code, ...(hint !== undefined && { hint }) } };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
