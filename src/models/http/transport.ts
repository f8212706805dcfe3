import { Pool } from 'undici';
import type { Limits, TurnFailure } from '../../core/index.ts';
import { Exchange, type ExchangeLimits, type Head } from './exchange.ts';
import { Places } from './places.ts';

export interface TransportOptions {
  /** The backend's name, for failures. */
  readonly backend: string;
  readonly origin: string;
  readonly limits: ExchangeLimits & Pick<Limits, 'upstreamConnections'>;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** As `name, value, name, value`. */
  readonly headers: string[];
  readonly body?: Buffer;
}

/** An answer has begun: its head, and the exchange to read the rest from. Or it has not, and why. */
export type Sent =
  | { readonly ok: true; readonly head: Head; readonly exchange: Exchange }
  | { readonly ok: false; readonly failure: TurnFailure };

/** The connections to one server. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #pool: Pool;
  readonly #places: Places;
  #running = 0;

  constructor(options: TransportOptions) {
    const { origin, limits } = options;
    this.#options = options;
    this.#places = new Places(limits.upstreamConnections);
    this.#pool = new Pool(origin, {
      connections: limits.upstreamConnections,
      pipelining: 1,
      allowH2: false, // one stream a connection: to pause or to close one touches no other
      connectTimeout: limits.connectMs,
      headersTimeout: 0, // the exchange has its own clock
      bodyTimeout: 0,
      keepAliveTimeout: 4_000, // servers close idle connections after five seconds, often without a word
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

  /** Idle connections close now, the others after their answer. */
  async close(): Promise<void> {
    const closing = this.#pool.close();
    if (this.#running === 0) await closing;
  }

  #settle(): void {
    this.#running--;
    this.#places.release();
  }
}
