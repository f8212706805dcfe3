import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MOST_OF_ONE_PREFIX, type Store, type StoreBounds } from '../../../src/store/contract.ts';
import { proves } from '../../requirements.ts';
import { announcementContract } from './announcements.ts';
import { NaiveStore } from './model.ts';
import {
  anyJson,
  anyStep,
  continuation,
  hostileText,
  lookalikes,
  narrow,
  type OpenStore,
  outcomeOf,
  roomy,
  type Step,
  spoil,
} from './samples.ts';

/** Runs the contract tests that every store must pass. `open` returns an empty store, which the suite closes. */
export function storeContract(name: string, open: OpenStore): void {
  async function opened(bounds: Partial<StoreBounds> = {}, clock: () => number = () => 0): Promise<Store> {
    const store = await open({ ...roomy, ...bounds }, clock);
    onTestFinished(() => store.close());
    return store;
  }

  describe(name, () => {
    proves(
      'L2',
      'A continuation is found by its handed-over calls and by its transcript, and is returned only once',
      async () => {
        const store = await opened();
        const one = continuation({ callIds: ['a', 'b'], prefix: 'p' });
        expect(await store.save(one)).toBe(true);
        expect(await store.find({ key: 'k', callIds: ['a'], prefixes: [] })).toEqual([one]);
        expect(await store.find({ key: 'k', callIds: [], prefixes: ['p'] })).toEqual([one]);
        expect(await store.find({ key: 'k', callIds: ['b', 'a', 'a'], prefixes: ['p', 'p', 'q'] })).toEqual([one]);
      },
    );

    test('Noted continuations are found by the next query in order, and changing them later has no effect', async () => {
      const store = await opened();
      const first = continuation({ callIds: ['a'], prefix: 'p' });
      const second = continuation({ prefix: 'p', args: { list: [1] } });
      store.note(first);
      store.note(second);
      const kept = structuredClone(second);
      const args = second.steps[0]?.calls[0]?.call.arguments as { list: number[] };
      args.list.push(2);
      expect(await store.find({ key: 'k', callIds: [], prefixes: ['p'] })).toEqual([first, kept]);
      const third = continuation({ prefix: 'p', text: 'third' });
      store.note(third);
      await store.save(continuation({ prefix: 'p', text: 'fourth' }));
      const found = await store.find({ key: 'k', callIds: ['a'], prefixes: ['p'] });
      expect(found.map(({ text }) => text)).toEqual(['', '', 'third', 'fourth']);
    });

    test('The secret of a store has 32 random bytes and stays the same', async () => {
      const [store, other] = [await opened(), await opened()];
      const secret = Buffer.from(await store.secret());
      expect(secret).toHaveLength(32);
      expect(Buffer.from(await store.secret())).toEqual(secret);
      expect(Buffer.from(await other.secret())).not.toEqual(secret);
    });

    test('A query for other ids or prefixes finds nothing', async () => {
      const store = await opened();
      await store.save(continuation({ callIds: ['a'], prefix: 'p' }));
      expect(await store.find({ key: 'k', callIds: [], prefixes: [] })).toEqual([]);
      expect(await store.find({ key: 'k', callIds: ['p', 'b', 'call'], prefixes: ['a', ''] })).toEqual([]);
    });

    proves('L2', 'Finding a continuation does not consume it, so retries and branches find it again', async () => {
      const store = await opened();
      const one = continuation({ callIds: ['a'], prefix: 'p' });
      await store.save(one);
      for (let time = 0; time < 3; time++) {
        expect(await store.find({ key: 'k', callIds: ['a'], prefixes: [] })).toEqual([one]);
      }
    });

    test('Continuations are returned oldest first, whatever the order of the query and of their last use', async () => {
      let now = 0;
      const store = await opened({}, () => now);
      const saved = ['one', 'two', 'three'].map((text) => continuation({ text, callIds: [text], prefix: text }));
      for (const each of saved) await store.save(each);
      now += 10_000;
      await store.find({ key: 'k', callIds: ['one'], prefixes: [] });
      const query = { key: 'k', callIds: ['three', 'one'], prefixes: ['two', 'one'] };
      expect(await store.find(query)).toEqual(saved);
    });

    proves(
      ['L2', 'L10'],
      'A key never finds the continuations of another key, whatever the keys and ids contain',
      async () => {
        const pairs = fc.uniqueArray(hostileText, { minLength: 2, maxLength: 6 });
        await fc.assert(
          fc.asyncProperty(pairs, pairs, async (keys, ids) => {
            const store = await open(roomy, () => 0);
            const [mine = '', ...others] = keys;
            const [id = '', ...otherIds] = ids;
            const one = continuation({ key: mine, callIds: [id], prefix: id });
            await store.save(one);
            for (const key of others) expect(await store.find({ key, callIds: ids, prefixes: ids })).toEqual([]);
            expect(await store.find({ key: mine, callIds: otherIds, prefixes: otherIds })).toEqual([]);
            expect(await store.find({ key: mine, callIds: [id], prefixes: [] })).toEqual([one]);
            expect(await store.find({ key: mine, callIds: [], prefixes: [id] })).toEqual([one]);
            await store.close();
          }),
          { numRuns: 40, examples: [[lookalikes, lookalikes]] },
        );
      },
      60_000,
    );

    proves(
      'L2',
      'A call id that is handed over again finds the later continuation; the earlier one is still found by its transcript',
      async () => {
        const store = await opened();
        const earlier = continuation({ text: 'earlier', callIds: ['a', 'b'], prefix: 'p' });
        const later = continuation({ text: 'later', callIds: ['a'], prefix: 'q' });
        await store.save(earlier);
        await store.save(later);
        expect(await store.find({ key: 'k', callIds: ['a'], prefixes: [] })).toEqual([later]);
        expect(await store.find({ key: 'k', callIds: ['b'], prefixes: [] })).toEqual([earlier]);
        expect(await store.find({ key: 'k', callIds: ['a'], prefixes: ['p'] })).toEqual([earlier, later]);
      },
    );

    test('A call id still finds the later continuation after the earlier one with the same id was evicted', async () => {
      let now = 0;
      const store = await opened({ continuations: 2 }, () => now++);
      const later = continuation({ text: 'later', callIds: ['a'] });
      await store.save(continuation({ text: 'earlier', callIds: ['a'] }));
      await store.save(later);
      await store.save(continuation({ text: 'next' }));
      expect(await store.find({ key: 'k', callIds: ['a'], prefixes: [] })).toEqual([later]);
    });

    test('A transcript finds all continuations that answered it', async () => {
      const store = await opened();
      const saved = ['one', 'two', 'three'].map((text) => continuation({ text, prefix: 'p' }));
      for (const each of saved) await store.save(each);
      expect(await store.find({ key: 'k', callIds: [], prefixes: ['p'] })).toEqual(saved);
    });

    proves(
      'L9',
      'A transcript finds only the newest of very many continuations; the others are found by their calls',
      async () => {
        const store = await opened();
        const saved = Array.from({ length: MOST_OF_ONE_PREFIX + 10 }, (_, place) =>
          continuation({ text: String(place), prefix: 'p', callIds: [`c${place}`] }),
        );
        for (const each of saved) await store.save(each);
        expect(await store.find({ key: 'k', callIds: [], prefixes: ['p'] })).toEqual(saved.slice(10));
        expect(await store.find({ key: 'k', callIds: ['c3'], prefixes: ['p'] })).toEqual([
          saved[3],
          ...saved.slice(10),
        ]);
      },
    );

    proves('L9', 'A continuation expires a fixed time after its last use', async () => {
      let now = 1_000_000;
      const store = await opened({ continuationMs: 1_000 }, () => now);
      const used = continuation({ text: 'used', prefix: 'used' });
      await store.save(used);
      await store.save(continuation({ text: 'unused', prefix: 'unused' }));
      now += 999;
      expect(await store.find({ key: 'k', callIds: [], prefixes: ['used'] })).toEqual([used]);
      now += 1;
      expect(await store.find({ key: 'k', callIds: [], prefixes: ['used', 'unused'] })).toEqual([used]);
      now += 999;
      expect(await store.find({ key: 'k', callIds: [], prefixes: ['used'] })).toEqual([used]);
      now += 1_000;
      expect(await store.find({ key: 'k', callIds: [], prefixes: ['used'] })).toEqual([]);
    });

    proves('L9', 'A full store evicts the least recently used continuation', async () => {
      let now = 0;
      const store = await opened({ continuations: 3 }, () => now);
      for (const prefix of ['one', 'two', 'three']) {
        now += 1_000;
        await store.save(continuation({ prefix }));
      }
      now += 1_000;
      await store.find({ key: 'k', callIds: [], prefixes: ['one'] });
      now += 1_000;
      await store.save(continuation({ prefix: 'four' }));
      expect(await prefixesIn(store)).toEqual(['one', 'three', 'four']);
    });

    proves('L9', 'A store over its byte limit evicts as many least recently used continuations as needed', async () => {
      let now = 0;
      const store = await opened({ storeBytes: 4_000 }, () => now);
      for (const prefix of ['one', 'two', 'three']) {
        now += 1_000;
        await store.save(continuation({ prefix, text: 'x'.repeat(1_000) }));
      }
      expect(await prefixesIn(store)).toEqual(['one', 'two', 'three']);
      now += 1_000;
      await store.find({ key: 'k', callIds: [], prefixes: ['one'] });
      now += 1_000;
      await store.save(continuation({ prefix: 'four', text: 'x'.repeat(2_500) }));
      expect(await prefixesIn(store)).toEqual(['one', 'four']);
    });

    proves('L9', 'A continuation over the size limit is not kept and evicts nothing', async () => {
      const store = await opened({ continuationBytes: 1_000, storeBytes: 10_000 });
      await store.save(continuation({ prefix: 'small', text: 'x'.repeat(600) }));
      expect(await store.save(continuation({ prefix: 'large', callIds: ['a'], text: 'x'.repeat(1_000) }))).toBe(false);
      expect(await store.save(continuation({ prefix: 'wide', text: '€'.repeat(400) }))).toBe(false);
      expect(await prefixesIn(store, ['a'])).toEqual(['small']);
      const cramped = await opened({ storeBytes: 500 });
      expect(await cramped.save(continuation({ prefix: 'large', text: 'x'.repeat(600) }))).toBe(false);
      expect(await prefixesIn(cramped)).toEqual([]);
    });

    proves('L9', 'A very deeply nested continuation is kept completely or not at all', async () => {
      const store = await opened();
      // V8 serialises arrays in a loop but objects with numeric keys recursively, which exhausts the stack.
      const wraps = { one: (inner: unknown) => [inner], two: (inner: unknown) => ({ 0: inner }) };
      for (const [prefix, wrap] of Object.entries(wraps)) {
        let tower: unknown = 'top';
        for (let level = 0; level < 200_000; level++) tower = wrap(tower);
        const isKept = await store.save(continuation({ prefix, args: tower }));
        expect((await prefixesIn(store)).includes(prefix)).toBe(isKept);
      }
    });

    test('Continuations with any JSON content are returned unchanged', async () => {
      const store = await opened();
      let place = 0;
      await fc.assert(
        fc.asyncProperty(anyJson, anyJson, hostileText, async (args, value, text) => {
          const prefix = `p${place++}`;
          const one = continuation({ prefix, text, args, callIds: [text] });
          const ran = { call: { id: text, name: text, arguments: text }, outcome: outcomeOf(value, text) };
          const whole = { ...one, steps: [...one.steps, { text, calls: [ran] }, { text: '', calls: [] }] };
          expect(await store.save(whole)).toBe(true);
          expect(await store.find({ key: 'k', callIds: [], prefixes: [prefix] })).toEqual([whole]);
        }),
      );
    }, 60_000);

    test('Changing a saved or a found continuation does not change the stored one', async () => {
      const store = await opened();
      const one = continuation({ prefix: 'p', args: { list: [1] } });
      const before = structuredClone(one);
      const saving = store.save(one);
      spoil(one);
      await saving;
      for (let time = 0; time < 2; time++) {
        const [found] = await store.find({ key: 'k', callIds: [], prefixes: ['p'] });
        expect(found).toEqual(before);
        if (!Object.isFrozen(found)) spoil(found);
      }
    });

    test('Continuations that are saved concurrently are all kept', async () => {
      const store = await opened();
      const saved = Array.from({ length: 200 }, (_, place) => continuation({ prefix: `p${place}` }));
      expect(new Set(await Promise.all(saved.map((each) => store.save(each))))).toEqual(new Set([true]));
      const prefixes = saved.map((each) => each.prefix);
      expect(await store.find({ key: 'k', callIds: [], prefixes })).toEqual(saved);
    });

    test('A closed store rejects every operation, and closing it again is allowed', async () => {
      const store = await opened();
      await store.save(continuation({ prefix: 'p' }));
      await store.close();
      await store.close();
      await expect(store.save(continuation({ prefix: 'q' }))).rejects.toThrow('The store is closed.');
      await expect(store.find({ key: 'k', callIds: [], prefixes: ['p'] })).rejects.toThrow('The store is closed.');
    });

    proves(
      ['L2', 'L9'],
      'Any sequence of operations gives the same results as a naive store',
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 60 }), async (steps) => {
            let now = 1_000_000;
            const store = await open(narrow, () => now);
            const naive = new NaiveStore(narrow);
            for (const step of steps) {
              now += step.waitMs;
              await takeSideBySide(step, store, naive, now);
            }
            await store.close();
          }),
          { numRuns: 60 },
        );
      },
      120_000,
    );

    announcementContract(open);
  });
}

async function takeSideBySide(step: Step, store: Store, naive: NaiveStore, now: number): Promise<void> {
  switch (step.kind) {
    case 'save':
      expect(await store.save(step.one)).toBe(naive.save(step.one, now));
      return;
    case 'find':
      expect(await store.find(step.query)).toEqual(naive.find(step.query, now));
      return;
    case 'announce':
      store.announce(step.one);
      naive.announce(step.one, now);
      return;
    case 'announcements':
      expect(await store.announcements(step.query)).toEqual(naive.announcements(step.query, now));
      return;
    default:
      step satisfies never;
  }
}

async function prefixesIn(store: Store, callIds: readonly string[] = []): Promise<string[]> {
  const prefixes = ['one', 'two', 'three', 'four', 'small', 'large', 'wide', 'p'];
  const found = await store.find({ key: 'k', callIds, prefixes });
  return found.map((each) => each.prefix);
}
