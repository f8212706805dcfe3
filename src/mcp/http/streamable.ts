import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { LOST_ANSWER, losesSession, SessionLost } from './failures.ts';
import type { Exchange, Head, Wire } from './fetch.ts';
import { Flight } from './flight.ts';
import { Reopening } from './reopening.ts';
import type { Target } from './target.ts';

/**
 * Streamable HTTP by the SDK's transport, with what it leaves open: every request ends, also if its stream does not bring
 * the answer; a request that was cancelled holds no socket; a session that the server has forgotten ends the connection.
 */
export class StreamableTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** The SDK cancels by ending a request's stream where the protocol says so. */
  readonly hasPerRequestStream = true;
  readonly #target: Target;
  readonly #wire: Wire;
  readonly #inner: StreamableHTTPClientTransport;
  readonly #flights = new Map<RequestId, Flight>();
  readonly #reopening = new Reopening();
  #hasListened = false;
  /** It no longer hears what the server says unasked: it ends once no request is on its way. */
  #isDeaf = false;
  #hasSession = true;
  #closing: Promise<void> | undefined;

  constructor(target: Target, wire: Wire) {
    this.#target = target;
    this.#wire = wire;
    this.#inner = new StreamableHTTPClientTransport(target.url, {
      fetch: (url, init) => wire.fetch(url, init, this.#exchange(init?.method)).then(withoutPages(init?.method)),
      requestInit: { headers: target.headers },
      reconnectionOptions: { ...PAUSES, maxRetries: REOPENINGS + 1 }, // the last of them is ours to refuse
      reconnectionScheduler: (open, delayMs, attempt) => this.#reopen(open, delayMs, attempt),
    });
    this.#inner.onmessage = (message) => this.#receive(message);
    this.#inner.onerror = (error) => this.#report(error);
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    if (this.#target.refusal !== undefined) throw this.#target.refusal;
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (this.#closing !== undefined) throw new SdkError(SdkErrorCode.NotConnected, 'the connection is closed');
    try {
      if (isRequest(message)) await this.#request(message, options);
      else {
        const sending = flying.run(undefined, () => this.#inner.send(message, given(options)));
        this.#abandon(message);
        await sending;
      }
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** Ends the session kindly, for a moment, then everything else. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #request(message: JSONRPCRequest, options: TransportSendOptions): Promise<void> {
    const flight = new Flight(message.id, options);
    this.#flights.set(flight.id, flight);
    flight.signal.addEventListener('abort', () => this.#forget(flight), { once: true });
    const onRequestStreamEnd = (): void => this.#streamEnded(flight);
    try {
      await flying.run(flight, () =>
        this.#inner.send(message, { ...given(options), requestSignal: flight.signal, onRequestStreamEnd }),
      );
      if (flight.isWhole) this.#streamEnded(flight); // without an answer in it, if it is still on its way
    } catch (error) {
      this.#forget(flight);
      flight.land();
      throw error;
    }
  }

  /** What is cancelled is not waited for. In the older era the SDK would read on until the server ends the stream. */
  #abandon(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const { requestId } = (message.params ?? {}) as { requestId?: RequestId };
    if (requestId !== undefined) this.#flights.get(requestId)?.abort();
  }

  #receive(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) {
      const flight = this.#flights.get(message.id);
      if (flight !== undefined) {
        this.#forget(flight);
        flight.answered();
      }
    }
    this.onmessage?.(message);
  }

  #streamEnded(flight: Flight): void {
    flight.land();
    if (flight.onStreamEnd !== undefined) {
      this.#forget(flight);
      flight.onStreamEnd(); // whoever asked to be told takes care of it
    } else this.#fail(flight, LOST_ANSWER, 'the server ended its answer before it was complete');
  }

  /** The request gets an error for an answer, unless it has one. */
  #fail(flight: Flight, code: number, message: string): void {
    if (!this.#forget(flight)) return;
    this.onmessage?.({ jsonrpc: '2.0', id: flight.id, error: { code, message } });
  }

  /** Was it still on its way? */
  #forget(flight: Flight): boolean {
    if (this.#flights.get(flight.id) !== flight) return false;
    this.#flights.delete(flight.id);
    if (this.#isDeaf && this.#flights.size === 0) this.#closeSoon();
    return true;
  }

  /** For one request of the SDK's. Which message it belongs to is known by the context it runs in. */
  #exchange(method: string | undefined): Exchange {
    const flight = flying.getStore();
    const isListening = method === 'GET';
    return {
      expects: flight !== undefined || isListening ? 'answer' : 'word',
      onHead: (head) => {
        if (isListening) this.#onListening(head);
        else if (flight !== undefined) flight.isWhole = head.type === 'application/json' && head.status === 200;
      },
      onTooLong: (error) => {
        if (flight === undefined) this.#deafen();
        else {
          this.#fail(flight, SERVER_ERROR, error.message);
          flight.abort(); // it must not be opened again, to bring the same
        }
      },
    };
  }

  #onListening({ status, type }: Head): void {
    if (status === 200 && type === EVENTS) this.#hasListened = true;
    else if (status === 404 && this.#hasListened && this.sessionId !== undefined) this.#loseSession();
  }

  #reopen(open: () => void, delayMs: number, attempt: number): void {
    const flight = flying.getStore();
    if (attempt >= REOPENINGS) {
      if (flight === undefined) this.#deafen();
      else this.#streamEnded(flight);
    } else if (flight !== undefined) this.#reopening.soon(open, delayMs);
    else if (!this.#isDeaf) this.#reopening.later(open, delayMs);
  }

  #deafen(): void {
    this.#isDeaf = true;
    if (this.#flights.size === 0) this.#closeSoon();
  }

  #explained(error: unknown): unknown {
    if (error instanceof SdkHttpError && this.sessionId !== undefined && losesSession(error.data)) {
      this.#loseSession();
      return new SessionLost(error.status);
    }
    return error instanceof Error ? this.#target.shown(error) : error;
  }

  #loseSession(): void {
    this.#hasSession = false;
    this.#closeSoon();
  }

  /** After those who wait for the present failure have heard of it. */
  #closeSoon(): void {
    setImmediate(() => void this.close());
  }

  #report(error: Error): void {
    if (this.#closing === undefined) this.onerror?.(this.#target.shown(error));
  }

  async #end(): Promise<void> {
    this.#reopening.stop();
    if (this.#hasSession) await soon(flying.run(undefined, () => this.#inner.terminateSession()));
    this.#flights.clear();
    await this.#inner.close();
    await this.#wire.destroy();
    this.onclose?.();
  }
}

