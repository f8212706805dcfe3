import { expect, test } from 'vitest';
import { checkStream } from '../../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../../test/requirements.ts';
import type { Event } from '../../../core/index.ts';
import { ChatAnswer } from './reader.ts';

function streamed(...chunks: readonly unknown[]): readonly Event[] {
  const answer = new ChatAnswer('up');
  return lawful([...chunks.flatMap((each) => answer.chunk(each)), ...answer.end(true)]);
}

function lawful(events: readonly Event[]): readonly Event[] {
  expect(checkStream(events)).toEqual([]);
  return events.filter((event) => event.type !== 'finish');
}

function extras(events: readonly Event[]): readonly Event[] {
  return events.filter((event) => event.type === 'extra');
}

const chunk = (delta: object, choice: object = {}, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
  ...more,
});
const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);

test('Top-level extra fields are reported once, and again when they change', () => {
  const more = (system_fingerprint: string, list: unknown) =>
    chunk({ content: 'x' }, {}, { system_fingerprint, list, service_tier: null });
  expect(extras(streamed(more('a', [1]), more('a', [1]), more('b', [1]), more('b', [2]), more('b', [2])))).toEqual([
    { type: 'extra', wire: 'chat', at: 'answer', fields: { system_fingerprint: 'a', list: [1] } },
    { type: 'extra', wire: 'chat', at: 'answer', fields: { system_fingerprint: 'b' } },
    { type: 'extra', wire: 'chat', at: 'answer', fields: { list: [2] } },
  ]);
});

test('Extra fields of a chunk with plain text are reported', () => {
  const logprobs = { content: [{ token: 'b' }] };
  expect(
    streamed(chunk({ content: 'a' }), chunk({ content: 'b' }, { logprobs }), chunk({ content: 'c' })).slice(1),
  ).toEqual([
    { type: 'text', text: 'b' },
    { type: 'extra', wire: 'chat', at: 'choice', fields: { logprobs } },
    { type: 'text', text: 'c' },
  ]);
});

test('A top-level field that first appears in the middle of a text is reported', () => {
  expect(streamed(chunk({ content: 'a' }), chunk({ content: 'b' }, {}, { provider: 'p' })).slice(1)).toEqual([
    { type: 'extra', wire: 'chat', at: 'answer', fields: { provider: 'p' } },
    { type: 'text', text: 'b' },
  ]);
});

test('The padding field "obfuscation" is dropped, and timings are kept', () => {
  const events = streamed(chunk({ content: 'x' }, {}, { obfuscation: 'abc' }), { choices: [], timings: { ms: 1 } });
  expect(extras(events)).toEqual([{ type: 'extra', wire: 'chat', at: 'answer', fields: { timings: { ms: 1 } } }]);
});

test('Extra fields of the choice and the message are reported each time, unless they are null', () => {
  const logprobs = { content: [{ token: 'x' }] };
  const one = chunk(
    { role: 'assistant', content: 'x', refusal: null, audio: { id: 'a' } },
    { logprobs, matched: null },
  );
  const told = [
    { type: 'text', text: 'x' },
    { type: 'extra', wire: 'chat', at: 'message', fields: { audio: { id: 'a' } } },
    { type: 'extra', wire: 'chat', at: 'choice', fields: { logprobs } },
  ];
  expect(streamed(one, one)).toEqual([...told, ...told]);
});

test('Extra fields of an unstreamed answer are reported', () => {
  const message = { role: 'assistant', content: 'x', refusal: 'no', annotations: [] };
  const answer = new ChatAnswer('up');
  const told = answer.whole({ choices: [{ message, finish_reason: 'stop', logprobs: null }], service_tier: 'flex' });
  expect(extras(lawful([...told, ...answer.end(true)]))).toEqual([
    { type: 'extra', wire: 'chat', at: 'answer', fields: { service_tier: 'flex' } },
    { type: 'extra', wire: 'chat', at: 'message', fields: { refusal: 'no', annotations: [] } },
  ]);
});

test('Signed or encrypted reasoning is kept as blocks, and other reasoning is reported as text only', () => {
  const sealed = [{ type: 'reasoning.encrypted', data: 'abc' }];
  const signed = [{ type: 'reasoning.text', text: 'hm', signature: 'abc' }];
  const plain = [{ type: 'reasoning.text', text: 'hm', signature: null }];
  const details = (reasoning_details: unknown) => streamed(chunk({ reasoning_details }));
  expect(details(sealed)).toEqual([
    {
      type: 'reasoning-blocks',
      parts: [{ type: 'reasoning', text: '', isBlock: true, state: { chat: { details: sealed } } }],
    },
  ]);
  const block = {
    type: 'reasoning',
    text: 'hm',
    signature: 'abc',
    isBlock: true,
    state: { chat: { details: signed } },
  };
  expect(details(signed)).toEqual([
    { type: 'reasoning', text: 'hm' },
    { type: 'reasoning-blocks', parts: [block] },
  ]);
  expect(details(plain)).toEqual([{ type: 'reasoning', text: 'hm' }]);
});

proves('L10', 'Extra fields named __proto__ and constructor are reported like any other', () => {
  const [extra] = streamed(JSON.parse('{"choices":[],"__proto__":{"a":1},"constructor":2}'));
  expect(JSON.stringify(extra)).toBe(
    '{"type":"extra","wire":"chat","at":"answer","fields":{"__proto__":{"a":1},"constructor":2}}',
  );
});

proves('L9', 'At most 100 different top-level extra fields are reported per answer', () => {
  const names = Array.from({ length: 300 }, (_, place) => ({ choices: [], [`name${place}`]: 1 }));
  const changed = { choices: [], name0: 2 };
  expect(extras(streamed(...names))).toHaveLength(100);
  expect(extras(streamed(...names, changed)).at(-1)).toEqual({
    type: 'extra',
    wire: 'chat',
    at: 'answer',
    fields: { name0: 2 },
  });
});

proves('L10', 'Extra values that are nested too deeply to be serialized are dropped at every level of a chunk', () => {
  const answer = new ChatAnswer('up');
  const told = answer.chunk(chunk({ content: 'a', deep }, { deep }, { deep, usage: { prompt_tokens: 1, deep } }));
  expect(JSON.stringify([...told, ...answer.end(true)])).toBe(
    '[{"type":"text","text":"a"},{"type":"finish","reason":"stop","usage":{"promptTokens":1,"completionTokens":0}}]',
  );
});
