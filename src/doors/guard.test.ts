import { expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import { proves } from '../../test/requirements.ts';
import { digest, keyId } from '../key-id.ts';
import { Guard } from './guard.ts';
import { listen } from './http.ts';

const [KEY, OTHER] = ['a-long-enough-key', 'another-good-key'];
const idOf = (key: string) => ({ ok: true, key: keyId(digest(key)) });
const refused = { ok: false, rejection: { status: 401, code: 'invalid_api_key' } };

proves('L10', 'A client may send its key in Authorization or in x-api-key, and one valid key is enough', () => {
  const guard = new Guard('127.0.0.1', [KEY, OTHER]);
  const rows: [Parameters<Guard['authenticate']>[0], object][] = [
    [{ authorization: `Bearer ${KEY}` }, idOf(KEY)],
    [{ authorization: `bearer ${OTHER}` }, idOf(OTHER)],
    [{ 'x-api-key': KEY }, idOf(KEY)],
    [{ authorization: 'Bearer wrong', 'x-api-key': OTHER }, idOf(OTHER)],
    [{ authorization: `Bearer ${OTHER}`, 'x-api-key': 'wrong' }, idOf(OTHER)],
    [{ authorization: `Bearer ${OTHER}`, 'x-api-key': KEY }, idOf(OTHER)],
    [{ authorization: `Basic ${KEY}`, 'x-api-key': KEY }, idOf(KEY)],
    [{}, refused],
    [{ authorization: '', 'x-api-key': '' }, refused],
    [{ authorization: 'Bearer wrong', 'x-api-key': 'wrong' }, refused],
    [{ authorization: KEY }, refused],
    [{ 'x-api-key': `Bearer ${KEY}` }, refused],
    [{ 'x-api-key': `${KEY}, ${KEY}` }, refused], // how Node joins two headers of this name
    [{ 'x-api-key': [KEY] }, refused],
  ];
  for (const [headers, expected] of rows) expect(guard.authenticate(headers)).toMatchObject(expected);
});

test('The 401 message names both key headers, and no key is required if none is configured', () => {
  const guarded = new Guard('127.0.0.1', [KEY]).authenticate({});
  const message = 'A valid key is required. Send it as "Authorization: Bearer KEY" or as "x-api-key: KEY".';
  expect(guarded).toMatchObject({ rejection: { message } });
  expect(new Guard('127.0.0.1', []).authenticate({ 'x-api-key': 'x' })).toEqual({ ok: true, key: '' });
});

test('Every route accepts the key in either header, and a turn belongs to the key, not to the header', async () => {
  const gateway = testGateway([{ name: 'echo', invoke: () => 'x' }], { keys: [KEY, OTHER] });
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { url, drain } = opened.listening;
  onTestFinished(() => drain(0));
  const ask = (path: string, key: Record<string, string>, body?: object) =>
    fetch(url + path, {
      headers: { 'content-type': 'application/json', ...key },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  const messages = [{ role: 'user', content: 'hi' }];
  for (const key of [{ authorization: `Bearer ${KEY}` }, { 'x-api-key': KEY }]) {
    for (const path of ['/tools', '/v1/models', '/servers']) expect((await ask(path, key)).status).toBe(200);
    expect((await ask('/tools/echo', key, {})).status).toBe(200);
    expect((await ask('/v1/explain', key, { messages })).status).toBe(200);
  }
  const answer = await ask('/v1/chat/completions', { 'x-api-key': KEY }, { messages });
  expect(answer.status).toBe(200);
  const turn = `/v1/turns/${answer.headers.get('x-toolpath-turn')}`;
  expect((await ask(turn, { authorization: `Bearer ${KEY}` })).status).toBe(200);
  expect((await ask(turn, { 'x-api-key': OTHER })).status).toBe(404);
  expect((await ask(turn, { 'x-api-key': 'wrong' })).status).toBe(401);
});
