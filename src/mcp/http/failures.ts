import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { systemCodeOf } from '../causes.ts';

/**
 * The server wants to know who asks (401), or does not let that one in (403). Its name is one that the SDK's search for the
 * protocol's era lets pass as it is; another error it would replace by one of its own, which does not say what to do.
 */
export class Unauthorized extends SdkHttpError {
  override readonly name = 'UnauthorizedError';
  /** What to do about it. */
  readonly check: string;

  constructor(status: 401 | 403, hasToken: boolean) {
    const code = status === 401 ? SdkErrorCode.ClientHttpAuthentication : SdkErrorCode.ClientHttpForbidden;
    const own = status === 401 ? 'the server wants authorization' : 'the server refuses access';
    super(code, `${hasToken ? 'the token is refused' : own} (HTTP ${status})`, { status });
    this.check = hasToken ? RENEW_TOKEN : GIVE_TOKEN;
  }
}

/** Not as the JSON that it is in the settings: the log takes that for a secret. */
const GIVE_TOKEN =
  'Give it an Authorization in its "headers", with the value "Bearer env:NAME", and put the token into that variable. To sign in with a browser is not supported.';
const RENEW_TOKEN = 'Is the token in its "headers" still valid, and is it allowed to use this server?';

/** JSON-RPC's code of the answer that a request gets from us when its stream ends without one. Servers have no use for it. */
export const LOST_ANSWER = -32_099;

/** How a connection ended whose session the server does not know any more. */
export const FORGOTTEN = 'the server no longer knew the session; it was probably restarted';

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
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `HTTP ${status}`, { status, text });
}

/** A request that came to nothing. What the network said, its `code` included, is the cause; `check` says what to do, if known. */
export function unreachable(origin: string, error: unknown): Error & { readonly check?: string } {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { what, check } = wordsFor(cause);
  const told = new Error(`cannot reach ${origin}: ${what}`, { cause });
  return check === undefined ? told : Object.assign(told, { check });
}

function wordsFor(cause: unknown): { readonly what: string; readonly check?: string } {
  const message = cause instanceof Error ? cause.message : '';
  const code = systemCodeOf(cause) ?? '';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return { what: 'it does not speak TLS', check: 'Is it http:// instead of https:// ?' };
  }
  if (code.startsWith('ERR_SSL_')) return { what: `TLS failed (${code})` }; // its message is for those who build OpenSSL
  if (cause instanceof Error && cause.name === 'HTTPParserError') {
    return { what: 'it does not speak HTTP', check: 'Is it https:// instead of http://, or another port?' };
  }
  if (message === 'bad port') {
    return {
      what: 'fetch does not allow this port',
      check: 'Let the server listen at another port: this one belongs to another protocol, and is blocked.',
    };
  }
  return { what: message || code || String(cause) }; // where two addresses refused there is no message
}
