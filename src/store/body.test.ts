import { expect, test } from 'vitest';
import { readAnnouncement, readBody } from './body.ts';

const call = { call: { id: 'i', name: 'n', arguments: 1 } };
const rest = { prefix: 'p', text: 't', steps: [{ text: 's', calls: [call] }] };
const withCall = (more: object) => ({ ...rest, steps: [{ text: 's', calls: [{ ...call, ...more }] }] });

test('a body is read with the key of who asks', () => {
  expect(readBody(JSON.stringify(rest), 'mine')).toEqual({ ...rest, key: 'mine' });
  expect(readBody(JSON.stringify({ ...rest, key: 'theirs' }), 'mine')).toEqual({ ...rest, key: 'mine' });
  const within = withCall({ clientId: 'c', meant: call.call });
  expect(readBody(JSON.stringify(within), 'mine')).toEqual({ ...within, key: 'mine' });
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
  ['a call that means none', JSON.stringify(withCall({ meant: { id: 'i' } }))],
  ['an outcome without content', JSON.stringify(withCall({ outcome: { isError: false } }))],
  ['an outcome with a part that is none', JSON.stringify(withCall({ outcome: { isError: true, content: ['x'] } }))],
])('a body that is damaged is nothing: %s', (_, text) => {
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

test('an announcement is read with the key of who asks, and with nothing that is none of it', () => {
  expect(readAnnouncement(JSON.stringify(told), 'mine')).toEqual({ ...told, key: 'mine' });
  const more = JSON.stringify({ ...told, key: 'theirs', more: 1 }).replace('{', '{"__proto__":{"x":1},');
  expect(readAnnouncement(more, 'mine')).toStrictEqual({ ...told, key: 'mine' });
});

test.each([
  ['no JSON', '{'],
  ['another value', 'null'],
  ['a list', '[]'],
  ['a continuation', JSON.stringify(rest)],
  ['no model', JSON.stringify({ ...told, model: undefined })],
  ['no prefix', JSON.stringify({ ...told, prefix: 1 })],
  ['no tools', JSON.stringify({ ...told, tools: {} })],
  ['no kind', JSON.stringify({ ...told, kind: 'other' })],
  ['a tool that is none', JSON.stringify({ ...told, tools: [tool, 'n'] })],
  ['a tool without a name', withTool({ name: undefined })],
  ['a tool without a wire name', withTool({ wireName: ['t'] })],
  ['a tool without a description', withTool({ description: null })],
  ['a tool without parameters', withTool({ parameters: undefined })],
  ['a tool with a list of parameters', withTool({ parameters: [] })],
])('an announcement that is damaged is nothing: %s', (_, text) => {
  expect(readAnnouncement(text, 'k')).toBeUndefined();
});

test('a body of an earlier version is read under the names of today', () => {
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
