import {
  isJSONRPCErrorResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  SdkHttpError,
  type SdkHttpErrorData,
} from '@modelcontextprotocol/client';
import { createRedactor } from '../../log/index.ts';
import { cut, parsed, refusal, sentenceIn } from '../classify-error.ts';
import { reasonOf, type ServerProblem, TroubleError } from '../server-problem.ts';
import { isRequest } from './requests.ts';

/**
 * Returns the server's answer if an HTTP error body contains one: a JSON-RPC error with the id of the request. An error about
 * an unknown session is not an answer, because the session is lost; but with status 400 for a tool call it is, because a tool
 * may have sessions of its own.
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
 * True if this HTTP error means that the server does not know our session. MCP requires a 404, which Go, Java, Python and
 * current TypeScript servers send. Many servers based on the TypeScript SDK's example send 400 with one of these messages.
 */
export function losesSession({ status, text }: SdkHttpErrorData): boolean {
  if (status === 404) return true;
  return status === 400 && typeof text === 'string' && UNKNOWN_SESSION.test(sentenceIn(text));
}

/** Matches the complete message, except for a prefix such as "Error:" and details after punctuation. */
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

/** The ending of a connection whose session the server no longer knows. */
export const FORGOTTEN = 'the server no longer knew the session; it was probably restarted';

/** Returns a function that prepares errors for display: our wording, short, and without secrets that a server repeats. */
export function createShown(secrets: readonly string[]): (error: Error) => Error {
  const redactor = createRedactor(secrets);
  const hide = (text: string): string => cut(redactor.givenValues(text));
  return (error) => {
    if (error instanceof SdkHttpError) {
      const { text } = error.data;
      const data = typeof text === 'string' ? { ...error.data, text: redactor.givenValues(text) } : error.data;
      return new SdkHttpError(error.code, reasonOf(refusal(data)), data);
    }
    const { name, message } = error;
    if (cut(message) === message && !redactor.holds(message)) return error;
    if (error instanceof TroubleError) return new TroubleError(shownTrouble(error.trouble, hide));
    return Object.assign(new Error(hide(message)), { name });
  };
}

/** Redacts the texts that come from the server. The other kinds that occur here contain none. */
function shownTrouble(trouble: ServerProblem, hide: (text: string) => string): ServerProblem {
  switch (trouble.kind) {
    case 'unreachable':
      return { ...trouble, said: hide(trouble.said) };
    case 'redirected':
      return { ...trouble, to: hide(trouble.to) };
    default:
      return trouble;
  }
}
