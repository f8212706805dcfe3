import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { messageOf, ToolFailure } from '../core/index.ts';
import { causesOf } from './causes.ts';
import { LOST_ANSWER, SessionLost } from './http/index.ts';

/** The server answered, and its answer is a JSON-RPC error. */
export function isAnswer(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError;
}

/** The address answered, but not as streamable HTTP: an older server there speaks SSE. */
export function isOtherTransport(error: unknown): boolean {
  return error instanceof SdkHttpError && OTHER_TRANSPORT.has(error.status);
}

/** The SDK found out nothing about the era of a server: what happened is the cause. */
export function isNegotiation(error: unknown): error is SdkError {
  return error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
}

/** The SDK gave up waiting for an answer. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** The server answered `initialize` with a version that has no such handshake. */
export function isOtherVersion(error: unknown): boolean {
  return messageOf(error).startsWith("Server's protocol version is not supported"); // the SDK's words: it has no code for it
}

/** Bad request, not found, method not allowed, not acceptable, unsupported media type: what MCP names, and what servers send. */
const OTHER_TRANSPORT = new Set([400, 404, 405, 406, 415, 422, 501]);

/** What went wrong with a call, as the executor takes it. A server's own words stay as they are. */
export function failureOf(error: unknown, server: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const message = messageOf(error);
  if (isAnswer(error) && error.code !== LOST_ANSWER)
    return new ToolFailure({ kind: 'reported', message }, { cause: error });
  if (error instanceof SdkError && ODD_ANSWERS.has(error.code)) {
    const said = `Server "${server}" answered in a way that MCP does not know: ${message}`;
    return new ToolFailure({ kind: 'reported', message: said }, { cause: error });
  }
  return unavailable(`server "${server}": ${message}`, error);
}

/** No answer came. Unless it is certain that the call never arrived, nobody knows whether it was carried out. */
export function unavailable(reason: string, cause: unknown): ToolFailure {
  const doubt = cause instanceof Unsent ? {} : { isInDoubt: true as const };
  return new ToolFailure({ kind: 'unavailable', reason, ...doubt }, { cause });
}

const ODD_ANSWERS: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.InputRequiredRoundsExceeded,
]);

/** The connection ended while it was waited for an answer. */
export function isClosed(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
}

/** The connection had ended, or nobody listened any more, before anything was sent. */
export function isNotConnected(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.NotConnected;
}

/** A call that never reached a server which could have acted on it. */
export class Unsent extends Error {
  override readonly name = 'Unsent';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** The request never reached a server that could have acted on it. */
export function isUnsent(error: unknown): boolean {
  if (isAnswer(error)) return false; // whatever its words
  if (error instanceof SessionLost || isNotConnected(error) || causesOf(error).some(isUnreached)) return true;
  return messageOf(error) === 'Not connected'; // the SDK's words where it has no code
}

/** Nobody took the connection. One that broke later has the same codes, but another `syscall`. */
function isUnreached(cause: object): boolean {
  const { code, syscall = 'connect' } = cause as { code?: unknown; syscall?: unknown };
  return UNREACHED.has(code as string) && (syscall === 'connect' || String(syscall).startsWith('get'));
}

const UNREACHED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
