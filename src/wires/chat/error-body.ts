import type { Rejection } from '../rejection.ts';

/** Writes a rejection as an OpenAI error body. */
export function chatErrorBody({ status, code, message, param }: Rejection) {
  return { error: { message, type: typeOf(status), param: param ?? null, code } };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
