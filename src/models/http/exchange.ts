import type { IncomingHttpHeaders } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import type { Limits, Stage, TurnFailure } from '../../core/index.ts';
import { cancelled } from './cancelled.ts';
import { connectionFailure } from './connection-failure.ts';
import { type Inflater, inflaterFor } from './inflater.ts';

export type ExchangeLimits = Pick<Limits, 'connectMs' | 'firstByteMs' | 'silenceMs' | 'answerBytes'>;

export interface ExchangeOptions {
  /** The backend's name, for failures. */
  readonly backend: string;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
  /** Called once, when the exchange no longer needs its connection. */
  readonly onSettled: () => void;
}

/** The status and headers, or the failure that prevented them. */
export type Begun = { readonly ok: true; readonly head: Head } | { readonly ok: false; readonly failure: TurnFailure };

export interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

type Controller = Dispatcher.DispatchController;

/**
 * One HTTP request and its response. undici pushes into it as a dispatch handler; the reader pulls from it with `read`. It
 * ends exactly once, with the end of the response or with a `failure`. It does not throw on network errors, and it leaves
 * no timer or listener behind.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #backend: string;
  readonly #limits: ExchangeLimits;
  readonly #signal: AbortSignal;
  readonly #onSettled: () => void;
  readonly #onAbort = () => this.#cancel();
  readonly #decoder = new StringDecoder('utf8');
  #controller: Controller | undefined;
  #inflater: Inflater | undefined;
  #head: Head | undefined;
  #failure: TurnFailure | undefined;
  #phase: 'before-body' | 'in-body' | 'over' = 'before-body';
  /** Decoded text that has not been read yet. */
  #unread = '';
  #unreadBytes = 0;
  #bytes = 0;
  #isPaused = false;
  /** True after `drain`: further bytes are counted and discarded. */
  #isDraining = false;
  /** Wakes the caller that is waiting in `begun` or `read`. */
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ backend, limits, signal, onSettled }: ExchangeOptions) {
    this.#backend = backend;
    this.#limits = limits;
    this.#signal = signal;
    this.#onSettled = onSettled;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.#cancel();
  }

  /** The failure that ended the exchange; undefined while it runs and after a complete response. */
  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  async begun(): Promise<Begun> {
    if (this.#head === undefined && this.#phase !== 'over') await this.#news();
    if (this.#head !== undefined) return { ok: true, head: this.#head };
    if (this.#failure !== undefined) return { ok: false, failure: this.#failure };
    throw new Error('The exchange was left before the response began.');
  }

  /**
   * Returns the text that arrived since the last read, and waits for some if there is none. Returns undefined at the end.
   * Only one reader may call it at a time. While too much text is unread, the connection is paused. The silence limit
   * runs only while a reader is waiting here.
   */
  async read(): Promise<string | undefined> {
    if (this.#unread === '' && this.#phase !== 'over') {
      this.#watchSilence();
      await this.#news();
    }
    const text = this.#unread;
    this.#unread = '';
    this.#unreadBytes = 0;
    this.#resume();
    return text === '' ? undefined : text;
  }

  /** Closes the connection, unless the response has already ended. Discards unread text. */
  leave(): void {
    this.#unread = '';
    this.#end(undefined);
  }

  /** Discards the rest of the response so that the connection can be reused. Call it once the answer is complete. */
  drain(): void {
    if (this.#phase === 'over') return;
    this.#isDraining = true;
    // The answer is complete, so an abort must no longer close the connection.
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#unread = '';
    this.#bytes = 0;
    this.#arm(DRAIN_MS, () => this.leave());
    this.#resume();
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#phase === 'over') controller.abort(LEFT);
    else this.#arm(this.#limits.firstByteMs, () => this.#fallSilent('first-byte'));
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    // 102 and 103 are informational responses before the final one. undici itself rejects an unexpected 100.
    if (status < 200 || this.#phase === 'over') return;
    const head = { status, headers: headersOf(headers) };
    const inflater = inflaterFor(head.headers.get('content-encoding') ?? '', {
      onBytes: (bytes) => this.#take(bytes),
      onEnd: () => this.#finish(),
      onError: (error) => this.#breakOff(`the answer does not match its content-encoding (${error.message})`),
      onRoom: () => this.#controller?.resume(),
    });
    if (inflater === 'unknown') {
      this.#breakOff('the answer has an unsupported content-encoding');
      return;
    }
    this.#inflater = inflater;
    this.#head = head;
    this.#tell();
  }

  onResponseData(controller: Controller, bytes: Buffer): void {
    if (this.#phase === 'over') return;
    if (this.#phase === 'before-body') this.#beginBody();
    if (this.#inflater === undefined) this.#take(bytes);
    else if (!this.#inflater.push(bytes)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#inflater === undefined) this.#finish();
    else this.#inflater.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#phase === 'over') return;
    this.#end(connectionFailure(error, this.#backend, this.#phase, this.#limits.connectMs));
  }

  /** Starts the silence limit, also for a reader that is already waiting: the first bytes may not decode to any text yet. */
  #beginBody(): void {
    this.#phase = 'in-body';
    this.#disarm();
    if (this.#wake !== undefined) this.#watchSilence();
  }

  #take(bytes: Buffer): void {
    if (this.#phase === 'over') return;
    this.#bytes += bytes.length;
    if (this.#isDraining) {
      if (this.#bytes > DRAIN_BYTES) this.leave();
    } else if (this.#bytes > this.#limits.answerBytes) {
      this.#breakOff(`the answer is longer than ${this.#limits.answerBytes} bytes (limits.answerBytes)`);
    } else {
      this.#unread += this.#decoder.write(bytes);
      this.#unreadBytes += bytes.length;
      if (this.#unreadBytes > MOST_UNREAD_BYTES) this.#pause();
      if (this.#unread !== '') this.#tell();
    }
  }

  /** Ends the exchange after a complete response. undici keeps the connection, so it must not be aborted. */
  #finish(): void {
    if (this.#phase === 'over') return;
    this.#unread += this.#decoder.end();
    this.#controller = undefined;
    this.#end(undefined);
  }

  #breakOff(reason: string): void {
    this.#end({ kind: 'upstream-broken', backend: this.#backend, reason });
  }

  #fallSilent(stage: Stage): void {
    const limitMs = stage === 'first-byte' ? this.#limits.firstByteMs : this.#limits.silenceMs;
    this.#end({ kind: 'upstream-silent', backend: this.#backend, stage, limitMs });
  }

  #cancel(): void {
    this.#unread = '';
    this.#end(cancelled(this.#signal));
  }

  /** Ends the exchange; every ending comes through here. Closes the connection if the response is incomplete. */
  #end(failure: TurnFailure | undefined): void {
    if (this.#phase === 'over') return;
    this.#phase = 'over';
    this.#failure = failure;
    this.#disarm();
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#inflater?.destroy();
    this.#controller?.abort(LEFT);
    this.#onSettled();
    this.#tell();
  }

  #pause(): void {
    this.#isPaused = true;
    if (this.#inflater === undefined) this.#controller?.pause();
    else this.#inflater.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#inflater === undefined) this.#controller?.resume();
    else this.#inflater.resume();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #tell(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /**
   * Starts the silence limit. The stream has one timer, which each wait refreshes because that is cheaper than a new timer.
   * If no reader is waiting when the timer fires, the silence does not count.
   */
  #watchSilence(): void {
    if (this.#phase !== 'in-body') return; // before the body, the first-byte limit applies
    if (this.#timer !== undefined) this.#timer.refresh();
    else this.#arm(this.#limits.silenceMs, () => this.#wake !== undefined && this.#fallSilent('between-chunks'));
  }

  #arm(ms: number, ring: () => void): void {
    this.#disarm();
    this.#timer = setTimeout(ring, ms);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const LEFT = new Error('The response is no longer needed.');
const MOST_UNREAD_BYTES = 256 * 1024; // a few seconds of output from the fastest model
const DRAIN_BYTES = 64 * 1024; // beyond this, a new connection is cheaper than reading on
const DRAIN_MS = 1_000;

/** Keeps the first value of a repeated header. None of the headers that we read may be repeated. */
function headersOf(headers: IncomingHttpHeaders): Map<string, string> {
  const first = new Map<string, string>();
  for (const name in headers) {
    const value = headers[name];
    first.set(name, (Array.isArray(value) ? value[0] : value) ?? '');
  }
  return first;
}
