import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reopening } from './reopening.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Returns the milliseconds until the stream is opened, or undefined if it is not. */
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
  [1e12, 60_000], // longer than a timer can wait, which would fire at once
])('A stream whose server asks for a delay of %i ms is reopened after %i ms', (said, pause) => {
  expect(pauseOf((open) => new Reopening().soon(open, said))).toBe(pause);
});

test('The delay before reopening the notification stream grows while the stream ends early, and resets after it lasted', () => {
  const reopening = new Reopening();
  const later = () => pauseOf((open) => reopening.later(open, 1_000));
  vi.advanceTimersByTime(60_000);
  expect([later(), later(), later()]).toEqual([1_000, 2_000, 4_000]);
  expect(Array.from({ length: 5 }, later).at(-1)).toBe(60_000);
  vi.advanceTimersByTime(30_000);
  expect(later()).toBe(1_000);
});

test('No stream is reopened after stop', () => {
  const reopening = new Reopening();
  reopening.soon(() => expect.fail('The stream was opened.'), 100);
  reopening.later(() => expect.fail('The stream was opened.'), 100);
  reopening.stop();
  expect(vi.getTimerCount()).toBe(0);
});
