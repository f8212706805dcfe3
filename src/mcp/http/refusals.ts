import {
  isJSONRPCErrorResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type SdkHttpErrorData,
} from '@modelcontextprotocol/client';
import { isRecord } from '../../core/index.ts';
import { isRequest } from './requests.ts';

/**
 * The server's answer to this very message, given with an HTTP status that says no: a JSON-RPC error with its id. Where it
 * speaks of the session, and not perhaps of one that a tool keeps for its own ends, it is none: the session is lost.
 */
export function answerIn(
  { status, text }: SdkHttpErrorData,
  message: JSONRPCMessage,
): JSONRPCErrorResponse | undefined {
  if ((status !== 400 && status !== 404) || !isRequest(message)) return undefined;
  const said = parsed(text);
  if (!isJSONRPCErrorResponse(said) || said.id !== message.id) return undefined;
  const mayBeOfTool = status === 400 && message.method === 'tools/call';
  return mayBeOfTool || !UNKNOWN_SESSION.test(said.error.message) ? said : undefined;
}

/**
 * Is this the refusal of a server that does not know the session we sent? MCP asks for a 404, and Go, Java, Python and
 * current TypeScript servers send it. Many that follow the TypeScript SDK's example send 400, and one of these sentences.
 */
export function losesSession({ status, text }: SdkHttpErrorData): boolean {
  if (status === 404) return true;
  return status === 400 && typeof text === 'string' && UNKNOWN_SESSION.test(sentenceOf(text));
}

/** The whole of what is said, but for a word before it and what is quoted behind it. */
const UNKNOWN_SESSION = new RegExp(
  `^(?:(?:error|bad request|not found): )?(?:${[
    'no valid session id(?: provided)?',
    'no transport found for session ?id',
    'server not initialized',
    'could not find session',
    '(?:invalid|missing|unknown|expired)(?: or (?:invalid|missing|unknown|expired))? (?:mcp )?session(?: ?id)?',
    '(?:mcp )?session(?: ?id)? (?:was )?not found(?: or expired)?',
    '(?:mcp )?session (?:has )?expired',
    '(?:mcp )?session (?:has been |was )?terminated',
  ].join('|')})(?:[.:;,!].{0,200})?$`,
  'is',
);

/** What the server says in words: the message of a JSON-RPC error, or of something like it, or the text itself. */
export function sentenceOf(text: string): string {
  const said = parsed(text);
  const inner = isRecord(said) ? (said.error ?? said.message) : text;
  const words = isRecord(inner) ? inner.message : inner;
  return typeof words === 'string' ? words.trim() : '';
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
