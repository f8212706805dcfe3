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
import { type NetworkFault, type Trouble, TroubleError } from './trouble.ts';

/**
 * Reads any error into a trouble: our own, the SDK's, the system's, or a stranger's, however they are wrapped. `ending` says
 * how the connection ended, where that is known.
 */
export function readTrouble(error: unknown, ending?: string): Trouble {
  for (const cause of causesOf(error)) {
    const trouble = troubleIn(cause, ending);
    if (trouble !== undefined) return trouble;
  }
  const message = messageOf(error);
  if (message === 'Not connected') return { kind: 'not-connected', said: message }; // the SDK has no code for it
  const { fault } = networkFault(error);
  const isUnsent = causesOf(error).some(isUnreached);
  const isNetwork = isUnsent || fault !== 'other';
  return isNetwork ? { kind: 'unreachable', fault, said: message, isUnsent } : { kind: 'other', said: message };
}

/** Whether it is certain that no server has acted on the request. */
export function isUnsent(error: unknown): boolean {
  const trouble = readTrouble(error);
  if (trouble.kind === 'unreachable') return trouble.isUnsent;
  return trouble.kind === 'session-lost' || trouble.kind === 'not-connected';
}

/** A call that never reached a server that could have acted on it. */
export class Unsent extends Error {
  override readonly name = 'Unsent';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** A request that failed in the network. */
export function unreachable(origin: string, error: unknown): TroubleError {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const isUnsent = causesOf(cause).some(isUnreached);
  return new TroubleError({ kind: 'unreachable', origin, ...networkFault(cause), isUnsent }, cause);
}

/** The error for a message of which nothing was sent: it may be sent again over another connection. */
export function notConnected(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.NotConnected, message, undefined, { cause });
}

/** The error for a message that may have arrived before the connection ended. */
export function connectionClosed(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, message, undefined, { cause });
}

/** A JSON-RPC error that we give to the SDK in place of the server's answer. */
export function failedAnswer(id: RequestId, message: string, code = SERVER_ERROR): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** JSON-RPC's code for errors that an implementation defines. */
const SERVER_ERROR = -32_000;
/** Codes of our own answers: for a list of tools that is too long, and for a stream that ended without an answer. */
export const TOO_MANY_TOOLS = -32_098;
export const ANSWER_LOST = -32_099;

/** A transport that knows how its connection ended; undefined while it is open, or where the end is not known. */
export interface Telling {
  readonly ending: string | undefined;
}

export function endingOf(transport: object): string | undefined {
  return (transport as Partial<Telling>).ending;
}

/** The system's code for what went wrong, wherever it stands in the chain of causes. */
export function systemCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .filter((cause) => !(cause instanceof SdkError)) // it has codes of its own
    .map((cause) => (cause as { code?: unknown }).code)
    .find((code): code is string => typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code));
}

/** The error, its cause, the cause of that, and so on. */
export function causesOf(error: unknown): readonly object[] {
  const causes: object[] = [];
  for (let at = error; typeof at === 'object' && at !== null && causes.length < MOST_CAUSES; ) {
    causes.push(at);
    at = (at as { cause?: unknown }).cause;
  }
  return causes;
}

const MOST_CAUSES = 6;

/** The words in the body of an HTTP refusal: the message of a JSON-RPC error, or of something like it, or the text itself. */
export function sentenceIn(text: string): string {
  const said = parsed(text);
  const inner = isRecord(said) ? (said.error ?? said.message) : text;
  const words = isRecord(inner) ? inner.message : inner;
  return typeof words === 'string' ? words.trim() : '';
}

/** An HTTP refusal, with the server's own words where they are no web page. */
export function refusal({ status, text }: SdkHttpErrorData): Trouble {
  const said = typeof text === 'string' && !TAG.test(text) ? sentenceIn(text) || text.trim() : '';
  return { kind: 'refused', status, said: cut(said) };
}

/** Cut to a length that a person reads. */
export function cut(text: string): string {
  return truncate(text, MOST_LETTERS, '…');
}

const TAG = /<[a-z!/]/i;
const MOST_LETTERS = 500;

export function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The trouble in this error itself; undefined where its cause says more. */
function troubleIn(error: object, ending: string | undefined): Trouble | undefined {
  if (error instanceof TroubleError) return error.trouble;
  if (error instanceof ProtocolError) return troubleInAnswer(error);
  if (error instanceof SdkError) return troubleInSdk(error, ending);
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'SyntaxError') return { kind: 'not-mcp', answer: 'something that is not JSON' };
  if (error.name.endsWith('ZodError')) return { kind: 'not-mcp', answer: 'JSON that is not a message of MCP' };
  const isOtherVersion = error.message.startsWith("Server's protocol version is not supported"); // the SDK has no code for it
  return isOtherVersion ? { kind: 'other-version', said: error.message } : undefined;
}

function troubleInAnswer(error: ProtocolError): Trouble {
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

function troubleInSdk(error: SdkError, ending: string | undefined): Trouble | undefined {
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
      return { kind: 'not-mcp', answer: `${said.replace(/^[^:]*: /, '')}, and not with a message of MCP` };
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
    case SdkErrorCode.InputRequiredRoundsExceeded:
      return { kind: 'odd-result', said };
    default:
      return error instanceof SdkHttpError ? refusal(error.data) : undefined;
  }
}

/** No connection was made. One that broke later has the same codes, but another `syscall`. */
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
  const said = message || code || String(error); // there is no message where two addresses refused
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return { fault: 'no-tls', said: 'it does not speak TLS' };
  if (code.startsWith('ERR_SSL_')) return { fault: 'other', said: `TLS failed (${code})` }; // its message is OpenSSL's own
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return { fault: 'not-http', said: 'it does not speak HTTP' };
  }
  if (message === 'bad port') return { fault: 'blocked-port', said: 'fetch does not allow this port' };
  if (code === 'ECONNREFUSED') return { fault: 'refused', said };
  return { fault: code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'unknown-name' : 'other', said };
}
