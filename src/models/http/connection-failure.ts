import { type TurnFailure, truncate } from '../../core/index.ts';
import { printable } from '../../log/index.ts';

/** The phase of an exchange when it failed. */
export type Progress = 'before-body' | 'in-body';

/** Returns the failure for a connection error from undici or Node. */
export function connectionFailure(error: Error, backend: string, progress: Progress, connectMs: number): TurnFailure {
  const code = codeOf(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'upstream-silent', backend, stage: 'connect', limitMs: connectMs };
  }
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') {
    return {
      kind: 'turn-cancelled',
      reason: `the connections to "${backend}" are closed because the gateway is stopping`,
    };
  }
  if (error.name === 'HTTPParserError' || NO_HTTP.has(code)) {
    return { kind: 'upstream-broken', backend, reason: `the answer is not valid HTTP (${wordsOf(error)})` };
  }
  if (progress === 'in-body') {
    return {
      kind: 'upstream-broken',
      backend,
      reason: `the connection closed before the answer was complete (${wordsOf(error)})`,
    };
  }
  return { kind: 'upstream-unreachable', backend, reason: wordsOf(error) };
}

const NO_HTTP: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** If every address of a host refused the connection, Node's error has no message; the errors inside it have one. */
function wordsOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const told = [error, ...inner].flatMap((each) => (Error.isError(each) && each.message !== '' ? [each.message] : []));
  return printable(truncate(told[0] ?? codeOf(error), MAX_CHARACTERS)) || 'unknown error';
}

const MAX_CHARACTERS = 300; // enough for a host name, an address and an error code
