import { describe, expect, test } from 'vitest';
import { call, setUp, through } from '../../../test/deferral.ts';
import { mixed, user } from '../../../test/turns.ts';

const [read, write] = [call('read', {}, 'a'), call('write', {}, 'b')];
const readThrough = through('read', {}, 'a');
const writeThrough = through('write', {}, 'b');
const clock = call('clock', {}, 'c');
const clockThrough = through('clock', {}, 'c');

describe('A client that accepts one call at a time', () => {
  test.each([
    ['both directly', [read, write]],
    ['the first one through the dispatcher', [readThrough, write]],
    ['the second one through the dispatcher', [read, writeThrough]],
    ['both through the dispatcher', [readThrough, writeThrough]],
    ['the first one through the dispatcher and a gateway tool between them', [readThrough, clock, write]],
    ['the first one after a gateway tool through the dispatcher', [clockThrough, read, write]],
  ])('The client receives the first of two calls that the model makes, %s', async (_, calls) => {
    const { ask, ran } = setUp([{ calls }]);
    const { answer, events } = await ask({
      messages: [user('hello')],
      tools: mixed('read', 'write'),
      parallel: false,
    });
    const theirs = events.filter((event) => 'owner' in event && event.owner === 'client');
    expect(theirs).toMatchObject([
      { type: 'call-start', name: 'read' },
      { type: 'call', call: { name: 'read' } },
    ]);
    expect(answer.calls).toMatchObject([{ name: 'read' }]);
    expect(events.filter(({ type }) => type === 'notice')).toMatchObject([
      { message: expect.stringContaining('"write", was left out') },
    ]);
    expect(ran).toEqual(calls.some(({ id }) => id === 'c') ? ['clock'] : []);
  });

  test('Nothing of a second call reaches the client, even if its pieces arrive before the first call is known', async () => {
    const { ask, backend } = setUp([]);
    backend.stream = async function* () {
      yield [{ type: 'call-start', id: 'a', name: 'call_tool', owner: 'gateway' }];
      yield [{ type: 'call-start', id: 'b', name: 'write', owner: 'client' }];
      yield [{ type: 'call-args', id: 'b', text: '{}' }];
      yield [{ type: 'call', call: write, owner: 'client' }];
      yield [{ type: 'call', call: readThrough, owner: 'gateway' }];
      yield [{ type: 'finish', reason: 'calls' }];
    };
    const { answer, events } = await ask({
      messages: [user('hello')],
      tools: mixed('read', 'write'),
      parallel: false,
    });
    expect(answer.calls).toMatchObject([{ name: 'read' }]);
    expect(JSON.stringify(events.filter(({ type }) => type.startsWith('call')))).not.toContain('write');
  });
});
