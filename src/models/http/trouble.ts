import { type TurnFailure, truncate } from '../../core/index.ts';
import { printable } from '../../log/index.ts';

/** How far an exchange had come when it failed. */
export type Progress = 'before-body' | 'in-body';

/** What a broken connection means. `error` is undici's or Node's. */
export function troubleOf(error: Error, backend: string, progress: Progress, connectMs: number): TurnFailure {
  const code = codeOf(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'upstream-silent', backend, stage: 'connect', limitMs: connectMs };
  }
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') {
    return { kind: 'turn-cancelled', reason: `the connections to "${backend}" are closed, because the gateway stops` };
  }
  if (error.name === 'HTTPParserError' || NO_HTTP.has(code)) {
    return { kind: 'upstream-broken', backend, reason: `it is not proper HTTP (${wordsOf(error)})` };
  }
  if (progress === 'in-body') {
    return { kind: 'upstream-broken', backend, reason: `it broke off in the middle (${wordsOf(error)})` };
  }
  return { kind: 'upstream-unreachable', backend, reason: wordsOf(error) };
}

const NO_HTTP: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Where every address of a name was refused, Node's error has no words of its own, but its members have. */
function wordsOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const told = [error, ...inner].flatMap((each) => (Error.isError(each) && each.message !== '' ? [each.message] : []));
  return printable(truncate(told[0] ?? codeOf(error), MOST_LETTERS)) || 'for no known reason';
}

const MOST_LETTERS = 300; // a host name, an address and a code
