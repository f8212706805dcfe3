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
  [
    'text, reasoning and a notice',
    [text, { type: 'reasoning', text: 'a' }, { type: 'notice', message: 'm' }, finish('stop')],
  ],
  ['nothing but a finish', [finish('stop')]],
  ['a call', [start('a'), args('a', '{"x"'), args('a', ':1}'), call('a', '{"x":1}'), finish('calls')]],
  ['a call without arguments', [start('a'), call('a', '{}'), finish('calls')]],
  [
    'interleaved calls',
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
  ['a truncated call', [start('a'), args('a', '{'), call('a', '{'), finish('length')]],
  ['a failure in the middle of a call', [start('a'), args('a', '{'), { type: 'finish', reason: 'failed', failure }]],
])('The stream check accepts %s', (_, events) => {
  expect(checkStream(events)).toEqual([]);
});

test.each<[string, Event[]]>([
  ['there is no finish event', [text]],
  ['text comes after finish', [finish('stop'), text]],
  ['finish comes after finish', [finish('stop'), finish('stop')]],
  ['a text event is empty', [{ type: 'text', text: '' }, finish('stop')]],
  ['a reasoning event is empty', [{ type: 'reasoning', text: '' }, finish('stop')]],
  ['a notice event is empty', [{ type: 'notice', message: '' }, finish('stop')]],
  [
    'an extra event of the choice has no fields',
    [{ type: 'extra', wire: 'chat', at: 'choice', fields: {} }, finish('stop')],
  ],
  ['a call-start has no id', [start(''), call('', '{}'), finish('calls')]],
  ['the call-start of call a has no name', [start('a', ''), call('a', '{}', ''), finish('calls')]],
  ['call a starts twice', [start('a'), start('a'), call('a', '{}'), finish('calls')]],
  ['a call-args of call a comes before its call-start', [args('a', '{}'), finish('stop')]],
  ['a call-args of call a is empty', [start('a'), args('a', ''), call('a', '{}'), finish('calls')]],
  ['a call-args of call a comes after its call', [start('a'), call('a', '{}'), args('a', ' '), finish('calls')]],
  ['call a has no call-start', [call('a', '{}'), finish('stop')]],
  ['call a comes twice', [start('a'), call('a', '{}'), call('a', '{}'), finish('calls')]],
  ['call a starts as f and ends as g', [start('a'), call('a', '{}', 'g'), finish('calls')]],
  ['the arguments of call a differ from its call-args', [start('a'), args('a', '1'), call('a', '2'), finish('calls')]],
  ['the arguments of call a differ from its call-args', [start('a'), call('a', {}), finish('calls')]],
  ['a call-start has no call', [start('a'), finish('calls')]],
  ['finish has the reason calls, but there are no calls', [finish('calls')]],
  ['finish has the reason stop, but there are calls', [start('a'), call('a', '{}'), finish('stop')]],
  ['finish has the reason failed without a failure', [finish('failed')]],
  ['finish has the reason stop with a failure', [{ type: 'finish', reason: 'stop', failure }]],
  [
    'usage has an invalid count',
    [{ type: 'finish', reason: 'stop', usage: { promptTokens: Number.NaN, completionTokens: 1 } }],
  ],
  [
    'call a has the owner client instead of gateway',
    [{ type: 'call-start', id: 'a', name: 'f', owner: 'client' }, call('a', '{}'), finish('calls')],
  ],
  [
    'there is an outcome event, but a backend runs no tools',
    [
      {
        type: 'outcome',
        outcome: { status: 'ok', callId: 'a', tool: 'f', content: [], durationMs: 1, notes: [] },
      },
      finish('stop'),
    ],
  ],
])('The stream check reports that %s', (violation, events) => {
  expect(checkStream(events)).toEqual([violation]);
});
