import { expect, test } from 'vitest';
import { storeContract } from '../../test/contracts/store/index.ts';
import { announcement, continuation, roomy, spoil } from '../../test/contracts/store/samples.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { createMemoryStore, lazyStore } from './index.ts';
import { tolerantStore } from './tolerant-store.ts';

storeContract('lazy', async (bounds, clock) => {
  const store = lazyStore(async () => createMemoryStore(bounds, clock));
  await store.find({ key: '', callIds: [], prefixes: [] }); // opens the store now, because the clock of a test does not wait for it
  return store;
});
storeContract('tolerant', async (bounds, clock) =>
  tolerantStore(createMemoryStore(bounds, clock), 'memory', recordingLog()),
);

test('Operations on a lazy store that is still opening run in order, before it is closed, with the values given', async () => {
  const inner = createMemoryStore(roomy);
  const { promise, resolve } = Promise.withResolvers<typeof inner>();
  const store = lazyStore(() => promise);
  const [one, told] = [continuation({ prefix: 'p' }), announcement({ prefix: 'p' })];
  const [oneBefore, announcedBefore] = [structuredClone(one), structuredClone(told)];
  store.announce(announcement({ prefix: 'p', text: 'earlier' }));
  store.note(one);
  store.announce(told);
  spoil(one);
  spoil(told);
  const asked = [
    store.find({ key: 'k', callIds: [], prefixes: ['p'] }),
    store.announcements({ key: 'k', prefixes: ['p'] }),
  ];
  const saving = store.save(continuation({ prefix: 'q' }));
  const closing = store.close();
  resolve(inner);
  expect(await Promise.all(asked)).toEqual([[oneBefore], [announcedBefore]]);
  expect(await saving).toBe(true);
  await closing;
  await expect(inner.announcements({ key: 'k', prefixes: ['p'] })).rejects.toThrow('The store is closed.');
});

test('A query at the moment when a lazy store opens finds what was stored before', async () => {
  for (let ticks = 0; ticks < 10; ticks++) {
    const store = lazyStore(async () => createMemoryStore(roomy));
    store.announce(announcement({ prefix: 'p' }));
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    expect(await store.announcements({ key: 'k', prefixes: ['p'] }), `after ${ticks} ticks`).toHaveLength(1);
  }
});

test('A lazy store that is closed before its first use is never opened', async () => {
  let opened = 0;
  const store = lazyStore(async () => {
    opened++;
    return createMemoryStore(roomy);
  });
  await store.close();
  store.announce(announcement({}));
  await expect(store.announcements({ key: 'k', prefixes: [] })).rejects.toThrow('The store is closed.');
  expect(opened).toBe(0);
});

test('A tolerant store whose inner store fails finds no announcements and logs one warning', async () => {
  const log = recordingLog();
  const fail = () => {
    throw new Error('disk full');
  };
  const inner = {
    ...lazyStore(async () => createMemoryStore(roomy)),
    announce: fail,
    announcements: async () => fail(),
  };
  const store = tolerantStore(inner, 'here', log);
  store.announce(announcement({}));
  expect(await store.announcements({ key: 'k', prefixes: ['p'] })).toEqual([]);
  expect(log.lines.map(({ fields }) => fields)).toEqual([{ store: 'here', reason: 'disk full' }]);
});
