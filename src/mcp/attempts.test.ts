import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { delayBefore } from './waiting.ts';

proves(
  'S2.mcp.retry',
  'The delays before the attempts are 0, 2 and 4 seconds by default, and follow the configured base delay',
  () => {
    const usual = { baseDelayMs: 2_000, longestDelayMs: 300_000 };
    expect([1, 2, 3, 4].map((attempt) => delayBefore(attempt, usual))).toEqual([0, 2_000, 4_000, 8_000]);
    expect([1, 2, 3].map((attempt) => delayBefore(attempt, { ...usual, baseDelayMs: 50 }))).toEqual([0, 50, 100]);
  },
);

test('The delays between attempts never shrink and never exceed the configured maximum or the base delay, if that is longer', () => {
  const delay = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), delay, delay, (attempt, baseDelayMs, longestDelayMs) => {
      const delays = { baseDelayMs, longestDelayMs };
      const now = delayBefore(attempt, delays);
      expect(delayBefore(attempt + 1, delays)).toBeGreaterThanOrEqual(now);
      expect(now).toBeLessThanOrEqual(Math.max(baseDelayMs, longestDelayMs));
    }),
  );
});
