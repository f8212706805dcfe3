import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause, throttled, within } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

test('A pause ends when its signal aborts, and leaves no timer behind', async () => {
  const controller = new AbortController();
  const paused = pause(60_000, controller.signal);
  controller.abort();
  await paused;
  expect(vi.getTimerCount()).toBe(0);
});

test('Work that exceeds its time limit rejects with a timeout message, whatever the work itself throws', async () => {
  const work = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('some other words')));
    });
  const late = expect(within(1_500, never, work)).rejects.toThrow('no answer within 1.5 s');
  await vi.advanceTimersByTimeAsync(1_500);
  await late;
});

test('Work that finishes in time keeps its result or error, and leaves no timer behind', async () => {
  await expect(within(1_000, never, async () => 'done')).resolves.toBe('done');
  await expect(within(1_000, never, () => Promise.reject(new Error('own words')))).rejects.toThrow('own words');
  expect(vi.getTimerCount()).toBe(0);
});

test('Throttled work runs at once, then once more after the pause if it was requested meanwhile', async () => {
  let runs = 0;
  const ask = throttled(
    async () => {
      runs++;
    },
    100,
    never,
  );
  ask();
  expect(runs).toBe(1);
  for (let time = 0; time < 50; time++) ask();
  await vi.advanceTimersByTimeAsync(99);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
  ask();
  expect(runs).toBe(3);
});

test('Throttled work that takes long is followed by a longer pause', async () => {
  let runs = 0;
  const ask = throttled(
    async () => {
      runs++;
      await pause(200, never);
    },
    100,
    never,
  );
  ask();
  await vi.advanceTimersByTimeAsync(200);
  ask();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(runs).toBe(2);
});
