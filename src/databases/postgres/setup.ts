import { LONGEST_TIMER_MS } from './stop.ts';

/**
 * Returns the SELECT that begins each transaction. Its settings end with the transaction, so they also hold behind a pooler that
 * changes the server connection between transactions. The time zone stays the server's: results then agree with what the
 * database's users see, and a time with a zone carries its offset.
 */
export function setupFor(ms: number): string {
  const settings = { ...TEXT_FORMATS, ...timeouts(ms) };
  const calls = Object.entries(settings).map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`);
  return `SELECT ${calls.join(', ')}`;
}

/** How values are written. With `extra_float_digits`, servers before 12 write floats exactly, too. */
const TEXT_FORMATS = {
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 3,
};

/** The server's own limits. They also hold if this process stops or the network fails. */
function timeouts(ms: number) {
  const most = Math.max(1, Math.min(Math.round(ms), LONGEST_TIMER_MS - IDLE_RESERVE_MS));
  return {
    statement_timeout: most,
    // Earlier than the statement's limit, so that the error names the lock.
    lock_timeout: Math.max(1, Math.round(most * 0.9)),
    idle_in_transaction_session_timeout: most + IDLE_RESERVE_MS,
  };
}

/** The session waits for this process between batches, and the process may be busy for a while. */
const IDLE_RESERVE_MS = 10_000;
