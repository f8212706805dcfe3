import { type Failure, tell } from '../core/index.ts';
import type { Rejection } from '../wires/index.ts';

/** For requests that come, or are cut off, when the server is about to stop. */
export const STOPPING: Rejection = {
  status: 503,
  code: 'stopping',
  message: 'Toolpath is stopping. Ask another one, or again later.',
  retryAfterMs: 1_000,
};

/** What a Failure is on an HTTP wire. */
export function rejectionOf(failure: Failure): Rejection {
  const [status, code] = statusAndCode(failure);
  return {
    status,
    code,
    message: tell(failure),
    ...('param' in failure && failure.param !== undefined ? { param: failure.param } : {}),
    ...retryOf(failure),
  };
}

/** The one place for status codes, and for the codes that programs may rely on. */
function statusAndCode(failure: Failure): readonly [status: number, code: string] {
  switch (failure.kind) {
    case 'unknown-tool':
      return [404, 'unknown_tool'];
    case 'gone':
      return [410, 'tool_gone'];
    case 'bad-arguments':
      return [400, 'bad_arguments'];
    case 'nested-too-deep':
      return [400, 'nested_too_deep'];
    case 'denied':
      return [403, 'denied'];
    case 'cancelled':
    case 'turn-cancelled':
      return [499, 'cancelled'];
    case 'bad-schema':
      return [500, 'bad_schema'];
    case 'tool-error':
      return [500, 'tool_error'];
    case 'reported':
      return [502, 'tool_reported_error'];
    case 'unavailable':
      return [502, 'tool_unavailable'];
    case 'overloaded':
    case 'too-many-turns':
      return [503, 'overloaded'];
    case 'timeout':
      return [504, 'tool_timeout'];
    case 'bad-request':
      return [400, 'invalid_request'];
    case 'unknown-model':
      return [404, 'model_not_found'];
    case 'prompt-too-long':
      return [400, 'context_length_exceeded']; // OpenAI's code: agents shorten their history by it
    case 'upstream-unreachable':
      return [502, 'upstream_unreachable'];
    case 'upstream-credentials':
      return [502, 'upstream_credentials'];
    case 'upstream-rejected':
      return [RELAYED.has(failure.status) ? failure.status : 502, codeOf(failure.code)];
    case 'upstream-busy':
      return [429, 'upstream_busy'];
    case 'upstream-failed':
      return [502, 'upstream_error'];
    case 'upstream-silent':
      return [504, 'upstream_timeout'];
    case 'upstream-broken':
      return [502, 'upstream_invalid_answer'];
    case 'empty-answer':
      return [502, 'empty_answer'];
    case 'stuck':
      return [502, 'stuck'];
    case 'turn-timeout':
      return [504, 'turn_timeout'];
    case 'bug':
      return [500, 'internal_error'];
    default:
      return failure satisfies never;
  }
}

/** What a backend may say of a request in its own words; any other status is between it and us. */
const RELAYED: ReadonlySet<number> = new Set([400, 404, 409, 410, 413, 415, 422, 451]);

/** A code of the backend's own; ours speak of this gateway. */
function codeOf(code: string | undefined): string {
  return code === undefined || OURS.has(code) ? 'upstream_rejected' : code;
}

const OURS: ReadonlySet<string> = new Set(['invalid_api_key', 'internal_error', 'overloaded', 'stopping']);

function retryOf(failure: Failure): { retryAfterMs?: number } {
  if (failure.kind === 'too-many-turns') return { retryAfterMs: 1_000 };
  if (failure.kind === 'upstream-busy' && failure.retryAfterMs !== undefined) {
    return { retryAfterMs: failure.retryAfterMs };
  }
  return {};
}
