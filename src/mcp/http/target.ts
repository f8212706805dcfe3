import type { HttpServer } from '../../core/index.ts';
import { secrecyOf } from '../../log/index.ts';
import { createShown } from './refusals.ts';

/** The URL of a server and the headers of every request to it. */
export interface Target {
  /** Without a user or password. */
  readonly url: URL;
  readonly headers: Headers;
  /** True if one of the headers carries credentials. */
  readonly hasToken: boolean;
  /** The error if a configured header cannot be sent. */
  readonly refusal: Error | undefined;
  /** Returns the error without the secrets in the headers and the URL. */
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
    refusal: names === '' ? undefined : new Error(`these headers contain characters that cannot be sent: ${names}`),
    shown: createShown(secretsOf(headers, new URL(server.url))),
  };
}

/** Sets a header; returns false if it is invalid. The platform's error is not passed on, because it quotes the value. */
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

/** Returns the possible secrets: header values, with and without their first word (such as `Bearer`), and the URL's password. */
function secretsOf(headers: Headers, { password }: URL): string[] {
  const values = [...headers].filter(([name]) => !OPEN.has(name)).map(([, value]) => value);
  return [...values, ...values.map((value) => value.slice(value.indexOf(' ') + 1)), password, plain(password)];
}

const OPEN: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);
