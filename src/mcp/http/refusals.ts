import {
  isJSONRPCErrorResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  SdkHttpError,
  type SdkHttpErrorData,
} from '@modelcontextprotocol/client';
import { createRedactor } from '../../log/index.ts';
import { cut, parsed, refusal, sentenceIn } from '../read-trouble.ts';
import { reasonOf, type Trouble, TroubleError } from '../trouble.ts';
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
  return status === 400 && typeof text === 'string' && UNKNOWN_SESSION.test(sentenceIn(text));
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

/** How a connection ended whose session the server does not know any more. */
export const FORGOTTEN = 'the server no longer knew the session; it was probably restarted';

/** Makes errors fit to be shown: in our own words, short, and without the secrets that we sent and a server repeats. */
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

/** Other kinds hold no words of the server's. */
function shownTrouble(trouble: Trouble, hide: (text: string) => string): Trouble {
  switch (trouble.kind) {
    case 'unreachable':
      return { ...trouble, said: hide(trouble.said) };
    case 'redirected':
      return { ...trouble, to: hide(trouble.to) };
    default:
      return trouble;
  }
}
