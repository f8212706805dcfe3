import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { digest, keyId } from '../key-id.ts';
import { printable } from '../log/index.ts';
import type { Rejection } from '../wires/index.ts';
import { reject } from './status.ts';

/**
 * Decides who may use this server. Loopback alone does not protect it: any web page in a browser on this machine can reach
 * it, so the Host and Origin headers are checked. Beyond loopback a key is required, and the server does not start without
 * one.
 */
export class Guard {
  readonly #isLoopback: boolean;
  readonly #keys: readonly Buffer[];
  /** The last Host header that was accepted. The next request nearly always has the same one. */
  #lastHost = '';

  constructor(host: string, keys: readonly string[]) {
    this.#isLoopback = isLoopback(host);
    this.#keys = keys.map(digest);
  }

  /** The message that explains why the server must not listen, or undefined if it may. */
  get refusal(): string | undefined {
    if (this.#isLoopback || this.#keys.length > 0) return undefined;
    return 'Listening beyond this machine requires a key, because otherwise anyone on the network could run your tools. Set a key ("keys": ["env:TOOLPATH_KEY"]), or listen on 127.0.0.1.';
  }

  /** Checks the request line, host and origin, before anything is routed or read. Returns the rejection, if any. */
  admit(request: IncomingMessage): Rejection | undefined {
    // The router must see the same path that is checked here: no absolute form, no `//host/path`, no fragments.
    if (!/^\/(?!\/)[^#\\]*$/.test(request.url ?? '')) return reject('bad_target', 'The request target must be a path.');
    const { host } = request.headers; // Node keeps the first of several; a proxy in front may use another
    if (host === undefined || !HOST.test(host) || countOf('host', request.rawHeaders) !== 1)
      return reject('bad_host', 'The Host header must name one host.');
    if (this.#isLoopback && host !== this.#lastHost && !isLoopback(nameOf(host))) {
      const fix = 'To accept other host names, listen beyond this machine (--host 0.0.0.0) and set a key.';
      return reject('forbidden_host', `This server accepts requests to localhost only, not to "${host}". ${fix}`);
    }
    this.#lastHost = host;
    const origin = request.headers.origin;
    if (origin !== undefined && !isSameSite(origin, host)) {
      const why =
        'Web pages of other sites may not call Toolpath: let the page call its own server, which then calls Toolpath.';
      return reject('forbidden_origin', `Requests from the origin "${printable(origin)}" are not accepted. ${why}`);
    }
    return undefined;
  }

  /**
   * Checks the key, if keys are configured. A client may send it in `Authorization` or `x-api-key`. If it sends both, one
   * valid key is enough; if both are valid, `Authorization` counts. Takes the same time for any wrong key.
   */
  authenticate({ authorization, 'x-api-key': apiKey }: IncomingHttpHeaders): Authenticated {
    if (this.#keys.length === 0) return { ok: true, key: '' };
    const bearer = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    const key = this.#idOf(bearer) ?? this.#idOf(apiKey);
    if (key !== undefined) return { ok: true, key };
    const message = 'A valid key is required. Send it as "Authorization: Bearer KEY" or as "x-api-key: KEY".';
    return { ok: false, rejection: reject('invalid_api_key', message) };
  }

  #idOf(given: string | string[] | undefined): string | undefined {
    if (typeof given !== 'string') return undefined;
    const digested = digest(given);
    let isKnown = false;
    for (const key of this.#keys) isKnown = timingSafeEqual(key, digested) || isKnown;
    return isKnown ? keyId(digested) : undefined;
  }
}

/** `key` is an id of the client's key, not the key itself. It is empty if no keys are configured. */
export type Authenticated =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly rejection: Rejection };

/** Hono types of routes behind the key check. `key` is the id of the client's key. */
export interface Authentic {
  readonly Bindings: HttpBindings;
  readonly Variables: { readonly key: string };
}

const HOST = /^(?:[a-zA-Z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const bare = host.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  return version !== 0 && loopback.check(bare, version === 6 ? 'ipv6' : 'ipv4');
}

function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const header = rawHeaders[place] ?? '';
    if (header.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** Returns true if the origin is this server itself, by the host name of the request. */
function isSameSite(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin.toLowerCase()) return false;
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.host === host.toLowerCase();
}
