import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/client';
import { MOST_JSON_VALUES } from '../../core/index.ts';
import { failedAnswer } from '../classify-error.ts';
import { MOST_LEVELS } from '../nesting.ts';
import type { Junk } from './message.ts';

/**
 * Returns the request id of an answer that cannot be read, so that its call can fail at once instead of timing out. Looks at
 * both ends of the line, at the fields before and after the result: `{"jsonrpc":"2.0","id":7,"result":…` and
 * `{"result":…,"jsonrpc":"2.0","id":7}`. Returns undefined unless the line begins like an answer, because a request from the
 * server also has an id.
 */
export function lostAnswer(head: string, tail: string): RequestId | undefined {
  const front = FRONT.exec(head);
  if (front === null) return undefined;
  const members = [...(front[1] ?? '').matchAll(MEMBER), ...(BACK.exec(tail)?.[0] ?? '').matchAll(MEMBER)];
  const written = (name: string) => members.find((member) => member[1] === name)?.[2];
  return written('jsonrpc') === '"2.0"' ? idFrom(written('id')) : undefined;
}

/** Returns the error to deliver to the waiting call instead of the unreadable answer. */
export function errorAnswer(
  id: RequestId,
  { kind, bytes }: Pick<Junk, 'kind' | 'bytes'>,
  messageBytes: number,
): JSONRPCErrorResponse {
  return failedAnswer(id, `the server's answer ${fault()}`);

  function fault(): string {
    switch (kind) {
      case 'too-long':
        return `has ${bytes} bytes, but the limit is ${messageBytes} (limits.messageBytes)`;
      case 'not-json':
        return 'is not valid JSON';
      case 'too-deep':
        return `is nested more than ${MOST_LEVELS} levels deep`;
      case 'too-many-values':
        return `has more than ${MOST_JSON_VALUES} JSON values`;
      case 'not-a-message':
        return 'is not a valid JSON-RPC message';
      default:
        return kind satisfies never;
    }
  }
}

function idFrom(written: string | undefined): RequestId | undefined {
  if (written === undefined) return undefined;
  const id: unknown = JSON.parse(written);
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

/** Matches a `jsonrpc` or `id` field with a plain value: a string without escapes, or an integer. */
const PLAIN = /"(jsonrpc|id)"\s*:\s*("[^"\\\p{Cc}]*"|-?(?:0|[1-9]\d{0,15}))\s*/u.source;
const MEMBER = new RegExp(PLAIN, 'gu');
const FRONT = new RegExp(`^\\s*\\{\\s*((?:${PLAIN},\\s*){0,2})"(?:result|error)"\\s*:`, 'u');
/** Matches the last fields of the outermost object, before its closing brace. The comma rules out a match inside a string. */
const BACK = new RegExp(`(?:,\\s*${PLAIN}){1,2}\\}\\s*$`, 'u');
