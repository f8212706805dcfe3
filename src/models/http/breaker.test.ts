import { describe, expect, test } from 'vitest';
import { Breaker } from './breaker.ts';

function breakerWith(failures: number) {
  const clock = { nowMs: 1_000 };
  const breaker = new Breaker({ breakerFailures: 20, breakerMs: 10_000 }, () => clock.nowMs);
  for (let time = 0; time < failures; time++) {
    expect(breaker.admit().ok).toBe(true);
    breaker.report('failed');
  }
  return { clock, breaker };
}

describe('The circuit breaker', () => {
  test('The breaker admits attempts while the failures in a row are below the limit', () => {
    const { breaker } = breakerWith(19);
    expect(breaker.admit()).toEqual({ ok: true });
  });

  test('The breaker rejects attempts after twenty failures in a row and returns the remaining wait', () => {
    const { breaker, clock } = breakerWith(20);
    expect(breaker.admit()).toEqual({ ok: false, waitMs: 10_000, failures: 20 });
    clock.nowMs += 9_999;
    expect(breaker.admit()).toEqual({ ok: false, waitMs: 1, failures: 20 });
  });

  test('A success resets the count of failures', () => {
    const { breaker } = breakerWith(19);
    breaker.report('lives');
    expect(breaker.report('failed')).toBe(false);
    expect(breaker.admit().ok).toBe(true);
  });

  test('After the wait, the breaker admits one trial at a time, and another if the trial does not report in time', () => {
    const { breaker, clock } = breakerWith(20);
    clock.nowMs += 10_000;
    expect(breaker.admit().ok).toBe(true);
    expect(breaker.admit()).toEqual({ ok: false, waitMs: 10_000, failures: 20 });
    clock.nowMs += 10_000;
    expect(breaker.admit().ok).toBe(true);
    breaker.report('lives');
    expect(breaker.admit().ok).toBe(true);
    expect(breaker.admit().ok).toBe(true);
  });

  test('A failed trial keeps the breaker open', () => {
    const { breaker, clock } = breakerWith(20);
    clock.nowMs += 10_000;
    breaker.admit();
    expect(breaker.report('failed')).toBe(true);
    expect(breaker.admit()).toEqual({ ok: false, waitMs: 10_000, failures: 21 });
  });

  test('A cancelled trial neither closes the breaker nor counts as a failure, and a later trial is admitted', () => {
    const { breaker, clock } = breakerWith(20);
    clock.nowMs += 10_000;
    breaker.admit();
    breaker.report('unknown');
    expect(breaker.admit().ok).toBe(false);
    clock.nowMs += 10_000;
    expect(breaker.admit().ok).toBe(true);
  });
});
