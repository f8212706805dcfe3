import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { type CallGates, CallQueue, type Wait } from './call-queue.ts';
import { Gate } from './gate.ts';

const settled = () => new Promise(setImmediate);
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** A signal that counts its abort listeners. */
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

function setUp(queued = 10) {
  const room = new CallQueue(queued);
  const wait = (gates: readonly Gate[], limitMs = 60_000, signal?: AbortSignal): Promise<Wait> =>
    room.wait({ gates, isNested: false }, limitMs, signal, () => {});
  const leave = (...gates: readonly Gate[]): void => {
    for (const gate of gates) gate.leave();
    room.admit();
  };
  return { room, wait, leave };
}

/** A gate whose only slot is taken. */
function busyGate(onUnused?: () => void): Gate {
  const gate = new Gate(1, onUnused);
  gate.enter();
  return gate;
}

test('Waiting calls start in order of arrival and leave no timer and no abort listener behind', async () => {
  const before = timers();
  const { signal, state } = countingSignal();
  const { wait, leave } = setUp();
  let unused = 0;
  const gate = busyGate(() => unused++);
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (n) => {
    expect(await wait([gate], 60_000, signal)).toEqual({ kind: 'entered' });
    order.push(n);
    leave(gate);
  });
  leave(gate);
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  expect(unused).toBe(1);
  expect(state.listeners).toBe(0);
  expect(timers()).toBe(before);
});

