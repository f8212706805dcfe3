import { describe, expect, test } from 'vitest';
import { user } from '../../../test/turns.ts';
import type { Message } from '../../core/index.ts';
import { arrange } from './arrangement.ts';
import { canonicalArguments, prefixesOf, textHash } from './fingerprint.ts';

const of = async (...messages: readonly Message[]) => (await prefixesOf(arrange(messages))).at(-1);
const calls = (id: string, args: string): Message => ({
  role: 'assistant',
  content: [],
  calls: [{ id, name: 'read', arguments: args }],
});
const result = (callId: string, text: string): Message => ({ role: 'tool', callId, content: [{ type: 'text', text }] });

describe('The hash of equivalent transcripts', () => {
  test('The hash ignores ids, whitespace, system messages, wire extras, split texts and the formatting of arguments', async () => {
    expect(await of(user(' hi\n'))).toBe(await of(user('hi')));
    expect(await of({ ...user('hi'), role: 'user', extra: { chat: { name: 'ann' } } } as Message)).toBe(
      await of(user('hi')),
    );
    const today: Message = { role: 'system', content: [{ type: 'text', text: 'Today is Monday.' }] };
    expect(await of(today, user('hi'))).toBe(await of(user('hi')));
    const split: Message = {
      role: 'user',
      content: [
        { type: 'text', text: 'h' },
        { type: 'text', text: 'i' },
      ],
    };
    expect(await of(split)).toBe(await of(user('hi')));
    expect(await of(calls('a', '{"x": 1}'), result('a', 'r'))).toBe(
      await of(calls('zzz', '{ "x":1 }'), result('zzz', ' r ')),
    );
    expect(textHash(' a ')).toBe(textHash('a'));
  });
});

describe('The hash of different transcripts', () => {
  test('Transcripts that differ in any text, role, image, argument or outcome have different hashes', async () => {
    const hashes = await Promise.all([
      of(),
      of(user('hi')),
      of(user('ho')),
      of(user('before'), user('hi')),
      of(user('other'), user('hi')),
      of(user('hi'), user('hi')),
      of({ role: 'assistant', content: [{ type: 'text', text: 'hi' }], calls: [] }),
      of({
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'image', url: 'a' },
        ],
      }),
      of({
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'image', url: 'b' },
        ],
      }),
      of(calls('a', '{"x":1}'), result('a', 'r')),
      of(calls('a', '{"x":2}'), result('a', 'r')),
      of(calls('a', '{"x":1}'), result('a', 's')),
      of(calls('a', '{"x":1}')),
    ]);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

test('Canonical arguments do not depend on whitespace, and invalid JSON stays unchanged', () => {
  expect(canonicalArguments({ arguments: '{ "b" : [1, 2] }' })).toBe('{"b":[1,2]}');
  expect(canonicalArguments({ arguments: { b: [1, 2] } })).toBe('{"b":[1,2]}');
  expect(canonicalArguments({ arguments: '' })).toBe('{}');
  expect(canonicalArguments({ arguments: '{"b":' })).toBe('{"b":');
});
