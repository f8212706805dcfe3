import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reopening } from './reopening.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** After how many milliseconds it opens; undefined if never. */
function pauseOf(schedule: (open: () => void) => void): number | undefined {
  let isOpen = false;
  const from = performance.now();
  schedule(() => {
    isOpen = true;
  });
  vi.advanceTimersToNextTimer();
  return isOpen ? performance.now() - from : undefined;
}

test.each([
  [0, 100],
  [500, 500],
  [1e12, 60_000], // more than a timer can hold would fire at once
])('a server that says %i ms is asked again after %i', (said, pause) => {
  expect(pauseOf((open) => new Reopening().soon(open, said))).toBe(pause);
});

test('the stream that listens is opened with growing pauses where it ends at once, and as told after it lasted', () => {
  const reopening = new Reopening();
  const later = () => pauseOf((open) => reopening.later(open, 1_000));
  vi.advanceTimersByTime(60_000);
  expect([later(), later(), later()]).toEqual([1_000, 2_000, 4_000]);
  expect(Array.from({ length: 5 }, later).at(-1)).toBe(60_000);
  vi.advanceTimersByTime(30_000);
  expect(later()).toBe(1_000);
});

test('nothing is opened after the end', () => {
  const reopening = new Reopening();
  reopening.soon(() => expect.fail('opened'), 100);
  reopening.later(() => expect.fail('opened'), 100);
  reopening.stop();
  expect(vi.getTimerCount()).toBe(0);
});
