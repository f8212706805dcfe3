import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';

/** Nothing of the message was sent: it may be sent again, over another connection. */
export function notConnected(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.NotConnected, message, undefined, { cause });
}

/** The connection ended while the message was on its way, or its answer: it may have arrived. */
export function connectionClosed(message: string, cause?: unknown): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, message, undefined, { cause });
}

/** The system's name for what went wrong. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Waits until it has settled, however it did, but not longer than this. */
export async function settledWithin(work: Promise<unknown>, mostMs: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, mostMs);
  await Promise.race([work.catch(() => {}), late.promise]);
  clearTimeout(timer);
}
