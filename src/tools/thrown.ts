import type { Failure } from '../core/index.ts';

/**
 * Reads what a tool threw: anything at all, an Error with a chain of causes, a string, undefined, an object whose
 * properties throw in turn.
 */
export function failureOf(error: unknown, tool: string, ofMcp: boolean): Failure {
  const message = messageOf(error);
  const complaint = ofMcp ? serversOwnWords(message) : undefined;
  if (complaint !== undefined) return { kind: 'reported', tool, message: complaint };
  const reason = connectivityProblem(error);
  if (reason !== undefined) return { kind: 'unavailable', tool, reason };
  return ofMcp ? { kind: 'reported', tool, message } : { kind: 'tool-error', tool, message };
}

/** LangChain's adapter throws an MCP server's error result with a sentence of its own before it. */
function serversOwnWords(message: string): string | undefined {
  const lead = "' returned an error: ";
  const at = message.startsWith("MCP tool '") ? message.indexOf(lead) : -1;
  return at === -1 ? undefined : message.slice(at + lead.length);
}

/** Did LangChain refuse the input before the tool ran? It tells by the error's name only. */
export function isInputComplaint(error: unknown): boolean {
  return read(error, 'name') === 'ToolInputParsingException';
}

export function messageOf(error: unknown): string {
  const message = typeof error === 'string' ? error : read(error, 'message');
  if (typeof message === 'string' && message.trim() !== '') return clip(message);
  if (error === undefined || error === null) return `the tool threw ${error}, without an error message`;
  const name = read(error, 'name');
  if (typeof name === 'string' && name !== '') return `the tool threw ${clip(name)} without a message`;
  return `the tool threw ${typeof error === 'object' ? 'an object' : `a ${typeof error}`} without a message`;
}

/** What the network said, if it was the network. */
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
  // Adapters flatten errors to text and lose the code, so the text is read too.
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

function clip(text: string): string {
  return text.length <= MESSAGE_LENGTH ? text : `${text.slice(0, MESSAGE_LENGTH)} [… cut]`;
}

/** What a model can use of an error; the log has the rest. */
const MESSAGE_LENGTH = 2_000;
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

const NETWORK_WORDS =
  /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|fetch failed|socket hang up|network error|connection (?:refused|reset|closed)|not connected)\b/i;
