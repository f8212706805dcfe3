import { expect, test } from 'vitest';
import { readBody } from './body.ts';

const call = { call: { id: 'i', name: 'n', arguments: 1 } };
const rest = { prefix: 'p', text: 't', steps: [{ text: 's', calls: [call] }] };
const withCall = (more: object) => ({ ...rest, steps: [{ text: 's', calls: [{ ...call, ...more }] }] });

test('a body is read with the key of who asks', () => {
  expect(readBody(JSON.stringify(rest), 'mine')).toEqual({ ...rest, key: 'mine' });
  expect(readBody(JSON.stringify({ ...rest, key: 'theirs' }), 'mine')).toEqual({ ...rest, key: 'mine' });
});

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['another value', 'null'],
  ['a list', '[]'],
  ['no transcript', JSON.stringify({ ...rest, prefix: 1 })],
  ['no text', JSON.stringify({ ...rest, text: undefined })],
  ['no steps', JSON.stringify({ ...rest, steps: {} })],
  ['a step without calls', JSON.stringify({ ...rest, steps: [{ text: '' }] })],
  ['a step that is none', JSON.stringify({ ...rest, steps: [null] })],
  ['a call without a call', JSON.stringify({ ...rest, steps: [{ text: '', calls: [{ clientId: 'c' }] }] })],
  ['a call without a name', JSON.stringify(withCall({ call: { id: 'i' } }))],
  ['a client id that is no text', JSON.stringify(withCall({ clientId: 7 }))],
  ['an outcome without content', JSON.stringify(withCall({ outcome: { isError: false } }))],
  ['an outcome with a part that is none', JSON.stringify(withCall({ outcome: { isError: true, content: ['x'] } }))],
])('a body that is damaged is nothing: %s', (_, text) => {
  expect(readBody(text, 'k')).toBeUndefined();
});
