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

describe('the breaker', () => {
  test('lets everything pass up to nineteen failures in a row', () => {
    const { breaker } = breakerWith(19);
    expect(breaker.admit()).toEqual({ ok: true });
  });

  test('refuses after twenty, and says for how long', () => {
    const { breaker, clock } = breakerWith(20);
    expect(breaker.admit()).toEqual({ ok: false, waitMs: 10_000, failures: 20 });
    clock.nowMs += 9_999;
    expect(breaker.admit()).toEqual({ ok: false, waitMs: 1, failures: 20 });
  });

  test('one success in between, and the count begins again', () => {
    const { breaker } = breakerWith(19);
    breaker.report('lives');
    expect(breaker.report('failed')).toBe(false);
    expect(breaker.admit().ok).toBe(true);
  });

  test('then one attempt passes, and the others wait for its fate, but not for ever', () => {
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

  test('a failed attempt opens it again', () => {
    const { breaker, clock } = breakerWith(20);
    clock.nowMs += 10_000;
    breaker.admit();
    expect(breaker.report('failed')).toBe(true);
    expect(breaker.admit()).toEqual({ ok: false, waitMs: 10_000, failures: 21 });
  });

  test('an attempt that was cancelled decides nothing, and the next one may', () => {
    const { breaker, clock } = breakerWith(20);
    clock.nowMs += 10_000;
    breaker.admit();
    breaker.report('unknown');
    expect(breaker.admit().ok).toBe(false);
    clock.nowMs += 10_000;
    expect(breaker.admit().ok).toBe(true);
  });
});
