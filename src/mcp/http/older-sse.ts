import {
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  type Transport,
} from '@modelcontextprotocol/client';
import { losesSession, refusedBy, SessionLost } from './failures.ts';
import type { Wire } from './fetch.ts';
import type { Target } from './target.ts';

/**
 * HTTP with SSE, as servers spoke it before streamable HTTP: one stream brings everything. When that stream ends the
 * connection does, with all that waits for an answer; there is no use in a new stream, since it would be another session.
 */
export class OlderSseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #target: Target;
  readonly #wire: Wire;
  readonly #inner: SSEClientTransport;
  readonly #connectMs: number;
  readonly #ended = Promise.withResolvers<never>();
  /** Why there is no stream: the SDK keeps only the words of it. */
  #cause: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(target: Target, wire: Wire, connectMs: number) {
    this.#target = target;
    this.#wire = wire;
    this.#connectMs = connectMs;
    this.#inner = new SSEClientTransport(target.url, {
      fetch: (url, init) => (init?.method === 'POST' ? this.#post(url, init) : this.#listen(url, init)),
      requestInit: { headers: target.headers },
    });
    this.#inner.onmessage = (message) => this.onmessage?.(message);
    this.#inner.onerror = (error) => this.#onError(error);
    this.#inner.onclose = () => this.#closeSoon();
    this.#ended.promise.catch(() => {}); // nobody may be waiting
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  /** Until the server has said where messages go. */
  async start(): Promise<void> {
    if (this.#target.refusal !== undefined) throw this.#target.refusal;
    const late = new Error(`the server did not say within ${this.#connectMs} ms where to send messages`);
    const timer = setTimeout(() => this.#ended.reject(late), this.#connectMs);
    try {
      await Promise.race([this.#inner.start(), this.#ended.promise]);
    } catch (error) {
      this.#closeSoon();
      throw this.#explained(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closing !== undefined) throw new SdkError(SdkErrorCode.NotConnected, 'the connection is closed');
    try {
      await this.#inner.send(message);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #listen(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    try {
      return await this.#wire.fetch(url, init, { expects: 'answer', onTooLong: (error) => this.#broke(error) });
    } catch (error) {
      if (error instanceof Error) this.#broke(error);
      throw error;
    }
  }

  #broke(error: Error): void {
    this.#cause = error;
  }

  async #post(url: string | URL, init: RequestInit): Promise<Response> {
    const response = await this.#wire.fetch(url, init, { expects: 'word' });
    if (response.status < 400) return response;
    const error = refusedBy(response.status, await response.text());
    if (!losesSession(error.data)) throw error;
    this.#closeSoon();
    throw new SessionLost(response.status);
  }

  #onError(error: Error): void {
    if (this.#closing !== undefined) return;
    this.onerror?.(this.#explained(error) as Error);
    if (error instanceof SseError) this.#closeSoon(); // only the stream's end makes one
  }

  #explained(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    if (!(error instanceof SseError)) return this.#target.shown(error);
    return this.#target.shown(this.#cause ?? streamError(error));
  }

  /** After those who wait for the present failure have heard of it; and after the SDK has set its timer for a new stream. */
  #closeSoon(): void {
    setImmediate(() => void this.close());
  }

  async #end(): Promise<void> {
    this.#ended.reject(new SdkError(SdkErrorCode.ConnectionClosed, 'the connection is closed'));
    await this.#inner.close();
    await this.#wire.destroy();
    this.onclose?.();
  }
}

function streamError({ code, message, event }: SseError): Error {
  if (code !== undefined && code !== 200) {
    return new SdkHttpError(SdkErrorCode.ClientHttpFailedToOpenStream, message, { status: code });
  }
  return new Error(event.message === undefined ? 'the server ended its stream of messages' : message);
}
