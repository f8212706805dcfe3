import {
  type JSONRPCErrorResponse,
  ProtocolError,
  type RequestId,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type SdkHttpErrorData,
} from '@modelcontextprotocol/client';
import { isRecord, messageOf, truncate } from '../core/index.ts';
import { type NetworkFault, type ServerProblem, TroubleError } from './server-problem.ts';

/**
 * Classifies any error as a Trouble: one of ours, the SDK's, the system's or any other, also if it is wrapped in others.
 * `ending` is how the connection ended, if known.
 */
export function classifyError(error: unknown, ending?: string): ServerProblem {
  for (const cause of causesOf(error)) {
    const trouble = troubleIn(cause, ending);
    if (trouble !== undefined) return trouble;
  }
  const message = messageOf(error);
  if (message === 'Not connected') return { kind: 'not-connected', said: message }; // the SDK has no code for this error
  const { fault } = networkFault(error);
  const isUnsent = causesOf(error).some(isUnreached);
  const isNetwork = isUnsent || fault !== 'other';
  return isNetwork ? { kind: 'unreachable', fault, said: message, isUnsent } : { kind: 'other', said: message };
}

/** True if the server certainly did not act on the request. */
export function isUnsent(error: unknown): boolean {
  const trouble = classifyError(error);
  if (trouble.kind === 'unreachable') return trouble.isUnsent;
  return trouble.kind === 'session-lost' || trouble.kind === 'not-connected';
}

/** The error of a call that certainly never reached the server, so that it can be retried. */
export class Unsent extends Error {
  override readonly name = 'Unsent';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** Returns the error for a request that failed in the network. */
export function unreachable(origin: string, error: unknown): TroubleError {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const isUnsent = causesOf(cause).some(isUnreached);
  return new TroubleError({ kind: 'unreachable', origin, ...networkFault(cause), isUnsent }, cause);
}

/** Returns the error for a message that was not sent at all. The message may be sent again over another connection. */
export function notConnected(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.NotConnected, message, undefined, { cause });
}

/** Returns the error for a message that may have arrived before the connection ended. */
export function connectionClosed(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, message, undefined, { cause });
}

/** Returns a JSON-RPC error to pass to the SDK instead of the server's answer. */
export function failedAnswer(id: RequestId, message: string, code = SERVER_ERROR): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** First of the JSON-RPC error codes that are reserved for implementations. */
const SERVER_ERROR = -32_000;
/** Code of our own error answers for a tool list that is too long. */
export const TOO_MANY_TOOLS = -32_098;
/** Code of our own error answers for a stream that ended without an answer. */
export const ANSWER_LOST = -32_099;

/** A transport that knows how its connection ended. `ending` is undefined while it is open, or if the cause is not known. */
export interface Telling {
  readonly ending: string | undefined;
}

export function endingOf(transport: object): string | undefined {
  return (transport as Partial<Telling>).ending;
}

/** Returns the first system error code (such as `ECONNREFUSED`) in the chain of causes. */
export function systemCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .filter((cause) => !(cause instanceof SdkError)) // its codes are not system codes
    .map((cause) => (cause as { code?: unknown }).code)
    .find((code): code is string => typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code));
}

/** Returns the error and its chain of causes, outermost first. */
export function causesOf(error: unknown): readonly object[] {
  const causes: object[] = [];
  for (let at = error; typeof at === 'object' && at !== null && causes.length < MOST_CAUSES; ) {
    causes.push(at);
    at = (at as { cause?: unknown }).cause;
  }
  return causes;
}

const MOST_CAUSES = 6;

/** Returns the message in the body of an HTTP error: that of a JSON-RPC or similar error object, or the text itself. */
export function sentenceIn(text: string): string {
  const said = parsed(text);
  const inner = isRecord(said) ? (said.error ?? said.message) : text;
  const words = isRecord(inner) ? inner.message : inner;
  return typeof words === 'string' ? words.trim() : '';
}

/** Converts an HTTP error response. The body is kept as `said` unless it is a web page. */
export function refusal({ status, text }: SdkHttpErrorData): ServerProblem {
  const said = typeof text === 'string' && !TAG.test(text) ? sentenceIn(text) || text.trim() : '';
  return { kind: 'refused', status, said: cut(said) };
}

/** Truncates a text to a length that a person can read. */
export function cut(text: string): string {
  return truncate(text, MAX_CHARACTERS, '…');
}

const TAG = /<[a-z!/]/i;
const MAX_CHARACTERS = 500;

export function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Classifies this error without its causes. Returns undefined if a cause or the message must decide. */
function troubleIn(error: object, ending: string | undefined): ServerProblem | undefined {
  if (error instanceof TroubleError) return error.trouble;
  if (error instanceof ProtocolError) return troubleInAnswer(error);
  if (error instanceof SdkError) return troubleInSdk(error, ending);
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'SyntaxError') return { kind: 'not-mcp', answer: 'something that is not JSON' };
  if (error.name.endsWith('ZodError')) return { kind: 'not-mcp', answer: 'JSON that is not an MCP message' };
  const isOtherVersion = error.message.startsWith("Server's protocol version is not supported"); // the SDK has no code for this
  return isOtherVersion ? { kind: 'other-version', said: error.message } : undefined;
}

function troubleInAnswer(error: ProtocolError): ServerProblem {
  const said = messageOf(error);
  switch (error.code) {
    case TOO_MANY_TOOLS:
      return { kind: 'too-many-tools', said };
    case ANSWER_LOST:
      return { kind: 'answer-lost', said };
    default:
      return { kind: 'reported', said };
  }
}

function troubleInSdk(error: SdkError, ending: string | undefined): ServerProblem | undefined {
  const said = messageOf(error);
  switch (error.code) {
    case SdkErrorCode.EraNegotiationFailed:
      if (error.cause instanceof Error) return undefined;
      if (error instanceof SdkHttpError) return refusal(error.data);
      return ending !== undefined && said.includes('closed') ? { kind: 'ended', ending } : { kind: 'not-modern' };
    case SdkErrorCode.ConnectionClosed:
      return { kind: 'ended', ending: ending ?? 'the connection ended' };
    case SdkErrorCode.NotConnected:
      return ending === undefined ? { kind: 'not-connected', said } : { kind: 'ended', ending };
    case SdkErrorCode.RequestTimeout:
      return { kind: 'late' };
    case SdkErrorCode.ClientHttpUnexpectedContent:
      return { kind: 'not-mcp', answer: `${said.replace(/^[^:]*: /, '')} instead of an MCP message` };
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
    case SdkErrorCode.InputRequiredRoundsExceeded:
      return { kind: 'odd-result', said: cut(said) };
    default:
      return error instanceof SdkHttpError ? refusal(error.data) : undefined;
  }
}

/** True if no connection was made. A connection that broke later has the same codes, but another `syscall`. */
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

function networkFault(error: unknown): { readonly fault: NetworkFault; readonly said: string } {
  const message = error instanceof Error ? error.message : '';
  const code = systemCodeOf(error) ?? '';
  const said = message || code || String(error); // the message is empty if several addresses refused
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return { fault: 'no-tls', said: 'it does not speak TLS' };
  if (code.startsWith('ERR_SSL_')) return { fault: 'other', said: `TLS failed (${code})` }; // OpenSSL's message is hard to read
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return { fault: 'not-http', said: 'it does not speak HTTP' };
  }
  if (message === 'bad port') return { fault: 'blocked-port', said: 'fetch does not allow this port' };
  if (code === 'ECONNREFUSED') return { fault: 'refused', said };
  return { fault: code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'unknown-name' : 'other', said };
}
