import type { ExceptionName, Settlement } from './process/protocol.ts';

/** Returns the result of a call that raises an exception in the program. */
export function raising(type: ExceptionName, message: string): Settlement {
  return { status: 'error', type, message };
}
