/** The server sends us to another address, where nothing of ours is taken. */
export class Redirected extends Error {
  override readonly name = 'Redirected';
  /** What to do about it. */
  readonly check = 'Write that address as its "url", if the server is meant to be there.';

  constructor(target: URL) {
    super(`the server redirects to ${withoutSecrets(target)}`);
  }
}

/**
 * The redirect in this response, if it is one that is not followed: to another origin, with a password in it, or one after
 * which a message would not be sent again but asked for. The SDK follows the others.
 */
export function refusedRedirect(from: URL, method: string, { status, headers }: Response): Redirected | undefined {
  const location = headers.get('location');
  if (!REDIRECTS.has(status) || location === null || !URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  const keepsMethod = method === 'GET' || status === 307 || status === 308;
  const isPlain = target.username === '' && target.password === '';
  return keepsMethod && isPlain && isWithin(from, target) ? undefined : new Redirected(target);
}

/** The same scheme, host and port; or the same host, secured. */
export function isWithin(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const isDefault = from.port === '' && to.port === '';
  return isDefault && from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function withoutSecrets(target: URL): string {
  const shown = new URL(target);
  shown.username = '';
  shown.password = '';
  shown.search = '';
  shown.hash = '';
  return shown.href;
}
