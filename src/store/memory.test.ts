import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { storeContract } from '../../test/contracts/store/index.ts';
import { proves } from '../../test/requirements.ts';
import { createMemoryStore } from './memory.ts';

storeContract('memory', async (bounds, clock) => createMemoryStore(bounds, clock));

proves('L9', 'Entries that the memory store removes leave nothing behind in its indexes', async () => {
  const bounds = { continuationMs: 1e9, continuations: 10, continuationBytes: 1e6, storeBytes: 1e6 };
  const store = createMemoryStore(bounds);
  const saveMany = async (from: number, to: number) => {
    for (let place = from; place < to; place++) {
      const call = { call: { id: 'a', name: 'b', arguments: {} }, clientId: `c${place}` };
      await store.save({ key: `k${place}`, prefix: `p${place}`, text: '', steps: [{ text: '', calls: [call] }] });
      await store.save({ key: 'k', prefix: `p${place}`, text: '', steps: [{ text: '', calls: [call] }] });
      for (const key of ['k', `k${place}`]) {
        store.announce({ key, model: `m${place}`, prefix: `p${place}`, announcementId: 'v', kind: 'finds', tools: [] });
      }
    }
  };
  await saveMany(0, 1_000);
  const before = heapBytes();
  await saveMany(1_000, 51_000);
  const grown = heapBytes() - before;
  expect(grown).toBeLessThan(4 * 1024 * 1024); // one index that removes nothing takes more than 6 MB
  await store.close();
});

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
