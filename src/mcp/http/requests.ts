import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  SdkError,
  SdkErrorCode,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';

export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message && message.id !== undefined;
}

/** An answer of ours to what the server asked. */
export function isAnswer(message: JSONRPCMessage): boolean {
  return !('method' in message);
}

/**
 * Our answers on their way to a server that asks. One that asks without end, and takes none, would have us keep any
 * number: those beyond the bound are not sent.
 */
export class Answers {
  #waiting = 0;

  async send(sending: () => Promise<void>): Promise<void> {
    if (this.#waiting >= MOST_ANSWERS) {
      const message = `the server asks more than it takes answers: ${this.#waiting} wait for it already`;
      throw new SdkError(SdkErrorCode.SendFailed, message);
    }
    this.#waiting++;
    try {
      await sending();
    } finally {
      this.#waiting--;
    }
  }
}

const MOST_ANSWERS = 48; // fewer than the sockets there are for them: a cancellation finds one

/** The SDK's transport has no word for an option that is there and undefined. */
export function given({ resumptionToken, onresumptiontoken, headers }: TransportSendOptions) {
  return {
    ...(resumptionToken === undefined ? {} : { resumptionToken }),
    ...(onresumptiontoken === undefined ? {} : { onresumptiontoken }),
    ...(headers === undefined ? {} : { headers }),
  };
}

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
