import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { MOST_OF_ONE_PREFIX, type Store, type StoreBounds } from '../../../src/store/contract.ts';
import { proves } from '../../requirements.ts';
import {
  announcement,
  anyJson,
  continuation,
  hostileText,
  lookalikes,
  type OpenStore,
  roomy,
  spoil,
} from './samples.ts';

/** The part of `storeContract` that tests announcements. */
export function announcementContract(open: OpenStore): void {
  async function opened(bounds: Partial<StoreBounds> = {}, clock: () => number = () => 0): Promise<Store> {
    const store = await open({ ...roomy, ...bounds }, clock);
    onTestFinished(() => store.close());
    return store;
  }

  proves('L6', 'The announcements of all models at a prefix are found by it, each once, oldest first', async () => {
    let now = 0;
    const store = await opened({}, () => now);
    const told = [
      announcement({ model: 'm1', prefix: 'p', text: 'one' }),
      announcement({ model: 'm2', prefix: 'q', text: 'two' }),
      announcement({ model: 'm2', prefix: 'p', text: 'three', kind: 'declaration' }),
      { ...announcement({ model: 'm3', prefix: 'p' }), tools: [] },
    ];
    for (const each of told) store.announce(each);
    now += 10_000;
    expect(await store.announcements({ key: 'k', prefixes: ['q'] })).toEqual([told[1]]);
    expect(await store.announcements({ key: 'k', prefixes: ['q', 'p', 'q', 'r'] })).toEqual(told);
    expect(await store.announcements({ key: 'k', prefixes: [] })).toEqual([]);
    expect(await store.announcements({ key: 'k', prefixes: ['m1', 'wire', ''] })).toEqual([]);
  });

  proves(
    'L6',
    'A new announcement for the same model and prefix replaces the earlier one and counts as the newest',
    async () => {
      const store = await opened();
      store.announce(announcement({ model: 'm1', prefix: 'p', text: 'earlier' }));
      const others = [announcement({ model: 'm2', prefix: 'p' }), announcement({ model: 'm1', prefix: 'q' })];
      for (const each of others) store.announce(each);
      expect(await store.announcements({ key: 'k', prefixes: ['p'] })).toHaveLength(2);
      const later = announcement({ model: 'm1', prefix: 'p', text: 'later', kind: 'declaration' });
      store.announce(announcement({ model: 'm1', prefix: 'p', text: 'between' }));
      store.announce(later);
      expect(await store.announcements({ key: 'k', prefixes: ['p', 'q'] })).toEqual([...others, later]);
    },
  );

  proves('L9', 'A replaced announcement does not count towards the limits', async () => {
    let now = 0;
    const store = await opened({ continuations: 3, storeBytes: 3_000 }, () => ++now);
    store.announce(announcement({ prefix: 'one', text: 'x'.repeat(500) }));
    await store.save(continuation({ prefix: 'two', text: 'x'.repeat(500) }));
    for (let time = 0; time < 20; time++) {
      store.announce(announcement({ prefix: 'three', text: String(time).repeat(500) }));
    }
    expect(await prefixesIn(store)).toEqual(['two', 'one', 'three']);
  });

  test('Continuations and announcements with the same prefixes and ids are never confused', async () => {
    const store = await opened();
    const one = continuation({ prefix: 'p', callIds: ['p', 'm'] });
    const told = announcement({ prefix: 'p', model: 'm' });
    await store.save(one);
    store.announce(told);
    await store.save(one);
    expect(await store.find({ key: 'k', callIds: ['p', 'm'], prefixes: ['p'] })).toEqual([one, one]);
    expect(await store.announcements({ key: 'k', prefixes: ['p', 'm'] })).toEqual([told]);
  });

  proves(
    'L10',
    'A key never finds the announcements of another key, whatever the keys, models and prefixes contain',
    async () => {
      const texts = fc.uniqueArray(hostileText, { minLength: 2, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(texts, texts, texts, async (keys, models, prefixes) => {
          const store = await open(roomy, () => 0);
          const [mine = '', ...others] = keys;
          const [prefix = '', ...otherPrefixes] = prefixes;
          const told = models.map((model) => announcement({ key: mine, model, prefix }));
          for (const each of told) store.announce(each);
          for (const key of others) expect(await store.announcements({ key, prefixes })).toEqual([]);
          expect(await store.announcements({ key: mine, prefixes: otherPrefixes })).toEqual([]);
          expect(await store.find({ key: mine, callIds: [...prefixes, ...models], prefixes })).toEqual([]);
          expect(await store.announcements({ key: mine, prefixes: [prefix] })).toEqual(told);
          await store.close();
        }),
        { numRuns: 40, examples: [[lookalikes, lookalikes, lookalikes]] },
      );
    },
    60_000,
  );

  test('Announcements with any texts and schemas are returned unchanged', async () => {
    const store = await opened();
    let place = 0;
    await fc.assert(
      fc.asyncProperty(anyJson, hostileText, async (value, text) => {
        const prefix = `p${place++}`;
        const parameters = JSON.parse(`{"__proto__":{"a":1},"constructor":2}`);
        const one = announcement({ prefix, model: text, text, parameters: { ...parameters, value } });
        store.announce(one);
        expect(await store.announcements({ key: 'k', prefixes: [prefix] })).toEqual([one]);
      }),
    );
  }, 60_000);

  test('Changing a stored or a found announcement does not change the stored one', async () => {
    const store = await opened();
    const one = announcement({ prefix: 'p', parameters: { list: [1] } });
    const before = structuredClone(one);
    store.announce(one);
    spoil(one);
    for (let time = 0; time < 2; time++) {
      const [found] = await store.announcements({ key: 'k', prefixes: ['p'] });
      expect(found).toEqual(before);
      spoil(found);
    }
  });

  proves('L9', 'An announcement expires a fixed time after its last use', async () => {
    let now = 1_000_000;
    const store = await opened({ continuationMs: 1_000 }, () => now);
    const used = announcement({ prefix: 'used' });
    store.announce(used);
    store.announce(announcement({ prefix: 'unused' }));
    now += 999;
    expect(await store.announcements({ key: 'k', prefixes: ['used'] })).toEqual([used]);
    now += 1;
    expect(await store.announcements({ key: 'k', prefixes: ['used', 'unused'] })).toEqual([used]);
    now += 999;
    expect(await store.announcements({ key: 'k', prefixes: ['used'] })).toEqual([used]);
    now += 1_000;
    expect(await store.announcements({ key: 'k', prefixes: ['used'] })).toEqual([]);
  });

  proves(
    'L9',
    'Continuations and announcements share the count limit, and the least recently used is evicted first',
    async () => {
      let now = 0;
      const store = await opened({ continuations: 4 }, () => (now += 1_000));
      store.announce(announcement({ prefix: 'one' }));
      await store.save(continuation({ prefix: 'one' }));
      store.announce(announcement({ prefix: 'two' }));
      await store.save(continuation({ prefix: 'two' }));
      await store.announcements({ key: 'k', prefixes: ['one'] });
      store.announce(announcement({ prefix: 'three' }));
      await store.save(continuation({ prefix: 'three' }));
      expect(await prefixesIn(store)).toEqual(['two', 'three', 'one', 'three']);
    },
  );

  proves('L9', 'Continuations and announcements share the byte limit, and as many as needed are evicted', async () => {
    let now = 0;
    const store = await opened({ storeBytes: 4_000 }, () => (now += 1_000));
    await store.save(continuation({ prefix: 'one', text: 'x'.repeat(1_000) }));
    store.announce(announcement({ prefix: 'two', text: 'x'.repeat(1_000) }));
    await store.save(continuation({ prefix: 'three', text: 'x'.repeat(1_000) }));
    store.announce(announcement({ prefix: 'three', text: 'x'.repeat(2_000) }));
    expect(await prefixesIn(store)).toEqual(['three', 'three']);
  });

  proves('L9', 'An announcement over the size limit is not kept and evicts or replaces nothing', async () => {
    const store = await opened({ continuationBytes: 1_000, storeBytes: 10_000 });
    const small = announcement({ prefix: 'one', text: 'x'.repeat(600) });
    store.announce(small);
    store.announce(announcement({ prefix: 'one', text: 'x'.repeat(1_000) }));
    store.announce(announcement({ prefix: 'two', text: '€'.repeat(400) }));
    let tower: unknown = 'top';
    for (let level = 0; level < 200_000; level++) tower = { 0: tower };
    store.announce(announcement({ prefix: 'three', parameters: { tower } }));
    expect(await store.announcements({ key: 'k', prefixes: ['one', 'two', 'three'] })).toEqual([small]);
  });

  proves('L9', 'A prefix finds only the newest of very many announcements', async () => {
    const store = await opened();
    const told = Array.from({ length: MOST_OF_ONE_PREFIX + 10 }, (_, place) =>
      announcement({ model: `m${place}`, prefix: 'p' }),
    );
    for (const each of told) store.announce(each);
    expect(await store.announcements({ key: 'k', prefixes: ['p'] })).toEqual(told.slice(10));
  });

  proves('L9', 'A query may have more prefixes than a database allows variables', async () => {
    const store = await opened({ continuations: 100_000 });
    const told = Array.from({ length: 1_000 }, (_, place) => announcement({ prefix: `p${place * 40}` }));
    for (const each of told) store.announce(each);
    const prefixes = Array.from({ length: 40_000 }, (_, place) => `p${place}`);
    expect(await store.announcements({ key: 'k', prefixes })).toEqual(told);
  });

  test('A closed store rejects queries for announcements and silently ignores new ones', async () => {
    const store = await opened();
    store.announce(announcement({ prefix: 'p' }));
    await store.close();
    store.announce(announcement({ prefix: 'p' }));
    await expect(store.announcements({ key: 'k', prefixes: ['p'] })).rejects.toThrow('The store is closed.');
  });
}

/** Returns the prefixes of the stored continuations, then those of the announcements. */
async function prefixesIn(store: Store): Promise<string[]> {
  const prefixes = ['one', 'two', 'three'];
  const found = [
    ...(await store.find({ key: 'k', callIds: [], prefixes })),
    ...(await store.announcements({ key: 'k', prefixes })),
  ];
  return found.map(({ prefix }) => prefix);
}
