import {
  type JSONRPCMessage,
  type JSONRPCRequest,
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
