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

proves('L9', 'a stream that brings too much at once is left alone for a while, and then read on', () => {
  const { stream, brake } = setUp();
  vi.advanceTimersByTime(100);
  brake.spend(10);
  expect(stream.isPaused()).toBe(false);
  brake.spend(1);
  expect(stream.isPaused()).toBe(true);
  vi.advanceTimersByTime(10);
  expect(stream.isPaused()).toBe(false);
});

test('as much in a longer time is nothing', () => {
  const { stream, brake } = setUp();
  for (let count = 0; count < 10; count++) {
    vi.advanceTimersByTime(10);
    brake.spend(10);
    expect(stream.isPaused()).toBe(false);
  }
});

test('once released, nothing is held back, not even what was', () => {
  const { stream, brake } = setUp();
  vi.advanceTimersByTime(100);
  brake.spend(11);
  brake.release();
  expect(stream.isPaused()).toBe(false);
  brake.spend(100);
  expect(stream.isPaused()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
