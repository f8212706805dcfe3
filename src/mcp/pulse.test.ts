import { expect, test } from 'vitest';
import { silentLog } from '../core/index.ts';
import { Pulse } from './pulse.ts';
import type { Session } from './session.ts';

test('A doubt about a server that is being replaced sends no ping and ends at once', async () => {
  const closing = Promise.withResolvers<void>();
  let pings = 0;
  const session = {
    ping: () => (++pings > 100 ? Promise.resolve() : Promise.reject(new Error('no answer'))), // an answer ends an endless loop
    close: () => closing.promise,
  } as Partial<Session> as Session;
  const { signal } = new AbortController();
  const pulse = new Pulse(session, { everyMs: 60_000, log: silentLog, signal, isBusy: () => false, onBeat: () => {} });
  const first = pulse.doubt();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(pings).toBe(2);
  await pulse.doubt(); // the process of a frozen server takes seconds to end, and calls exceed their limits meanwhile
  expect(pings).toBe(2);
  closing.resolve();
  await first;
});
