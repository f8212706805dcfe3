import type { ServerResponse } from 'node:http';
import { OK } from './status.ts';

export interface SseLimits {
  readonly heartbeatMs: number;
  readonly slowClientMs: number;
}

/**
 * A stream of server-sent events to one client. The response head is written with the first event or heartbeat; until then
 * the request can still be answered with another status. If the client does not read, `write` waits, and after the limit
 * the connection is closed.
 */
export class SseStream {
  readonly #response: ServerResponse;
  readonly #headers: (isEarly: boolean) => Readonly<Record<string, string>>;
  readonly #heartbeat: string;
  readonly #limits: SseLimits;
  readonly #beats: NodeJS.Timeout;

  /**
   * `headers` is called when the head is written; `isEarly` is true if only a heartbeat follows. `heartbeat` is an event or
   * a comment that clients skip: it keeps proxies from closing a silent connection.
   */
  constructor(
    response: ServerResponse,
    headers: (isEarly: boolean) => Readonly<Record<string, string>>,
    heartbeat: string,
    limits: SseLimits,
  ) {
    this.#response = response;
    this.#headers = headers;
    this.#heartbeat = heartbeat;
    this.#limits = limits;
    this.#beats = setInterval(() => this.#beat(), limits.heartbeatMs);
    response.once('close', () => clearInterval(this.#beats));
  }

  get isOpen(): boolean {
    return this.#response.headersSent;
  }

  /** Writes text. Returns undefined if there is room for more, otherwise a promise that resolves when there is. */
  write(text: string): Promise<void> | undefined {
    this.#open();
    this.#beats.refresh();
    return this.#response.write(text) ? undefined : this.#drained();
  }

  /** Stops the heartbeats, because the request is answered without a stream. Call it only before anything was written. */
  giveUp(): void {
    clearInterval(this.#beats);
  }

  /** Writes the last text and ends the stream. */
  end(text: string): Promise<void> | undefined {
    clearInterval(this.#beats);
    this.#open();
    this.#response.end(text);
    return this.#response.writableNeedDrain ? this.#drained() : undefined;
  }

  #open(isEarly = false): void {
    if (this.isOpen) return;
    this.#response.writeHead(OK, {
      ...this.#headers(isEarly),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no', // otherwise nginx buffers the events
    });
  }

  #beat(): void {
    this.#open(true);
    if (this.#response.writableLength === 0) this.#response.write(this.#heartbeat);
  }

  #drained(): Promise<void> {
    const response = this.#response;
    if (response.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => response.destroy(), this.#limits.slowClientMs);
      const settle = (): void => {
        clearTimeout(timer);
        response.off('drain', settle).off('close', settle);
        resolve();
      };
      response.once('drain', settle).once('close', settle);
    });
  }
}
