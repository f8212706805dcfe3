import { STATUS_CODES } from 'node:http';
import { Agent, buildConnector, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import { unreachable } from '../classify-error.ts';
import { TroubleError } from '../server-problem.ts';
import type { Addresses } from './addresses.ts';
import { type Bound, boundedBody, EventBound, Unreadable, WholeBound } from './bounds.ts';

export interface WireOptions {
  readonly url: URL;
  /** True if the requests carry credentials. */
  readonly hasToken: boolean;
  readonly addresses: Addresses;
  readonly messageBytes: number;
  readonly connectMs: number;
}

/** How the transport handles one HTTP request. */
export interface Exchange {
  /** `answer`: the response is JSON, or events without a time limit. `word`: only an acknowledgement is expected. */
  readonly expects: 'answer' | 'word';
  /** Called when the status and headers of the response have arrived. */
  readonly onHead?: (head: Head) => void;
  /** Called when a stream of events was aborted because an event was too long or nested too deeply. */
  readonly onUnreadable?: (error: Error) => void;
}

export interface Head {
  readonly status: number;
  /** The media type, without its parameters. */
  readonly type: string;
}

/** HTTP client for one server. It sends nothing to any other origin, whatever the server answers. */
export class Wire {
  readonly #url: URL;
  readonly #hasToken: boolean;
  readonly #messageBytes: number;
  readonly #calls: Agent;
  /** Separate from the calls: if calls use all sockets, cancellations and answers to the server can still be sent. */
  readonly #words: Agent;

  constructor({ url, hasToken, addresses, messageBytes, connectMs }: WireOptions) {
    this.#url = url;
    this.#hasToken = hasToken;
    this.#messageBytes = messageBytes;
    this.#calls = newAgent(addresses, connectMs, MOST_CALLS + 1); // one more for the stream of notifications
    this.#words = newAgent(addresses, connectMs, MOST_WORDS);
  }

  /** Like the global `fetch`, but rejects for status 401 and 403 and for unsafe redirects, and limits the body. */
  async fetch(to: string | URL, init: RequestInit = {}, exchange: Exchange): Promise<Response> {
    const url = new URL(to);
    if (!isWithin(this.#url, url)) throw new Error(`not sent: ${url.origin} is not the origin of the server`);
    const leash = new RequestDeadline(init.signal ?? undefined, exchange.expects === 'word' ? WORD_MS : undefined);
    try {
      const agent = exchange.expects === 'answer' ? this.#calls : this.#words;
      const response = await dispatched(url, { ...init, signal: leash.signal ?? null }, agent);
      const refusal = this.#refusalOf(response, url, init.method ?? 'GET');
      return await this.#admit(response, refusal, exchange, leash);
    } catch (error) {
      leash.end();
      throw error;
    }
  }

  /** Aborts all requests and closes all sockets. */
  async destroy(): Promise<void> {
    await Promise.all([this.#calls.destroy(), this.#words.destroy()]);
  }

  #refusalOf(response: Response, url: URL, method: string): Error | undefined {
    const { status } = response;
    if (status === 401 || status === 403) {
      return new TroubleError({ kind: 'unauthorized', status, hasToken: this.#hasToken });
    }
    if (status < 200 || status > 599) {
      return new Error(`the server answered with the invalid HTTP status ${status}`);
    }
    return refusedRedirect(url, method, response);
  }

  async #admit(
    response: Response,
    refusal: Error | undefined,
    exchange: Exchange,
    leash: RequestDeadline,
  ): Promise<Response> {
    const { status, body } = response;
    const type = typeOf(response);
    exchange.onHead?.({ status, type });
    if (refusal !== undefined) {
      await body?.cancel().catch(() => {});
      throw refusal;
    }
    const headers = new Headers([...response.headers]);
    if (type === EVENTS) headers.set('content-type', EVENTS); // normalized, so that later readers agree on the type
    const head = { status, statusText: STATUS_CODES[status] ?? '', headers };
    if (body === null) {
      leash.end();
      return new Response(null, head);
    }
    const bounded = boundedBody(body, this.#boundOf(response, exchange, type), (error) => {
      leash.end();
      if (error instanceof Unreadable && type === EVENTS) exchange.onUnreadable?.(error);
    });
    return new Response(bounded, head);
  }

  #boundOf(response: Response, { expects }: Exchange, type: string): Bound {
    if (!response.ok) return new WholeBound(Math.min(this.#messageBytes, MOST_REFUSAL_BYTES), 'end');
    if (expects === 'answer' && type === EVENTS) return new EventBound(this.#messageBytes);
    return new WholeBound(this.#messageBytes, 'error');
  }
}

export const EVENTS = 'text/event-stream';
const MOST_REFUSAL_BYTES = 64 * 1024; // an error body is read by a person
const WORD_MS = 60_000; // a server that has not acknowledged a message by then never will
/** Maximum concurrent sockets to one server, for calls and for other messages. Further requests are queued. */
const MOST_CALLS = 64;
const MOST_WORDS = 64;

async function dispatched(url: URL, init: RequestInit, dispatcher: Agent): Promise<Response> {
  try {
    // The casts join the same interfaces as declared by two packages.
    return (await undiciFetch(url, { ...(init as unknown as UndiciInit), dispatcher })) as unknown as Response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable(url.origin, error);
  }
}

/**
 * Returns the error for a redirect that must not be followed: to another origin, to a URL with credentials, or one that would
 * turn a POST into a GET. Returns undefined for other responses; the SDK follows the other redirects.
 */
function refusedRedirect(from: URL, method: string, { status, headers }: Response): TroubleError | undefined {
  const location = headers.get('location');
  if (!REDIRECTS.has(status) || location === null || !URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  const keepsMethod = method === 'GET' || status === 307 || status === 308;
  const isPlain = target.username === '' && target.password === '';
  return keepsMethod && isPlain && isWithin(from, target)
    ? undefined
    : new TroubleError({ kind: 'redirected', to: withoutSecrets(target) });
}

/** True for the same origin, or for the upgrade from http to https on the same host with default ports. */
function isWithin(from: URL, to: URL): boolean {
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

function newAgent(addresses: Addresses, connectMs: number, connections: number): Agent {
  const dial = buildConnector({ timeout: connectMs, lookup: addresses.lookup, allowH2: false });
  return new Agent({
    connect: (options, callback) => {
      const refusal = addresses.refusalOfLiteral(options.hostname);
      if (refusal === undefined) dial(options, callback);
      else callback(refusal, null);
    },
    connections,
    pipelining: 1,
    allowH2: false, // one stream per connection, so that closing one affects no other
    headersTimeout: 0, // calls have their own deadlines, and a stream may be quiet for hours
    bodyTimeout: 0,
    keepAliveTimeout: 4_000, // many servers close idle connections after five seconds without notice
  });
}

function typeOf({ headers }: Response): string {
  return (headers.get('content-type') ?? '').replace(/;.*$/s, '').trim().toLowerCase();
}

/** A signal that aborts with the outer signal or after a time limit. `end` cancels the time limit. */
class RequestDeadline {
  readonly signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(outer: AbortSignal | undefined, limitMs: number | undefined) {
    this.signal = outer;
    if (limitMs === undefined) return;
    const controller = new AbortController();
    this.signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
    const late = new Error(`the server did not accept the message within ${limitMs} ms`);
    this.#timer = setTimeout(() => controller.abort(late), limitMs).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
