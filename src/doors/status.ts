import { type Failure, inWords, isRetryable } from '../core/index.ts';
import type { Rejection } from '../wires/index.ts';

/** The HTTP status of every error code. No other file in `doors/` contains a status. Clients may rely on the codes. */
export const STATUS = {
  bad_arguments: 400,
  bad_host: 400,
  bad_target: 400,
  context_length_exceeded: 400, // OpenAI's code: agents shorten their history when they see it
  incomplete_body: 400,
  invalid_json: 400,
  invalid_request: 400,
  invalid_utf8: 400,
  nested_too_deep: 400,
  invalid_api_key: 401,
  denied: 403,
  forbidden_host: 403,
  forbidden_origin: 403,
  model_not_found: 404,
  not_found: 404,
  unknown_server: 404,
  unknown_tool: 404,
  unknown_turn: 404,
  tool_gone: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  upstream_busy: 429,
  cancelled: 499,
  bad_schema: 500,
  internal_error: 500,
  tool_error: 500,
  empty_answer: 502,
  stuck: 502,
  tool_reported_error: 502,
  tool_unavailable: 502,
  upstream_credentials: 502,
  upstream_error: 502,
  upstream_invalid_answer: 502,
  upstream_rejected: 502,
  upstream_unreachable: 502,
  backend_unusable: 503,
  overloaded: 503,
  stopping: 503,
  tool_timeout: 504,
  turn_timeout: 504,
  upstream_timeout: 504,
} as const;

export const OK = 200;

type Code = keyof typeof STATUS;

export function reject(code: Code, message: string, retryAfterMs?: number): Rejection {
  return { status: STATUS[code], code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** The answer to requests that arrive, or are aborted, while the server stops. */
export const STOPPING = reject('stopping', 'Toolpath is stopping. Try again later, or use another instance.', 1_000);

/** Returns a failure as an HTTP rejection. */
export function rejectionOf(failure: Failure): Rejection {
  const code = codeOf(failure);
  const { status = STATUS[code], code: shown = code } = failure.kind === 'upstream-rejected' ? relayed(failure) : {};
  return {
    status,
    code: shown,
    ...inWords(failure),
    ...('param' in failure && failure.param !== undefined ? { param: failure.param } : {}),
    ...retryAfterOf(failure),
    // SDKs retry every status of 500 or more, also if the cause is lasting: a refused key is a 502 here.
    ...(status >= STATUS.internal_error && !isRetryable(failure) && { shouldRetry: false as const }),
  };
}

/** Returns the rejection of a turn that has run tools. A retry of the complete request could repeat their effects. */
export function withoutRetry(rejection: Rejection): Rejection {
  return { ...rejection, shouldRetry: false };
}

function codeOf(failure: Failure): Code {
  return failure.kind === 'bad-request' && failure.isTooLarge ? 'body_too_large' : CODES[failure.kind];
}

const CODES: Readonly<Record<Failure['kind'], Code>> = {
  'unknown-tool': 'unknown_tool',
  gone: 'tool_gone',
  'bad-arguments': 'bad_arguments',
  'nested-too-deep': 'nested_too_deep',
  denied: 'denied',
  cancelled: 'cancelled',
  'turn-cancelled': 'cancelled',
  'bad-schema': 'bad_schema',
  'too-large': 'tool_error', // only MCP clients receive it, without a status
  'tool-error': 'tool_error',
  reported: 'tool_reported_error',
  unavailable: 'tool_unavailable',
  overloaded: 'overloaded',
  'too-many-turns': 'overloaded',
  timeout: 'tool_timeout',
  'bad-request': 'invalid_request',
  'unknown-model': 'model_not_found',
  'backend-unusable': 'backend_unusable',
  'prompt-too-long': 'context_length_exceeded',
  'upstream-unreachable': 'upstream_unreachable',
  'upstream-credentials': 'upstream_credentials',
  'upstream-rejected': 'upstream_rejected',
  'upstream-busy': 'upstream_busy',
  'upstream-failed': 'upstream_error',
  'upstream-silent': 'upstream_timeout',
  'upstream-broken': 'upstream_invalid_answer',
  'empty-answer': 'empty_answer',
  stuck: 'stuck',
  'turn-timeout': 'turn_timeout',
  bug: 'internal_error',
};

/** Returns the backend's own status and code, if they concern the client's request and not the gateway. */
function relayed({ status, code }: Failure & { kind: 'upstream-rejected' }): { status?: number; code?: string } {
  return {
    ...(RELAYED.has(status) ? { status } : {}),
    ...(code === undefined || OURS.has(code) ? {} : { code }),
  };
}

const RELAYED: ReadonlySet<number> = new Set([400, 404, 409, 410, 413, 415, 422, 451]);

const OURS: ReadonlySet<string> = new Set<Code>(['invalid_api_key', 'internal_error', 'overloaded', 'stopping']);

function retryAfterOf(failure: Failure): { retryAfterMs?: number } {
  if (failure.kind === 'too-many-turns') return { retryAfterMs: 1_000 };
  if (failure.kind === 'upstream-busy' && failure.retryAfterMs !== undefined) {
    return { retryAfterMs: failure.retryAfterMs };
  }
  return {};
}

/**
 * Returns the headers that control a client's retries. Without `x-should-retry`, the official SDKs retry the statuses 408,
 * 409, 429 and 500 or more. An overloaded or stopping gateway has run nothing, and a retry is wanted.
 */
export function retryHeaders({ status, retryAfterMs, shouldRetry }: Rejection): Record<string, string> {
  const isWanted = shouldRetry ?? (status === STATUS.overloaded ? true : undefined);
  return {
    ...(isWanted !== undefined && { 'x-should-retry': String(isWanted) }),
    ...(retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
  };
}
