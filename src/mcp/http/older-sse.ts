import {
  type JSONRPCMessage,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  type Transport,
} from '@modelcontextprotocol/client';
import { connectionClosed, notConnected, type Telling } from '../classify-error.ts';
import { TroubleError } from '../server-problem.ts';
import type { Wire } from './fetch.ts';
import { answerIn, FORGOTTEN, losesSession } from './refusals.ts';
import { Answers, isAnswer } from './requests.ts';
import type { Target } from './target.ts';

/**
 * The older HTTP transport with SSE, from before streamable HTTP: one stream delivers all messages. When the stream ends, the
 * connection and all waiting requests end too. A new stream would not help, because it would be another session.
 */
export class OlderSseTransport implements Transport, Telling {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #target: Target;
  readonly #wire: Wire;
  readonly #inner: SSEClientTransport;
  readonly #connectMs: number;
  readonly #ended = Promise.withResolvers<never>();
  /** The error that ended the stream. Kept here because the SDK passes on only its message. */
  #cause: Error | undefined;
  #ending: string | undefined;
  readonly #answers = new Answers();
  #isEnding = false;
  #closing: Promise<void> | undefined;

  constructor(target: Target, wire: Wire, connectMs: number) {
    this.#target = target;
    this.#wire = wire;
    this.#connectMs = connectMs;
    this.#inner = new SSEClientTransport(target.url, {
      fetch: (url, init) => (init?.method === 'POST' ? this.#hand(url, init) : this.#listen(url, init)),
      requestInit: { headers: target.headers },
    });
    this.#inner.onmessage = (message) => this.onmessage?.(message);
    this.#inner.onerror = (error) => this.#onError(error);
    this.#inner.onclose = () => this.#endSoon();
    this.#ended.promise.catch(() => {}); // avoids an unhandled rejection if `start` is not running
  }

  get ending(): string | undefined {
    return this.#ending;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  /** Opens the stream. Resolves when the server has sent the endpoint for messages. */
  async start(): Promise<void> {
    if (this.#target.refusal !== undefined) throw this.#target.refusal;
    const late = new Error(`the server did not send the address for messages within ${this.#connectMs} ms`);
    const timer = setTimeout(() => this.#ended.reject(late), this.#connectMs);
    try {
      await Promise.race([this.#inner.start(), this.#ended.promise]);
    } catch (error) {
      this.#endSoon();
      throw this.#explained(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isEnding) throw notConnected('the connection is closed');
    if (isAnswer(message)) await this.#answers.send(() => this.#post(message));
    else await this.#post(message);
  }

  close(): Promise<void> {
    this.#isEnding = true;
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #listen(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    try {
      return await this.#wire.fetch(url, init, { expects: 'answer', onUnreadable: (error) => this.#broke(error) });
    } catch (error) {
      if (error instanceof Error) this.#broke(error);
      throw error;
    }
  }

  #broke(error: Error): void {
    this.#cause = error;
  }

  async #post(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#inner.send(message);
    } catch (error) {
      const shown = this.#explained(error);
      const answer = shown instanceof SdkHttpError ? answerIn(shown.data, message) : undefined;
      if (answer !== undefined) this.onmessage?.(answer);
      else throw this.#withoutSession(shown);
    }
  }

  async #hand(url: string | URL, init: RequestInit): Promise<Response> {
    const response = await this.#wire.fetch(url, init, { expects: 'word' });
    if (response.status < 400) return response;
    const { status } = response;
    const text = await response.text();
    throw new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `HTTP ${status}`, { status, text });
  }

  #onError(error: Error): void {
    if (this.#closing !== undefined) return;
    const told = this.#explained(error) as Error;
    this.onerror?.(told);
    if (!(error instanceof SseError)) return; // an SseError means that the stream has ended
    this.#ending ??= told.message;
    this.#endSoon();
  }

  #withoutSession(error: unknown): unknown {
    if (!(error instanceof SdkHttpError) || !losesSession(error.data)) return error;
    this.#ending ??= FORGOTTEN;
    this.#endSoon();
    return new TroubleError({ kind: 'session-lost', status: error.status });
  }

  #explained(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    if (this.#isEnding && error.name === 'AbortError') return connectionClosed('the connection was closed', error);
    if (!(error instanceof SseError)) return this.#target.shown(error);
    return this.#target.shown(this.#cause ?? streamError(error));
  }

  /**
   * Rejects further messages, and closes the transport in the next event-loop round: after the callers have received the
   * current failure, and after the SDK has set its timer for a new stream, which closing then clears.
   */
  #endSoon(): void {
    this.#isEnding = true;
    setImmediate(() => void this.close());
  }

  async #end(): Promise<void> {
    this.#ended.reject(connectionClosed('the connection is closed'));
    await this.#inner.close();
    await this.#wire.destroy();
    this.onclose?.();
  }
}

function streamError({ code, message, event }: SseError): Error {
  if (code !== undefined && code !== 200) {
    return new SdkHttpError(SdkErrorCode.ClientHttpFailedToOpenStream, message, { status: code });
  }
  if (message.includes('Invalid content type')) return new Error('the server did not answer with an event stream');
  return new Error(event.message === undefined ? 'the server ended its event stream' : message);
}
