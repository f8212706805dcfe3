import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { Brake } from './brake.ts';

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stream = new PassThrough().resume();
  return { stream, brake: new Brake(stream, 10) };
}

proves('L9', 'A stream that exceeds its limit is paused for a moment and then resumed', () => {
  const { stream, brake } = setUp();
  vi.advanceTimersByTime(100);
  brake.spend(10);
  expect(stream.isPaused()).toBe(false);
  brake.spend(1);
  expect(stream.isPaused()).toBe(true);
  vi.advanceTimersByTime(10);
  expect(stream.isPaused()).toBe(false);
});

test('The same amount spread over a longer time does not pause the stream', () => {
  const { stream, brake } = setUp();
  for (let count = 0; count < 10; count++) {
    vi.advanceTimersByTime(10);
    brake.spend(10);
    expect(stream.isPaused()).toBe(false);
  }
});

test('Releasing the brake resumes a paused stream and never pauses it again', () => {
  const { stream, brake } = setUp();
  vi.advanceTimersByTime(100);
  brake.spend(11);
  brake.release();
  expect(stream.isPaused()).toBe(false);
  brake.spend(100);
  expect(stream.isPaused()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
