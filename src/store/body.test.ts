import { expect, test } from 'vitest';
import { readAnnouncement, readBody } from './body.ts';

const call = { call: { id: 'i', name: 'n', arguments: 1 } };
const rest = { prefix: 'p', text: 't', steps: [{ text: 's', calls: [call] }] };
const withCall = (more: object) => ({ ...rest, steps: [{ text: 's', calls: [{ ...call, ...more }] }] });

test('readBody returns the continuation with the key of the caller', () => {
  expect(readBody(JSON.stringify(rest), 'mine')).toEqual({ ...rest, key: 'mine' });
  expect(readBody(JSON.stringify({ ...rest, key: 'theirs' }), 'mine')).toEqual({ ...rest, key: 'mine' });
  const within = withCall({ clientId: 'c', meant: call.call });
  expect(readBody(JSON.stringify(within), 'mine')).toEqual({ ...within, key: 'mine' });
});

test.each([
  ['invalid JSON', '{'],
  ['an empty text', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a prefix that is not a text', JSON.stringify({ ...rest, prefix: 1 })],
  ['no text', JSON.stringify({ ...rest, text: undefined })],
  ['steps that are not a list', JSON.stringify({ ...rest, steps: {} })],
  ['a step without calls', JSON.stringify({ ...rest, steps: [{ text: '' }] })],
  ['a step that is null', JSON.stringify({ ...rest, steps: [null] })],
  ['an entry without a call', JSON.stringify({ ...rest, steps: [{ text: '', calls: [{ clientId: 'c' }] }] })],
  ['a call without a name', JSON.stringify(withCall({ call: { id: 'i' } }))],
  ['a client id that is not a text', JSON.stringify(withCall({ clientId: 7 }))],
  ['an unwrapped call without a name', JSON.stringify(withCall({ meant: { id: 'i' } }))],
  ['an outcome without content', JSON.stringify(withCall({ outcome: { isError: false } }))],
  ['a waiting program without a seal', JSON.stringify(withCall({ program: { state: '{}' } }))],
  ['a cancelled program that is a text', JSON.stringify(withCall({ cancelled: 'state' }))],
  [
    'an outcome with a part that is not an object',
    JSON.stringify(withCall({ outcome: { isError: true, content: ['x'] } })),
  ],
])('readBody returns undefined for a damaged body: %s', (_, text) => {
  expect(readBody(text, 'k')).toBeUndefined();
});

const tool = { name: 'n', wireName: 't', description: 'd', parameters: {} };
const told = {
  announcementId: 'v',
  model: 'm',
  prefix: 'p',
  tools: [tool],
  kind: 'finds',
};
const withTool = (more: object) => JSON.stringify({ ...told, tools: [tool, { ...tool, ...more }] });

test('readAnnouncement returns the announcement with the key of the caller and without unknown fields', () => {
  expect(readAnnouncement(JSON.stringify(told), 'mine')).toEqual({ ...told, key: 'mine' });
  const more = JSON.stringify({ ...told, key: 'theirs', more: 1 }).replace('{', '{"__proto__":{"x":1},');
  expect(readAnnouncement(more, 'mine')).toStrictEqual({ ...told, key: 'mine' });
});

test.each([
  ['invalid JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a continuation', JSON.stringify(rest)],
  ['no model', JSON.stringify({ ...told, model: undefined })],
  ['a prefix that is not a text', JSON.stringify({ ...told, prefix: 1 })],
  ['tools that are not a list', JSON.stringify({ ...told, tools: {} })],
  ['an unknown kind', JSON.stringify({ ...told, kind: 'other' })],
  ['a tool that is not an object', JSON.stringify({ ...told, tools: [tool, 'n'] })],
  ['a tool without a name', withTool({ name: undefined })],
  ['a tool whose wire name is not a text', withTool({ wireName: ['t'] })],
  ['a tool without a description', withTool({ description: null })],
  ['a tool without parameters', withTool({ parameters: undefined })],
  ['a tool with a list of parameters', withTool({ parameters: [] })],
])('readAnnouncement returns undefined for a damaged announcement: %s', (_, text) => {
  expect(readAnnouncement(text, 'k')).toBeUndefined();
});

test('A body from an earlier version is read with the current field names', () => {
  const tool = { name: 's__t', tool: 's::t', description: 'd', parameters: {} };
  const before = { variant: 'v', model: 'm', prefix: 'p', kind: 'finds', tools: [tool] };
  const { tool: name, name: wireName, ...others } = tool;
  expect(readAnnouncement(JSON.stringify(before), 'k')).toEqual({
    key: 'k',
    announcementId: 'v',
    model: 'm',
    prefix: 'p',
    kind: 'finds',
    tools: [{ ...others, name, wireName }],
  });
  const continued = { prefix: 'p', text: 't', steps: [] };
  expect(readBody(JSON.stringify({ ...continued, told: 'v' }), 'k')).toEqual({
    ...continued,
    key: 'k',
    announcementId: 'v',
  });
});
