import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { createRedactor } from '../../log/index.ts';
import { codeOf } from '../stdio/endings.ts';

/**
 * The server wants to know who asks (401), or does not let that one in (403). Its name is one that the SDK's search for the
 * protocol's era lets pass as it is; another error it would replace by one of its own, which does not say what to do.
 */
export class Unauthorized extends SdkHttpError {
  override readonly name = 'UnauthorizedError';

  constructor(status: 401 | 403) {
    const code = status === 401 ? SdkErrorCode.ClientHttpAuthentication : SdkErrorCode.ClientHttpForbidden;
    const what = status === 401 ? 'wants authorization' : 'refuses this authorization';
    super(code, `the server ${what} (HTTP ${status}): ${ADVICE}`, { status });
  }
}

const ADVICE =
  'give it "headers": { "Authorization": "Bearer env:NAME" } in the settings (to sign in with a browser is not supported)';

/** JSON-RPC's code of the answer that a request gets from us when its stream ends without one. Servers have no use for it. */
export const LOST_ANSWER = -32_099;

/** The server does not know our session any more: it was restarted, or has forgotten us. What was sent was not done. */
export class SessionLost extends SdkHttpError {
  override readonly name = 'SessionLost';

  constructor(status: number) {
    const message = `the server no longer knows this session (HTTP ${status}); it was probably restarted`;
    super(SdkErrorCode.ClientHttpNotImplemented, message, { status });
  }
}

/** An HTTP status that is none of the SDK's errors yet. */
export function refusedBy(status: number, text: string): SdkHttpError {
  const said = text === '' ? '' : `: ${text}`;
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `the server refused the message${said}`, {
    status,
    text,
  });
}

/** A request that came to nothing. What the network said, its `code` included, is the cause. */
export function unreachable(origin: string, error: unknown): Error {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const message = cause instanceof Error ? cause.message : '';
  return new Error(`cannot reach ${origin}: ${message || codeOf(cause) || String(cause)}`, { cause }); // two addresses refused: no message
}

/** Errors as they may be shown: without what we sent in secret and a server sends back, and not long. */
export function createShown(secrets: readonly string[]): (error: Error) => Error {
  const redactor = createRedactor(secrets);
  const shown = (text: string) => cut(redactor.givenValues(text));
  return (error) => {
    if (error instanceof Unauthorized || error instanceof SessionLost) return error; // nothing of the server's is in them
    if (error instanceof SdkHttpError) {
      const { text } = error.data;
      const data = typeof text === 'string' ? { ...error.data, text: redactor.givenValues(text) } : error.data;
      return new SdkHttpError(error.code, shown(`HTTP ${error.status}: ${error.message}`), data);
    }
    if (error.message.length <= MOST_LETTERS && !redactor.holds(error.message)) return error;
    return Object.assign(new Error(shown(error.message)), { name: error.name });
  };
}

const MOST_LETTERS = 500; // a sentence to read, not a web page

function cut(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS).toWellFormed()}…`;
}
