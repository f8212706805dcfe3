import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { ANSWER_LOST, connectionClosed, failedAnswer, notConnected, type Telling } from '../classify-error.ts';
import { TroubleError } from '../server-problem.ts';
import { settledWithin } from '../waiting.ts';
import { EVENTS, type Exchange, type Head, type Wire } from './fetch.ts';
import { answerIn, FORGOTTEN, losesSession } from './refusals.ts';
import { Reopening } from './reopening.ts';
import { Answers, given, isAnswer, isRequest, PendingRequest } from './requests.ts';
import type { Target } from './target.ts';

/**
 * Streamable HTTP over the SDK's transport, with guarantees that the SDK does not give: every request ends, even if its
 * stream does not deliver the answer; a cancelled request holds no socket; a lost session ends the connection.
 */
export class StreamableTransport implements Transport, Telling {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** Tells the SDK that it can cancel a request by ending its stream, as the modern protocol requires. */
  readonly hasPerRequestStream = true;
  readonly #target: Target;
  readonly #wire: Wire;
  readonly #inner: StreamableHTTPClientTransport;
  readonly #flights = new Map<RequestId, PendingRequest>();
  readonly #reopening = new Reopening();
  readonly #answers = new Answers();
  #life: Life = 'open';
  #ending: string | undefined;
  #asking: NodeJS.Timeout | undefined;
  /** The error that the last GET failed with: a network error, a 401 or 403, or an unsafe redirect. Otherwise undefined. */
  #unheardBy: Error | undefined;
  readonly #onNotificationsLost: () => void;
  #ended: Promise<void> | undefined;

