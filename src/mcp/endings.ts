import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';

/** A transport that knows how its connection ended; undefined while it has not, or nobody knows. */
export interface Telling {
  readonly ending: string | undefined;
}

/** How the connection ended, as far as is known. */
export function endingOf(transport: object): string {
  return (transport as Partial<Telling>).ending ?? 'the connection ended';
}

/** Nothing of the message was sent: it may be sent again, over another connection. */
export function notConnected(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.NotConnected, message, undefined, { cause });
}

/** The connection ended while the message was on its way, or its answer: it may have arrived. */
export function connectionClosed(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, message, undefined, { cause });
}
