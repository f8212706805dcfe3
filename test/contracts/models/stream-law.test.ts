import { expect, test } from 'vitest';
import type { Event, Failure, FinishReason } from '../../../src/core/index.ts';
import { checkStream } from './stream-law.ts';

const failure: Failure = { kind: 'upstream-broken', backend: 'up', reason: 'r' };
const text: Event = { type: 'text', text: 'a' };
const start = (id: string, name = 'f'): Event => ({ type: 'call-start', id, name, owner: 'gateway' });
const args = (id: string, piece: string): Event => ({ type: 'call-args', id, text: piece });
const call = (id: string, whole: unknown, name = 'f'): Event => ({
  type: 'call',
  call: { id, name, arguments: whole },
  owner: 'gateway',
});
const finish = (reason: FinishReason): Event => ({ type: 'finish', reason });

test.each<[string, Event[]]>([
  ['text', [text, { type: 'reasoning', text: 'a' }, { type: 'notice', message: 'm' }, finish('stop')]],
  ['nothing but a finish', [finish('stop')]],
  ['a call', [start('a'), args('a', '{"x"'), args('a', ':1}'), call('a', '{"x":1}'), finish('calls')]],
  ['a call without arguments', [start('a'), call('a', '{}'), finish('calls')]],
  [
    'calls side by side',
    [
      start('a'),
      start('b', 'g'),
      args('b', '[]'),
      args('a', ' '),
      call('a', '{}'),
      call('b', '[]', 'g'),
      finish('calls'),
    ],
  ],
  ['a call cut off', [start('a'), args('a', '{'), call('a', '{'), finish('length')]],
  ['a failure in the middle of a call', [start('a'), args('a', '{'), { type: 'finish', reason: 'failed', failure }]],
])('lawful: %s', (_, events) => {
  expect(checkStream(events)).toEqual([]);
});

test.each<[string, Event[]]>([
  ['finish never comes', [text]],
  ['text comes after finish', [finish('stop'), text]],
  ['finish comes after finish', [finish('stop'), finish('stop')]],
  ['an empty text', [{ type: 'text', text: '' }, finish('stop')]],
  ['an empty reasoning', [{ type: 'reasoning', text: '' }, finish('stop')]],
  ['an empty notice', [{ type: 'notice', message: '' }, finish('stop')]],
  [
    'an extra of the choice without fields',
    [{ type: 'extra', wire: 'chat', at: 'choice', fields: {} }, finish('stop')],
  ],
  ['a call without an id starts', [start(''), call('', '{}'), finish('calls')]],
  ['call a starts without a name', [start('a', ''), call('a', '{}', ''), finish('calls')]],
  ['call a starts twice', [start('a'), start('a'), call('a', '{}'), finish('calls')]],
  ['arguments of call a, which has not started', [args('a', '{}'), finish('stop')]],
  ['empty arguments of call a', [start('a'), args('a', ''), call('a', '{}'), finish('calls')]],
  ['more arguments of call a, which was whole', [start('a'), call('a', '{}'), args('a', ' '), finish('calls')]],
  ['call a comes without a start', [call('a', '{}'), finish('stop')]],
  ['call a comes twice', [start('a'), call('a', '{}'), call('a', '{}'), finish('calls')]],
  ['call a starts as f and ends as g', [start('a'), call('a', '{}', 'g'), finish('calls')]],
  [
    'the arguments of call a are not what its pieces say',
    [start('a'), args('a', '1'), call('a', '2'), finish('calls')],
  ],
  ['the arguments of call a are not what its pieces say', [start('a'), call('a', {}), finish('calls')]],
  ['a call starts and never comes', [start('a'), finish('calls')]],
  ['finish says calls, but there are none', [finish('calls')]],
  ['finish says stop, but there are calls', [start('a'), call('a', '{}'), finish('stop')]],
  ['finish says failed without a failure', [finish('failed')]],
  ['finish says stop with a failure', [{ type: 'finish', reason: 'stop', failure }]],
  [
    'usage is not made of counts',
    [{ type: 'finish', reason: 'stop', usage: { promptTokens: Number.NaN, completionTokens: 1 } }],
  ],
  [
    "call a is the client's: a backend does not know owners",
    [{ type: 'call-start', id: 'a', name: 'f', owner: 'client' }, call('a', '{}'), finish('calls')],
  ],
  [
    'a backend runs no tools, but here is an outcome',
    [
      {
        type: 'outcome',
        outcome: { status: 'ok', callId: 'a', tool: 'f', content: [], durationMs: 1, notes: [] },
      },
      finish('stop'),
    ],
  ],
])('unlawful: %s', (violation, events) => {
  expect(checkStream(events)).toEqual([violation]);
});
