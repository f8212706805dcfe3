import { expect, test } from 'vitest';
import { defaultLimits, type ReasoningPart, silentLog } from '../../core/index.ts';
import { createMemoryStore } from '../../store/index.ts';
import type { Item } from './arrangement.ts';
import { rejoin } from './continuation.ts';
import { textHash } from './fingerprint.ts';

const reasoned = (text: string, member: string): ReasoningPart => ({
  type: 'reasoning',
  text,
  state: { chat: { member } },
});

/** Returns the reasoning that the model sees again if its step stored `own` and the client sends back `theirs`. */
async function restored(own: readonly ReasoningPart[], theirs: readonly ReasoningPart[]) {
  const store = createMemoryStore(defaultLimits);
  const handed = { call: { id: 'u', name: 'theirs', arguments: '{}' }, clientId: 'c' };
  await store.save({
    key: '',
    prefix: 'p',
    text: textHash(''),
    steps: [{ text: '', calls: [handed], reasoning: own }],
  });
  const call = { ...handed.call, id: 'c' };
  const result = { role: 'tool' as const, callId: 'c', content: [{ type: 'text' as const, text: 'done' }] };
  const assistant = { role: 'assistant' as const, content: theirs, calls: [call] };
  const items: readonly Item[] = [{ kind: 'exchange', assistant, exchanged: [{ call, result }] }];
  const { items: joined } = await rejoin(items, ['p'], '', { store, log: silentLog });
  return joined.flatMap((item) => (item.kind === 'exchange' ? item.assistant.content : []));
}

test('Reasoning that the client sends back in a different field is kept in addition to the stored reasoning', async () => {
  const [own, theirs] = [reasoned('a', 'reasoning'), reasoned('a', 'reasoning_content')];
  expect(await restored([own], [theirs])).toEqual([own, theirs]);
});

test('Stored reasoning replaces reasoning that the client sends back in the same form', async () => {
  const own = reasoned('a', 'reasoning_content');
  expect(await restored([own], [reasoned('changed', 'reasoning_content')])).toEqual([own]);
  const block: ReasoningPart = { type: 'reasoning', text: 'a', signature: 's', isBlock: true };
  expect(await restored([block], [{ ...block, signature: 'forged' }])).toEqual([block]);
});