/** The request that the present code works for; undefined for everything that is none. */
const flying = new AsyncLocalStorage<Flight | undefined>();

const EVENTS = 'text/event-stream';
const SERVER_ERROR = -32_000;
const REOPENINGS = 2;
const PAUSES = { initialReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1.5, maxReconnectionDelay: 30_000 };
const GOODBYE_MS = 1_000;

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message && message.id !== undefined;
}

/** The SDK's transport has no word for an option that is there and undefined. */
function given({ resumptionToken, onresumptiontoken, headers }: TransportSendOptions) {
  return {
    ...(resumptionToken === undefined ? {} : { resumptionToken }),
    ...(onresumptiontoken === undefined ? {} : { onresumptiontoken }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** Some servers show a web page where MCP would listen. The SDK would read it as a stream, again every second. */
function withoutPages(method: string | undefined): (response: Response) => Response {
  return (response) => {
    if (method !== 'GET' || !response.ok || response.headers.get('content-type') === EVENTS) return response;
    response.body?.cancel().catch(() => {});
    return new Response(null, { status: 405 });
  };
}

/** Waits for it, but not long, and does not mind how it ends. */
async function soon(work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, GOODBYE_MS);
  await Promise.race([work.catch(() => {}), late.promise]);
  clearTimeout(timer);
}
