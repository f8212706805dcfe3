import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** A signal that counts who listens. */
function countingSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const state = { listeners: 0 };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    state.listeners++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    state.listeners--;
    remove(...args);
  };
  return { controller, signal, state };
}

test('who waits is let in, in order, and leaves no timer and no listener behind', async () => {
  const before = timers();
  const { signal, state } = countingSignal();
  let idle = 0;
  const gate = new Gate(1, 10, () => idle++);
  expect(gate.tryEnter()).toBe(true);
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (n) => {
    expect(await gate.enter(60_000, signal)).toBe('entered');
    order.push(n);
    gate.leave();
  });
  gate.leave();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  expect(idle).toBe(1);
  expect(state.listeners).toBe(0);
  expect(timers()).toBe(before);
});

test('who is sent away, by time or by signal, holds no place', async () => {
  let idle = 0;
  const gate = new Gate(1, 2, () => idle++);
  gate.tryEnter();
  const { controller, signal, state } = countingSignal();
  const waiting = [gate.enter(5, undefined), gate.enter(60_000, signal)];
  expect(gate.isQueueFull).toBe(true);
  controller.abort();
  expect(await Promise.all(waiting)).toEqual(['timed-out', 'cancelled']);
  expect(gate.isQueueFull).toBe(false);
  expect(state.listeners).toBe(0);
  expect(idle).toBe(0);
  gate.leave();
  expect(idle).toBe(1);
  expect(await gate.enter(60_000, AbortSignal.abort())).toBe('cancelled');
});
