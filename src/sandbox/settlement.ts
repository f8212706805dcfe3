import type { ErrorSettlement, ExceptionName } from './process/protocol.ts';

/** Returns the result of a call that raises an exception in the program. */
export function raising(type: ExceptionName, message: string): ErrorSettlement {
  return { status: 'error', type, message };
}
