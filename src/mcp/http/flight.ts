import type { RequestId, TransportSendOptions } from '@modelcontextprotocol/client';

/** A request on its way, until its answer is there and the stream that brought it has ended. */
export class Flight {
  readonly id: RequestId;
  /** Ends its stream: the caller's signal, or `abort`. */
  readonly signal: AbortSignal;
  /** The caller's own, where it takes care of a stream's end itself. */
  readonly onStreamEnd: (() => void) | undefined;
  /** Its answer came as JSON, all at once. */
  isWhole = false;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(id: RequestId, { requestSignal, onRequestStreamEnd }: TransportSendOptions) {
    this.id = id;
    this.onStreamEnd = onRequestStreamEnd;
    const own = this.#controller.signal;
    this.signal = requestSignal === undefined ? own : AbortSignal.any([requestSignal, own]);
  }

  abort(): void {
    this.land();
    this.#controller.abort();
  }

  /** Nothing more is wanted. The server ends the stream; if it forgets to, we do. */
  answered(): void {
    if (!this.isWhole) this.#timer ??= setTimeout(() => this.abort(), LINGER_MS).unref();
  }

  /** Its stream has ended. */
  land(): void {
    clearTimeout(this.#timer);
  }
}

const LINGER_MS = 1_000;
