import { Pool } from 'undici';
import type { Limits, TurnFailure } from '../../core/index.ts';
import { ConnectionSlots } from './connection-slots.ts';
import { Exchange, type ExchangeLimits, type Head } from './exchange.ts';

export interface TransportOptions {
  /** The backend's name, for failures. */
  readonly backend: string;
  readonly origin: string;
  readonly limits: ExchangeLimits & Pick<Limits, 'upstreamConnections'>;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Headers as `name, value, name, value`. */
  readonly headers: string[];
  readonly body?: Buffer;
}

/** The head of a response and the exchange to read its body from, or the failure that prevented the response. */
export type Sent =
  | { readonly ok: true; readonly head: Head; readonly exchange: Exchange }
  | { readonly ok: false; readonly failure: TurnFailure };

/** The connections to one server. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #pool: Pool;
  readonly #places: ConnectionSlots;
  #running = 0;

  constructor(options: TransportOptions) {
    const { origin, limits } = options;
    this.#options = options;
    this.#places = new ConnectionSlots(limits.upstreamConnections);
    this.#pool = new Pool(origin, {
      connections: limits.upstreamConnections,
      pipelining: 1,
      allowH2: false, // one stream per connection, so that pausing or closing one does not affect another
      connectTimeout: limits.connectMs,
      headersTimeout: 0, // the exchange has its own timers
      bodyTimeout: 0,
      keepAliveTimeout: 4_000, // many servers silently close idle connections after five seconds
    });
  }

  async send(request: WireRequest, signal: AbortSignal): Promise<Sent> {
    const { backend, limits } = this.#options;
    const hasPlace = await this.#places.take(signal);
    if (hasPlace) this.#running++;
    const exchange = new Exchange({ backend, limits, signal, onSettled: () => hasPlace && this.#settle() });
    if (exchange.failure === undefined) this.#pool.dispatch({ ...request, body: request.body ?? null }, exchange);
    const begun = await exchange.begun();
    return begun.ok ? { ...begun, exchange } : begun;
  }

  /** Closes idle connections now and the others after their response. Does not wait for running exchanges. */
  async close(): Promise<void> {
    const closing = this.#pool.close();
    if (this.#running === 0) await closing;
  }

  #settle(): void {
    this.#running--;
    this.#places.release();
  }
}
