import type { HttpServer } from '../../core/index.ts';
import { secrecyOf } from '../../log/index.ts';
import { createShown } from './refusals.ts';

/** Where a server is, and what it is told with every request. */
export interface Target {
  /** Without a user or password. */
  readonly url: URL;
  readonly headers: Headers;
  /** One of those headers says who asks. */
  readonly hasToken: boolean;
  /** Why nothing can be sent there. */
  readonly refusal: Error | undefined;
  /** Errors without the secrets in those headers. */
  readonly shown: (error: Error) => Error;
}

export function targetOf(server: Pick<HttpServer, 'url' | 'headers'>): Target {
  const url = new URL(server.url);
  const headers = new Headers();
  if (url.username !== '' || url.password !== '') headers.set('authorization', basicOf(url));
  url.username = '';
  url.password = '';
  const unfit = Object.entries(server.headers).filter(([name, value]) => !isSet(headers, name, value));
  const names = unfit.map(([name]) => JSON.stringify(name)).join(', ');
  return {
    url,
    headers,
    hasToken: [...headers.keys()].some((name) => secrecyOf(name) !== 'open'),
    refusal: names === '' ? undefined : new Error(`these headers cannot be sent, for a character in them: ${names}`),
    shown: createShown(secretsOf(headers, new URL(server.url))),
  };
}

/** The platform's own error is not passed on: it quotes the value. */
function isSet(headers: Headers, name: string, value: string): boolean {
  try {
    headers.set(name, value);
    return true;
  } catch {
    return false;
  }
}

function basicOf({ username, password }: URL): string {
  return `Basic ${Buffer.from(`${plain(username)}:${plain(password)}`).toString('base64')}`;
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Any header may hold one. A server may send it back without the word before it: `Bearer`. */
function secretsOf(headers: Headers, { password }: URL): string[] {
  const values = [...headers].filter(([name]) => !OPEN.has(name)).map(([, value]) => value);
  return [...values, ...values.map((value) => value.slice(value.indexOf(' ') + 1)), password, plain(password)];
}

const OPEN: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);
