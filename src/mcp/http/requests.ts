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

/** True for our answer to a request from the server. */
export function isAnswer(message: JSONRPCMessage): boolean {
  return !('method' in message);
}

/**
 * Limits our unsent answers to requests from the server. A server that sends endless requests and accepts no answers would
 * otherwise make us queue any number of them; answers beyond the limit are not sent.
 */
export class Answers {
  #waiting = 0;

  async send(sending: () => Promise<void>): Promise<void> {
    if (this.#waiting >= MOST_ANSWERS) {
      const message = `the server sends requests but does not accept the answers: ${this.#waiting} are already queued`;
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

const MOST_ANSWERS = 48; // fewer than the sockets for messages, so that a cancellation always finds one

/** Omits undefined options, which the SDK's types do not allow. */
export function given({ resumptionToken, onresumptiontoken, headers }: TransportSendOptions) {
  return {
    ...(resumptionToken === undefined ? {} : { resumptionToken }),
    ...(onresumptiontoken === undefined ? {} : { onresumptiontoken }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** A running request, until its answer has arrived and its stream has ended. */
export class PendingRequest {
  readonly id: RequestId;
  /** Ends the request's stream; aborted by the caller's signal or by `abort`. */
  readonly signal: AbortSignal;
  /** The caller's own handler for the end of the stream, if it gave one. */
  readonly onStreamEnd: (() => void) | undefined;
  /** True if the answer arrived as one JSON body instead of a stream. */
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

  /** Must be called when the answer has arrived. The server should end the stream now; if it does not, we do. */
  answered(): void {
    if (!this.isWhole) this.#timer ??= setTimeout(() => this.abort(), LINGER_MS).unref();
  }

  /** Must be called when the stream has ended. */
  land(): void {
    clearTimeout(this.#timer);
  }
}

const LINGER_MS = 1_000;