test('A wait that ends by timeout, by cancellation or because the queue is full holds no slot', async () => {
  let unused = 0;
  const gate = busyGate(() => unused++);
  const { wait, leave } = setUp(2);
  const { controller, signal, state } = countingSignal();
  const waiting = [wait([gate], 5), wait([gate], 60_000, signal)];
  expect(await wait([gate])).toEqual({ kind: 'refused', at: gate });
  controller.abort();
  expect(await Promise.all(waiting)).toEqual([
    { kind: 'timed-out', at: gate },
    { kind: 'cancelled', at: gate },
  ]);
  expect(await wait([gate], 60_000, AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
  expect(state.listeners).toBe(0);
  const last = wait([gate]); // the queue has room again
  leave(gate);
  expect(await last).toEqual({ kind: 'entered' });
  expect(unused).toBe(0);
  leave(gate);
  expect(unused).toBe(1);
});

proves('L9', 'A call that waits for two gates takes no slot until both have room', async () => {
  const [a, b] = [busyGate(), busyGate()];
  const { wait, leave } = setUp();
  const both = wait([a, b]);
  leave(a);
  expect(a.hasRoomFor(false)).toBe(true);
  leave(b);
  expect(await both).toEqual({ kind: 'entered' });
  expect([a, b].map((gate) => gate.hasRoomFor(false))).toEqual([false, false]);
});

test('The oldest call that can start is started first, whatever queue it is in', async () => {
  const [a, b, c] = [busyGate(), busyGate(), busyGate()];
  const { wait, leave } = setUp();
  const order: string[] = [];
  const coming = Object.entries({ ab: [a, b], bc: [b, c], b: [b], ab2: [a, b] }).map(async ([name, gates]) => {
    await wait(gates);
    order.push(name);
    await new Promise(setImmediate);
    leave(...gates);
  });
  leave(b); // only `b` can start
  await expect.poll(() => order).toEqual(['b']);
  leave(a, c);
  await Promise.all(coming);
  expect(order).toEqual(['b', 'ab', 'bc', 'ab2']);
});

describe('a waiter blocked only by its widest gate', () => {
  /** A waiter for both gates has a reservation at the wide gate; meanwhile the narrow gate is full again. */
  function setUpOwed(limitMs?: number, signal?: AbortSignal) {
    const [narrow, wide] = [busyGate(), busyGate()];
    const { wait, leave } = setUp();
    const owed = wait([narrow, wide], limitMs, signal);
    leave(narrow);
    narrow.enter(); // a nested call, which does not need the wide gate
    return { narrow, wide, wait, leave, owed };
  }

  proves(
    'L9',
    'The next slot of the widest gate is reserved for a waiter that is blocked only there, ahead of later calls',
    async () => {
      const { narrow, wide, wait, leave, owed } = setUpOwed();
      const order: string[] = [];
      const coming = [owed.then(() => order.push('owed')), wait([wide]).then(() => order.push('later'))];
      leave(wide);
      await settled();
      expect(order).toEqual([]);
      expect(wide.hasRoomFor(false)).toBe(false);
      leave(narrow);
      await settled();
      expect(order).toEqual(['owed']);
      leave(narrow, wide);
      await Promise.all(coming);
      expect(order).toEqual(['owed', 'later']);
      leave(wide);
      expect(wide.hasRoomFor(false)).toBe(true);
    },
  );

  test('A reservation ends when the waiter is cancelled', async () => {
    const controller = new AbortController();
    const { narrow, wide, wait, leave, owed } = setUpOwed(60_000, controller.signal);
    const later = wait([wide]);
    leave(wide);
    controller.abort();
    expect(await owed).toEqual({ kind: 'cancelled', at: narrow });
    expect(await later).toEqual({ kind: 'entered' });
  });

  test('A reservation ends when the waiter times out', async () => {
    const { narrow, wide, wait, leave, owed } = setUpOwed(5);
    const later = wait([wide]);
    leave(wide);
    expect(await owed).toEqual({ kind: 'timed-out', at: narrow });
    expect(await later).toEqual({ kind: 'entered' });
  });

  test('A reservation does not block an older call', async () => {
    const [narrow, other, wide] = [busyGate(), busyGate(), busyGate()];
    const { wait, leave } = setUp();
    const order: string[] = [];
    const first = wait([other, wide]).then(() => order.push('first'));
    const owed = wait([narrow, wide]).then(() => order.push('owed'));
    leave(narrow);
    narrow.enter();
    leave(wide); // reserved for the second waiter
    await settled();
    expect(order).toEqual([]);
    leave(other);
    await first;
    leave(narrow);
    leave(other, wide);
    await owed;
    expect(order).toEqual(['first', 'owed']);
  });

  proves('L9', 'An older waiter takes over the reservation of a younger waiter', async () => {
    const [narrow, wide] = [busyGate(), busyGate()];
    const { wait, leave } = setUp();
    const order: string[] = [];
    const older = wait([narrow, wide]).then(() => order.push('older'));
    const younger = wait([wide]).then(() => order.push('younger')); // gets the reservation immediately
    leave(narrow);
    narrow.enter();
    leave(wide);
    await settled();
    expect(order).toEqual([]);
    leave(narrow);
    await older;
    leave(narrow, wide);
    await younger;
    expect(order).toEqual(['older', 'younger']);
  });

  test('A waiter gets no reservation if an older call takes the narrow slot that it needs', async () => {
    const [narrow, wide] = [busyGate(), busyGate()];
    const { wait, leave } = setUp();
    const controller = new AbortController();
    const gone = wait([narrow, wide], 60_000, controller.signal); // so that its queue is examined first
    const older = wait([narrow, new Gate(1)]);
    const both = wait([narrow, wide]);
    controller.abort();
    expect(await gone).toMatchObject({ kind: 'cancelled' });
    leave(narrow);
    expect(await older).toEqual({ kind: 'entered' });
    leave(wide);
    expect(wide.hasRoomFor(false)).toBe(true);
    leave(narrow);
    expect(await both).toEqual({ kind: 'entered' });
  });
});

proves('L9', 'A waiter that is blocked by its narrow gate keeps no slot from later calls', async () => {
  const [narrow, wide] = [busyGate(), busyGate()];
  const { wait, leave } = setUp();
  const both = wait([narrow, wide]);
  const later = wait([wide]);
  leave(wide);
  expect(await later).toEqual({ kind: 'entered' });
  leave(wide);
  expect(wide.hasRoomFor(false)).toBe(true);
  leave(narrow);
  expect(await both).toEqual({ kind: 'entered' });
});

test('A gate is unused only if no call is inside and no call waits for it, even a call blocked by another gate', async () => {
  let unused = 0;
  const [free, busy] = [new Gate(1, () => unused++), busyGate()];
  const { wait, leave } = setUp(1);
  const waiting = wait([free, busy], 20);
  free.enter();
  leave(free);
  expect(unused).toBe(0);
  expect(await wait([free, busy])).toMatchObject({ kind: 'refused' });
  expect(unused).toBe(0);
  expect(await waiting).toEqual({ kind: 'timed-out', at: busy });
  expect(unused).toBe(1);
});

proves('L9', 'Ten thousand calls in one queue start in linear time', async () => {
  const gate = busyGate();
  const room = new CallQueue(10_000);
  const callGates: CallGates = { gates: [gate], isNested: false };
  const waiting = Array.from({ length: 10_000 }, () => room.wait(callGates, 60_000, undefined, () => {}));
  const startedAt = performance.now();
  for (let each = 0; each < 10_000; each++) {
    gate.leave();
    room.admit();
  }
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect((await Promise.all(waiting)).every(({ kind }) => kind === 'entered')).toBe(true);
});
