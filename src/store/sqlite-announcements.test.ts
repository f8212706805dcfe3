import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { announcement, continuation, roomy } from '../../test/contracts/store/samples.ts';
import { proves } from '../../test/requirements.ts';
import { folderWith } from '../../test/toolpath.ts';
import type { ToolAnnouncement } from '../core/index.ts';
import type { Store, StoreBounds } from './contract.ts';
import { openSqliteStore } from './sqlite.ts';

proves(
  'L6',
  'The last announcement of each model and prefix is found, also after other operations and restarts',
  async () => {
    const few = fc.constantFrom('a', 'b', '\ud800', '\ud801', '__proto__');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constant('announce' as const), few, few, few, fc.nat(99)) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('save', 'note', 'ask', 'restart'), few, few) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const file = newFile();
        const last = new Map<string, ToolAnnouncement>();
        let store = openAt(file);
        const expectAll = async (key: string) => {
          const told = [...last.values()].filter((each) => each.key === key);
          const prefixes = ['a', 'b', '\ud800', '\ud801', '__proto__', 'none'];
          expect(await store.announcements({ key, prefixes })).toEqual(told);
        };
        for (const [kind, key, prefix, model = '', text = 0] of steps) {
          if (kind === 'announce') {
            const one = announcement({ key, prefix, model, text: String(text) });
            const name = JSON.stringify([key, prefix, model]);
            store.announce(one);
            last.delete(name); // so that the newest announcement comes last
            last.set(name, one);
          } else if (kind === 'save') await store.save(continuation({ key, prefix, callIds: [prefix] }));
          else if (kind === 'note') store.note(continuation({ key, prefix }));
          else if (kind === 'ask') await expectAll(key);
          else {
            await store.close();
            store = openAt(file);
          }
        }
        for (const key of ['a', 'b', '\ud800', '\ud801', '__proto__']) await expectAll(key);
        await store.close();
      }),
      { numRuns: 60 },
    );
  },
  120_000,
);

test('A store file from a version without announcements still works', async () => {
  const file = newFile();
  writeFileSync(file, gunzipSync(Buffer.from(OLD_FILE, 'base64')));
  const old = [
    {
      key: 'k',
      prefix: 'p',
      text: 'of old',
      steps: [{ text: 's', calls: [{ call: { id: 'i', name: 'n', arguments: {} }, clientId: 'a' }] }],
    },
    { key: 'k', prefix: 'q', text: 'of old too', steps: [] },
  ];
  const told = announcement({ prefix: 'p' });
  for (let start = 0; start < 2; start++) {
    const store = openAt(file, roomy, () => 1_000_000);
    expect(await store.find({ key: 'k', callIds: ['a'], prefixes: ['q'] })).toEqual(old);
    expect(await store.announcements({ key: 'k', prefixes: ['p', 'q'] })).toEqual(start === 0 ? [] : [told]);
    store.announce(told);
    expect(await store.find({ key: 'k', callIds: [], prefixes: ['p', 'q'] })).toEqual(old);
    expect(await store.announcements({ key: 'k', prefixes: ['p', 'q'] })).toEqual([told]);
    await store.close();
  }
});

test('Two SQLite stores on one file find and replace each other’s announcements', async () => {
  const file = newFile();
  const [here, there] = [openAt(file), openAt(file)];
  here.announce(announcement({ prefix: 'p', text: 'earlier' }));
  expect(await here.announcements({ key: 'k', prefixes: ['p'] })).toHaveLength(1);
  const later = announcement({ prefix: 'p', text: 'later' });
  there.announce(later);
  for (const store of [there, here]) expect(await store.announcements({ key: 'k', prefixes: ['p'] })).toEqual([later]);
});

proves('L10', 'The store file does not contain the key of an announcement', async () => {
  const file = newFile();
  const store = openAt(file);
  store.announce(announcement({ key: 'swordfish', text: 'known text' }));
  await store.close();
  const bytes = readFileSync(file, 'latin1');
  expect(bytes).toContain('known text');
  expect(bytes).not.toContain('swordfish');
});

proves(
  'L10',
  'Rows that are damaged or of another kind are ignored, and the other announcements are found',
  async () => {
    const file = newFile();
    const store = openAt(file);
    const bodies = ['{', '7', '{"__proto__":[]}', JSON.stringify(continuation({ prefix: 'p' }))];
    for (const model of bodies.keys()) store.announce(announcement({ prefix: 'p', model: `${model}` }));
    const whole = announcement({ prefix: 'p', text: 'whole' });
    store.announce(whole);
    expect(await store.announcements({ key: 'k', prefixes: ['p'] })).toHaveLength(bodies.length + 1);
    const others = connect(file);
    const spoil = others.prepare('UPDATE bodies SET body = ? WHERE continuation = ?');
    for (const [place, body] of bodies.entries()) spoil.run(body, place + 1);
    expect(await store.announcements({ key: 'k', prefixes: ['p'] })).toEqual([whole]);
  },
);

proves('L9', 'Replaced announcements are removed from the file, and the totals stay correct', async () => {
  const file = newFile();
  const store = openAt(file);
  for (let time = 0; time < 600; time++) {
    store.announce(announcement({ prefix: `p${time % 3}`, text: 'x'.repeat(time) }));
  }
  await store.close();
  const row = connect(file)
    .prepare(`SELECT (SELECT count(*) FROM bodies) AS bodies, (SELECT count(*) FROM calls) AS calls, count,
      bytes - (SELECT sum(bytes) FROM continuations) AS excess,
      bytes - (SELECT sum(octet_length(body)) FROM bodies) AS unaccounted FROM totals`)
    .get();
  expect(row).toEqual({ bodies: 3, calls: 3, count: 3, excess: 0, unaccounted: 0 });
});

