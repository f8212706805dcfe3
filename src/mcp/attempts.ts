import type { Connecting } from '../core/index.ts';

/**
 * The wait before an attempt to connect: none before the first, the base before the second, twice as long before each
 * further one. This is the one place that knows; attempts in the background go on in the same row.
 */
export function delayBefore(attempt: number, { baseDelayMs, longestDelayMs }: Delays): number {
  if (attempt <= 1) return 0;
  return Math.min(baseDelayMs * 2 ** (attempt - 2), Math.max(baseDelayMs, longestDelayMs));
}

export type Delays = Pick<Connecting, 'baseDelayMs' | 'longestDelayMs'>;