  /** `onNotificationsLost` is called every minute once the server can no longer send notifications, because its list may have changed. */
  constructor(target: Target, wire: Wire, onNotificationsLost: () => void) {
    this.#target = target;
    this.#onNotificationsLost = onNotificationsLost;
    this.#wire = wire;
    this.#inner = new StreamableHTTPClientTransport(target.url, {
      fetch: (url, init) => this.#fetch(url, init),
      requestInit: { headers: target.headers },
      reconnectionOptions: { ...PAUSES, maxRetries: REOPENINGS + 1 }, // one more than `#reopen` allows, so that it is also called when no attempt is left
      reconnectionScheduler: (open, delayMs, attempt) => this.#reopen(open, delayMs, attempt),
    });
    this.#inner.onmessage = (message) => this.#receive(message);
    this.#inner.onerror = (error) => this.#report(error);
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get ending(): string | undefined {
    return this.#ending;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    if (this.#target.refusal !== undefined) throw this.#target.refusal;
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (this.#isEnding) throw notConnected('the connection is closed');
    if (isRequest(message)) await this.#request(message, options);
    else if (isAnswer(message)) await this.#answers.send(() => this.#tell(message, options));
    else {
      const telling = this.#tell(message, options);
      this.#abandon(message);
      await telling;
    }
  }

  /** Asks the server to terminate the session, waits briefly, and closes everything. */
  close(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  get #isEnding(): boolean {
    return this.#life === 'lost' || this.#life === 'leaving';
  }

  async #tell(message: JSONRPCMessage, options: TransportSendOptions): Promise<void> {
    try {
      await flying.run(undefined, () => this.#inner.send(message, given(options)));
    } catch (error) {
      throw this.#explained(error);
    }
  }

  async #request(message: JSONRPCRequest, options: TransportSendOptions): Promise<void> {
    const flight = new PendingRequest(message.id, options);
    this.#flights.set(flight.id, flight);
    flight.signal.addEventListener('abort', () => this.#forget(flight), { once: true });
    const onRequestStreamEnd = (): void => this.#streamEnded(flight);
    try {
      await flying.run(flight, () =>
        this.#inner.send(message, { ...given(options), requestSignal: flight.signal, onRequestStreamEnd }),
      );
      if (flight.isWhole) this.#streamEnded(flight); // if the request is still running, the body had no answer to it
    } catch (error) {
      flight.land();
      const answer = this.#answerIn(error, message);
      if (answer === undefined) {
        this.#forget(flight);
        throw this.#explained(error, flight);
      }
      flight.isWhole = true;
      this.#receive(answer);
    }
  }

  /** Aborts a request that the message cancels. In the legacy era the SDK would keep reading until the server ends the stream. */
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

  #streamEnded(flight: PendingRequest): void {
    flight.land();
    if (flight.onStreamEnd !== undefined) {
      this.#forget(flight);
      flight.onStreamEnd(); // the caller handles the end itself
    } else this.#fail(flight, 'the server ended its answer before it was complete', ANSWER_LOST);
  }

  /** Answers the request with an error, unless it has an answer already. */
  #fail(flight: PendingRequest, message: string, code?: number): void {
    if (!this.#forget(flight)) return;
    this.onmessage?.(failedAnswer(flight.id, message, code));
  }

  /** Removes a request. Returns false if it was not running any more. */
  #forget(flight: PendingRequest): boolean {
    if (this.#flights.get(flight.id) !== flight) return false;
    this.#flights.delete(flight.id);
    return true;
  }

  async #fetch(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    try {
      const response = await this.#wire.fetch(url, init, this.#exchange(init?.method));
      return withoutPages(response, init?.method);
    } catch (error) {
      if (init?.method === 'GET' && error instanceof Error) this.#unheardBy = error;
      throw error;
    }
  }

  /** Returns the handling of one HTTP request of the SDK. The async context tells which message it belongs to. */
  #exchange(method: string | undefined): Exchange {
    const flight = flying.getStore();
    const isListening = method === 'GET';
    return {
      expects: flight !== undefined || isListening ? 'answer' : 'word',
      onHead: (head) => {
        if (isListening) this.#onListening(head);
        else if (flight !== undefined) flight.isWhole = head.type === 'application/json' && head.status === 200;
      },
      onUnreadable: (error) => {
        if (flight === undefined) this.#deafen();
        else {
          this.#fail(flight, error.message);
          flight.abort(); // reopening the stream would deliver the same event again
        }
      },
    };
  }

  #onListening({ status, type }: Head): void {
    this.#unheardBy = undefined;
    if (this.#life === 'open' && status === 200 && type === EVENTS) this.#life = 'listening';
    else if (this.#life === 'listening' && status === 404 && this.sessionId !== undefined) this.#loseSession();
  }

  #reopen(open: () => void, delayMs: number, attempt: number): void {
    const flight = flying.getStore();
    if (attempt >= REOPENINGS) {
      if (flight !== undefined) this.#streamEnded(flight);
      else if (this.#unheardBy === undefined) this.#deafen();
      else this.#leave(this.#target.shown(this.#unheardBy).message);
    } else if (flight !== undefined) this.#reopening.soon(open, delayMs);
    else if (this.#life !== 'deaf') this.#reopening.later(open, delayMs);
  }

  /** Gives up the notification stream. Only announcements of list changes are lost, so `onNotificationsLost` is called regularly. */
  #deafen(): void {
    if (this.#isEnding || this.#life === 'deaf') return;
    this.#life = 'deaf';
    this.#asking = setInterval(this.#onNotificationsLost, ASKING_MS).unref();
  }

  /** Ends the connection because the server cannot be reached any more or denies access. */
  #leave(why: string): void {
    this.#ending ??= why;
    this.#endSoon('leaving');
  }

  #loseSession(): void {
    this.#ending ??= FORGOTTEN;
    this.#endSoon('lost');
  }

  #answerIn(error: unknown, message: JSONRPCRequest): JSONRPCMessage | undefined {
    if (!(error instanceof SdkHttpError)) return undefined;
    const shown = this.#target.shown(error);
    return shown instanceof SdkHttpError ? answerIn(shown.data, message) : undefined;
  }

  #explained(error: unknown, flight?: PendingRequest): unknown {
    if (!(error instanceof Error)) return error;
    if (error instanceof SdkHttpError && this.sessionId !== undefined && losesSession(error.data)) {
      this.#loseSession();
      return new TroubleError({ kind: 'session-lost', status: error.status });
    }
    const isCutOff = this.#isEnding && error.name === 'AbortError' && flight?.signal.aborted !== true;
    return isCutOff ? connectionClosed('the connection was closed', error) : this.#target.shown(error);
  }

  /** Rejects further messages, and closes the transport after the callers have received the current failure. */
  #endSoon(life: 'lost' | 'leaving'): void {
    if (this.#isEnding) return;
    this.#life = life;
    setImmediate(() => void this.close());
  }

  #report(error: Error): void {
    if (this.#ended === undefined) this.onerror?.(this.#target.shown(error));
  }

  async #end(): Promise<void> {
    this.#reopening.stop();
    clearInterval(this.#asking);
    if (this.#life !== 'lost') {
      this.#life = 'leaving';
      const goodbye = flying.run(undefined, () => this.#inner.terminateSession());
      await settledWithin(goodbye, GOODBYE_MS);
    }
    this.#flights.clear();
    await this.#inner.close();
    await this.#wire.destroy();
    this.onclose?.();
  }
}

/**
 * State of the transport:
 * - `open`: there is no notification stream yet.
 * - `listening`: a notification stream was opened.
 * - `deaf`: the notification stream was given up.
 * - `lost`: the server no longer knows the session, so it is not asked to terminate it.
 * - `leaving`: the transport is closing.
 */
type Life = 'open' | 'listening' | 'deaf' | 'lost' | 'leaving';

/** The request for which the current async context runs; undefined outside of a request. */
const flying = new AsyncLocalStorage<PendingRequest | undefined>();

/** Interval between the calls of `onNotificationsLost`. */
const ASKING_MS = 60_000;
const REOPENINGS = 2;
const PAUSES = { initialReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1.5, maxReconnectionDelay: 30_000 };
const GOODBYE_MS = 1_000;

/**
 * Replaces a successful GET response that is not an event stream by a 405. Some servers answer with a web page, which the SDK
 * would read as a stream and request again every second.
 */
function withoutPages(response: Response, method: string | undefined): Response {
  if (method !== 'GET' || !response.ok || response.headers.get('content-type') === EVENTS) return response;
  response.body?.cancel().catch(() => {});
  return new Response(null, { status: 405 });
}
