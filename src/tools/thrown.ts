import { type CallFailure, type Problem, type ReportedFailure, ToolFailure, truncate } from '../core/index.ts';

/**
 * Converts the value that a tool threw to a failure. The value may be anything: an Error with a chain of causes, a string,
 * undefined, an object whose properties throw.
 */
export function failureOf(error: unknown, tool: string, ofMcp: boolean): CallFailure {
  const complaint = ofMcp ? serversOwnWords(error) : undefined;
  if (complaint !== undefined) return { kind: 'reported', tool, message: complaint };
  const reason = connectivityProblem(error);
  if (reason !== undefined) return { kind: 'unavailable', tool, reason };
  const message = thrownMessage(error);
  return ofMcp ? { kind: 'reported', tool, message } : { kind: 'tool-error', tool, message };
}

/** Returns the failure that a tool of this gateway stated by throwing a ToolFailure; undefined for any other value. */
export function reportedFailure(error: unknown, tool: string): CallFailure | undefined {
  return isToolFailure(error) ? { ...clipped(error.failure), tool } : undefined;
}

function isToolFailure(error: unknown): error is ToolFailure {
  try {
    return error instanceof ToolFailure;
  } catch {
    return false; // a proxy may throw even here
  }
}

/** Truncates the texts of a failure: they may contain a server's message of any length. */
function clipped(failure: ReportedFailure): ReportedFailure {
  switch (failure.kind) {
    case 'reported':
      return { ...failure, message: clip(failure.message, COMPLAINT_LENGTH) };
    case 'unavailable':
    case 'overloaded':
      return { ...failure, reason: clip(failure.reason) };
    default:
      return failure satisfies never;
  }
}

/**
 * Returns the error message that an MCP server sent. LangChain's adapter throws for error results and for JSON-RPC errors
 * and puts its own sentence in front of the message. Returns undefined for an error that the adapter's client made itself.
 */
function serversOwnWords(error: unknown): string | undefined {
  const message = read(error, 'message');
  if (typeof message !== 'string') return undefined;
  const words = (ERROR_RESULT.exec(message) ?? RPC_ERROR.exec(message))?.groups?.words;
  return words?.trim() ? clip(words, COMPLAINT_LENGTH) : undefined;
}

const ERROR_RESULT = /^MCP tool '.*?' returned an error: (?<words>.*)$/s;
/** Excludes the errors that the client makes itself: -32000 for a closed connection, -32001 for a timeout. */
const RPC_ERROR =
  /^Error calling tool .*?: McpError: MCP error (?!-32000: Connection closed$|-32001:)-?\d+: (?<words>.*)$/s;

/**
 * Returns the problems if LangChain rejected the input before the tool ran, otherwise undefined. The exception can be
 * recognised only by its message. zod's issues follow the message, each as `✖ message` with `→ at path` below.
 */
export function inputProblems(error: unknown): Problem[] | undefined {
  const message = read(error, 'message');
  if (typeof message !== 'string' || !message.startsWith(INPUT_REFUSED)) return undefined;
  const complaints = clip(message.slice(INPUT_REFUSED.length)).split('✖ ').slice(1);
  if (complaints.length === 0) return [{ path: '', message: 'the tool does not accept these arguments' }];
  return complaints.map((complaint) => {
    const [what = '', path = ''] = complaint.split('→ at ');
    return { path: path.trim(), message: what.trim() };
  });
}

const INPUT_REFUSED = 'Received tool input did not match expected schema';

export function thrownMessage(error: unknown): string {
  const message = typeof error === 'string' ? error : read(error, 'message');
  if (typeof message === 'string' && message.trim() !== '') return clip(message);
  if (error === undefined || error === null) return `the tool threw ${error} without an error message`;
  const name = read(error, 'name');
  if (typeof name === 'string' && name !== '') return `the tool threw ${clip(name)} without a message`;
  return `the tool threw ${typeof error === 'object' ? 'an object' : `a ${typeof error}`} without a message`;
}

/** Returns the network error if the error, or one of its causes, is one; otherwise undefined. */
function connectivityProblem(error: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST_CAUSE) return undefined;
  const code = read(error, 'code');
  const message = typeof error === 'string' ? error : read(error, 'message');
  if (typeof code === 'string' && NETWORK_CODES.has(code)) {
    return typeof message === 'string' && message.includes(code) ? clip(message) : code;
  }
  const inner = read(error, 'errors');
  const causes = [read(error, 'cause'), ...(Array.isArray(inner) ? inner.slice(0, 4) : [])];
  for (const cause of causes) {
    const found = cause === undefined ? undefined : connectivityProblem(cause, depth + 1);
    if (found !== undefined) return found;
  }
  // Adapters flatten errors to text and lose the code, so the text is searched as well.
  if (typeof message !== 'string' || !NETWORK_WORDS.test(message.slice(0, MESSAGE_LENGTH))) return undefined;
  return clip(message);
}

function read(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  } catch {
    return undefined;
  }
}

function clip(text: string, length = MESSAGE_LENGTH): string {
  return truncate(text, length, ' [… truncated]');
}

/** Characters of an error message that a model sees; the log has the complete error. */
const MESSAGE_LENGTH = 2_000;
/** Characters of an error message from a server. It is the server's answer, so it may be as long as a result. */
const COMPLAINT_LENGTH = 64 * 1024;
const DEEPEST_CAUSE = 5;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'EPIPE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Network errors as Node and HTTP clients word them, alone or after an adapter's text, but not merely mentioned. */
const NETWORK_WORDS =
  /(?:^|: )(?:(?:connect|read|write|getaddrinfo|queryA) E[A-Z_]+\b|fetch failed$|socket hang up$|Connection closed$|Not connected$)|MCP error -32001: /;
