import { digits } from '../print.ts';

export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Writes the median, the lowest and the highest time. */
export function spread(times: readonly number[]): string {
  return `${digits(median(times))} (${digits(Math.min(...times))}..${digits(Math.max(...times))})`;
}