proves('L9', 'Announcements that wait to be written together are bounded in bytes', async () => {
  const file = newFile();
  const store = openAt(file);
  const others = connect(file);
  const count = () => others.prepare('SELECT count FROM totals').get()?.count;
  store.announce(announcement({ prefix: 'small' }));
  expect(count()).toBe(0);
  store.announce(announcement({ prefix: 'large', text: 'x'.repeat(5_000_000) }));
  expect(count()).toBe(2);
  store.announce(announcement({ prefix: 'next' }));
  expect(count()).toBe(2);
  expect(await store.announcements({ key: 'k', prefixes: ['next'] })).toHaveLength(1);
});

test('An announcement expires by the time it was announced, not by the time it was written', async () => {
  let now = 1_000_000;
  const store = openAt(newFile(), { ...roomy, continuationMs: 1_000 }, () => now);
  store.announce(announcement({ prefix: 'p' }));
  now += 600;
  await store.save(continuation({}));
  now += 400;
  expect(await store.announcements({ key: 'k', prefixes: ['p'] })).toEqual([]);
});

function newFile(): string {
  return path.join(folderWith({}), 'store.db');
}

function openAt(file: string, bounds: StoreBounds = roomy, clock?: () => number): Store {
  const opened = openSqliteStore(file, bounds, clock);
  if (!opened.ok) throw new Error(opened.reason);
  onTestFinished(() => opened.store.close());
  return opened.store;
}

/** Opens the file directly, as another program would. */
function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  return database;
}

/**
 * A compressed file written by commit b8cd41d at time 1,000,000 ms: one continuation stored with `save` and one with `note`.
 */
const OLD_FILE = `
  H4sIAAAAAAACA+3cz07jRhwH8LFNMEmXdW8R3cOOplIDImzLVogmu0j5Z1iLrGEdI4IqFCWxA14ldhqbLojmkLxDX6C3vgKHfYGt1EfojfvetrfKdtJ1
  wP2z6mWLvh8Jx5kZz/zmN47QhJDai6rlmbTjDHpNj35NPiU8TwqUEkJ4QsgCeS9JCJmLPOcmP0Tfdz0SjyePfvxl0b84dUWkwv1f77cXrxYT93669/ST
  YeqKAAAAAAD8S6NCUnywkVkYf+kNrJMTc9B2bM+yz5qe5diNgdlzvjeNaJlb1uSiLlNdU3Z2ZI3GtafFbV3WaEWuyrpM99SZRi4tyTuKmqKU0oP9it+X
  53jNrktrsk7bzpnt0a3J4xpdz9LWhWe6dGvyuEadrvEoOH+SolRWK6OnC+KD9czCeDVuCk3D+IAJBK0n4StqTdb0/xL+6u3wV6ltvpoJ3xDF9NISN/rc
  a7a6ZthXeFyYRlosVf8cZTnsWlF12Y9e3dOpelCtTse5Wb5Ca7qmlPXmvJjeTHMjzrIN87zd7HbdRuuiEZ1ZUChOxlTUilynse2CjPgVfizvi1dGjxNi
  Op3mxuVgJkGT4DA/M4/JpUEC/XOqy3Wd7mvK86J2RHflo2xYFR3x5qyoJm/LmqyW5dqNxVm2jBU/wMm9Vy7WysWKnKJ0mogsPVT0Z3sHOtX2DpXK6Iu5
  IP3jTBB0yzEs0w2PiZmww7Jp3HHBRabwofGFU245xkWYjek8I3G/FMT0RoYbJcIFjHbqL9CZa86Uzc2uY0zz2zf28plrGo2eu+LwYvpJhhsl48fqD8yO
  NVss/P1w4RUxI4YVK6MtTkxnMtw4F9460UYzT/jZW2m2syCJlhG3IGGCJ2HMpDismcz89ssqXJjYl1Zkcfy9OS+9JtJv0mv8TgEAAAAAAAD4GD3kEyQn
  cP1WR8u5OxW3e6T2Oq9Od93TutuVSoW1h1zQwDisy/09T+0plecvytWD8/Xadm5TKhV+SAX7/zdEupbeIJ8AAAAAAAAAH73PhNxfvBPALwm5ZPx7AOH+
  /y2RfpfeIoUAAAAAAAAAd4QoCJxUKvDzgpCUSoXw8/+7RBpKu0gOAAAAAAAAwD/6ihfIySUL/1Wf5dl3LMs889xjeeZ0/O/+oJ7jsCxzPbPvsvy3x8MR
  4ebIOBG5pn/zmkj7y2mNy7Is+C6KoNA/Y/lLZhkszyyWZXazZ7I8s1mWNQcnZz3T9lyWvxwOs6zdtUzbU/yWTTY8Hh4P/b//c9I1ka6xgAAAAAAAAAD/
  b/7n/7sbjfo3HeNZre09fnnatxubRU9VsP8HAAAAAAAAuDv7/2Qufv+/GOz/3xHpHbIEAAAAAAAAcNfMcwLH8+TnPwCiYs3pAIAAAA==
`;
