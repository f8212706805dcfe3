import type { IncomingHttpHeaders } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import type { Limits, Stage, TurnFailure } from '../../core/index.ts';
import { cancelled } from './cancelled.ts';
import { type Inflater, inflaterFor } from './inflater.ts';
import { troubleOf } from './trouble.ts';

export type ExchangeLimits = Pick<Limits, 'connectMs' | 'firstByteMs' | 'silenceMs' | 'answerBytes'>;

export interface ExchangeOptions {
  /** The backend's name, for failures. */
  readonly backend: string;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
  /** Called once, when the connection is no longer needed. */
  readonly onSettled: () => void;
}

/** Status and headers, or why there are none. */
export type Begun = { readonly ok: true; readonly head: Head } | { readonly ok: false; readonly failure: TurnFailure };

export interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

type Controller = Dispatcher.DispatchController;

/**
 * One request and its answer, as undici's handler on one side and as something to pull from on the other. It ends once:
 * in the answer's end or in a failure, which is a value here. Nothing throws, nothing is left running.
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
  /** What arrived and was not read yet. */
  #unread = '';
  #unreadBytes = 0;
  #bytes = 0;
  #isPaused = false;
  /** After `drain`: what still comes is counted, and thrown away. */
  #isDraining = false;
  /** Wakes whoever waits for the head or for more text. */
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

  /** Why there is no answer, or no more of it. */
  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  async begun(): Promise<Begun> {
    if (this.#head === undefined && this.#phase !== 'over') await this.#news();
    if (this.#head !== undefined) return { ok: true, head: this.#head };
    if (this.#failure !== undefined) return { ok: false, failure: this.#failure };
    throw new Error('an exchange was left before it had begun');
  }

  /**
   * All the text that arrived since the last read, at least some; undefined at the end. One reader at a time. Nothing is
   * asked of the server while too much is unread, and its silence counts only while somebody waits here.
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

  /** Closes the connection, unless the answer is over. */
  leave(): void {
    this.#unread = '';
    this.#end(undefined);
  }

  /** The answer is complete for its reader: what the server still says is not read, but the connection may be used again. */
  drain(): void {
    if (this.#phase === 'over') return;
    this.#isDraining = true;
    this.#signal.removeEventListener('abort', this.#onAbort); // whoever leaves now leaves a complete answer
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
    if (status < 200 || this.#phase === 'over') return; // 102 and 103 announce the answer; a 100 that nobody asked for is refused by undici
    const head = { status, headers: headersOf(headers) };
    const inflater = inflaterFor(head.headers.get('content-encoding') ?? '', {
      onBytes: (bytes) => this.#take(bytes),
      onEnd: () => this.#finish(),
      onError: (error) => this.#breakOff(`it is not compressed as it says (${error.message})`),
      onRoom: () => this.#controller?.resume(),
    });
    if (inflater === 'unknown') {
      this.#breakOff('it is compressed in a way that nobody asked for');
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
    this.#end(troubleOf(error, this.#backend, this.#phase, this.#limits.connectMs));
  }

  /** From now on silence counts, also for a reader who waits already: these first bytes may not make a character yet. */
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
      this.#breakOff(`it is longer than ${this.#limits.answerBytes} bytes, and goes on`);
    } else {
      this.#unread += this.#decoder.write(bytes);
      this.#unreadBytes += bytes.length;
      if (this.#unreadBytes > MOST_UNREAD_BYTES) this.#pause();
      if (this.#unread !== '') this.#tell();
    }
  }

  /** The answer is complete, and undici keeps the connection. */
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

  /** The one way out. A connection whose answer is not complete is cut here. */
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

  /** One timer for the whole stream: refreshed, not made anew, for each wait. It finds nobody waiting when it came too late. */
  #watchSilence(): void {
    if (this.#phase !== 'in-body') return; // until then the first byte's limit runs
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

const LEFT = new Error('the answer is not needed any more');
const MOST_UNREAD_BYTES = 256 * 1024; // a few seconds of the fastest model
const DRAIN_BYTES = 64 * 1024; // what may follow the end of an answer before a new connection is cheaper
const DRAIN_MS = 1_000;

/** Of a header that came twice the first counts: none that we look at may. */
function headersOf(headers: IncomingHttpHeaders): Map<string, string> {
  const first = new Map<string, string>();
  for (const name in headers) {
    const value = headers[name];
    first.set(name, (Array.isArray(value) ? value[0] : value) ?? '');
  }
  return first;
}
