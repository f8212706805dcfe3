import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { failingStore } from '../../test/failing-store.ts';
import { proves } from '../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../test/scripted-backend.ts';
import { plainAsk, testTurns, user } from '../../test/turns.ts';
import type { Message, Tool } from '../core/index.ts';

const said: Message = { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }], calls: [] };

proves('L9', 'A turn over the limit of concurrent turns is refused before its conversation is looked up', async () => {
  let lookUps = 0;
  const store = {
    ...failingStore('not today'),
    find: async () => {
      lookUps++;
      return [];
    },
  };
  const { turns } = testTurns(new ScriptedBackend(inOrder({ text: 'Hi.' })), [], { store, limits: { turnsAtOnce: 1 } });
  const ask = { ...plainAsk, messages: [user('a'), said, user('b')] };
  const first = await turns.start(ask, new AbortController());
  expect(await turns.start(ask, new AbortController())).toEqual({
    ok: false,
    failure: { kind: 'too-many-turns', limit: 1 },
  });
  expect(lookUps).toBe(1);
  if (first.ok) for await (const _ of first.turn.events);
  expect(await turns.start(ask, new AbortController())).toMatchObject({ ok: true });
});

proves('L9', 'A turn whose events are never read releases its slot when it times out', async () => {
  const { turns } = testTurns(new ScriptedBackend(inOrder({ text: 'Hi.' })), [], {
    limits: { turnsAtOnce: 1, turnMs: 30 },
  });
  expect(await turns.start(plainAsk, new AbortController())).toMatchObject({ ok: true });
  await sleep(60);
  expect(await turns.start(plainAsk, new AbortController())).toMatchObject({ ok: true });
});

proves('L8', 'A bug in planning fails only that turn, is logged, and releases the slot', async () => {
  const backend = new ScriptedBackend(inOrder({ text: 'Hi.' }));
  const plain = backend.asBackends();
  let isBroken = true;
  backend.asBackends = () => ({
    ...plain,
    said: (model) => {
      if (isBroken) throw new Error('a bug');
      return plain.said(model);
    },
  });
  const { turns, log } = testTurns(backend, [], { limits: { turnsAtOnce: 1 } });
  expect(await turns.start(plainAsk, new AbortController())).toEqual({ ok: false, failure: { kind: 'bug' } });
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  isBroken = false;
  expect(await turns.start(plainAsk, new AbortController())).toMatchObject({ ok: true });
});

proves(
  'S3.executors',
  'A long turn that makes progress is not stopped, because its timeout starts again with every step',
  async () => {
    const slow: Tool = {
      name: 'slow',
      description: 'Takes a while.',
      schema: { type: 'object', properties: { n: { type: 'number' } } },
      invoke: () => sleep(80, 'done'),
    };
    const steps = [1, 2, 3, 4, 5].map((n) => ({
      calls: [{ id: `c${n}`, name: 'slow', arguments: JSON.stringify({ n }) }],
    }));
    const { ask } = testTurns(new ScriptedBackend(inOrder(...steps, { text: 'Done.' })), [slow], {
      limits: { turnMs: 300 },
    });
    const { answer } = await ask({});
    expect(answer.finish).toMatchObject({ reason: 'stop' });
    expect(answer.text).toBe('Done.');
  },
);
