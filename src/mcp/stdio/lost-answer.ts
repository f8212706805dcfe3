import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/client';
import { MOST_LEVELS } from '../nesting.ts';
import { failedAnswer } from '../read-trouble.ts';
import type { Junk } from './message.ts';

/**
 * The call that a line would have answered which cannot be taken: whoever waits for it must hear so, or waits until its
 * time is up. Looked for at both ends of the line, among the members that stand before or after the answer itself:
 * `{"jsonrpc":"2.0","id":7,"result":…` and `{"result":…,"jsonrpc":"2.0","id":7}`. A server's own request has an id as
 * well, which means nothing here: only what begins as an answer is one.
 */
export function lostAnswer(head: string, tail: string): RequestId | undefined {
  const front = FRONT.exec(head);
  if (front === null) return undefined;
  const members = [...(front[1] ?? '').matchAll(MEMBER), ...(BACK.exec(tail)?.[0] ?? '').matchAll(MEMBER)];
  const written = (name: string) => members.find((member) => member[1] === name)?.[2];
  return written('jsonrpc') === '"2.0"' ? idFrom(written('id')) : undefined;
}

/** What the waiting call is told in place of the answer. */
export function errorAnswer(
  id: RequestId,
  { kind, bytes }: Pick<Junk, 'kind' | 'bytes'>,
  messageBytes: number,
): JSONRPCErrorResponse {
  return failedAnswer(id, `the server's answer ${fault()}`);

  function fault(): string {
    switch (kind) {
      case 'too-long':
        return `has ${bytes} bytes, more than the ${messageBytes} that are taken (limits.messageBytes)`;
      case 'not-json':
        return 'is not valid JSON';
      case 'too-deep':
        return `is nested too deep: more than ${MOST_LEVELS} levels`;
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

/** Plain values only: a string without escapes, or a whole number. */
const PLAIN = /"(jsonrpc|id)"\s*:\s*("[^"\\\p{Cc}]*"|-?(?:0|[1-9]\d{0,15}))\s*/u.source;
const MEMBER = new RegExp(PLAIN, 'gu');
const FRONT = new RegExp(`^\\s*\\{\\s*((?:${PLAIN},\\s*){0,2})"(?:result|error)"\\s*:`, 'u');
/** Before the last brace of all stand members of the outermost object, and the comma keeps it from being a string. */
const BACK = new RegExp(`(?:,\\s*${PLAIN}){1,2}\\}\\s*$`, 'u');
