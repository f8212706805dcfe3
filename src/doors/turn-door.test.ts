import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import { exchange, parsed } from '../../test/raw-http.ts';
import { proves } from '../../test/requirements.ts';
import { chunk, hang, reply, reset, sse, startUpstream, textAnswer, wait } from '../../test/upstream.ts';
import { isRecord, refuse } from '../core/index.ts';
import type { Flags } from '../settings/index.ts';
import { readChatRequest } from '../wires/index.ts';
import { chatCompletions } from './chat-completions.ts';
import { listen } from './http.ts';
import type { Asked, TurnDoor } from './turn-door.ts';

/** An invented API that shares nothing with chat completions: other routes, fields, events, heartbeats and errors. */
const notes: TurnDoor<Asked & { readonly isLoud: boolean }> = {
  routes: [
    ['POST', '/notes/ask'],
    ['PUT', '/v2/notes'],
  ],
  idPrefix: 'note_',
  heartbeat: 'event: still-here\ndata: {}\n\n',
  read: (body, key, limits) => {
    if (!isRecord(body) || typeof body.say !== 'string') return refuse('say', 'Say something.');
    if (body.say === 'crash') throw new Error('a bug in the reader');
    const request = { messages: [{ role: 'user', content: body.say }], stream: body.live === true };
    const read = readChatRequest(request, key, limits);
    return read.ok ? { ok: true, ask: read.ask, isLoud: body.loud === true } : read;
  },
  errorBody: ({ status, code, message }) => ({ problem: code, status, message }),
  stream: ({ id }, { isLoud }, reject) => ({
    write: (batch) =>
      batch
        .map((event) => {
          if (event.type === 'text') return `event: word\ndata: ${isLoud ? event.text.toUpperCase() : event.text}\n\n`;
          if (event.type !== 'finish') return '';
          const problem = event.failure === undefined ? '' : reject(event.failure).code;
          return problem === '' ? `event: over\ndata: ${id}\n\n` : `event: broken\ndata: ${problem}\n\n`;
        })
        .join(''),
  }),
  whole: ({ text }, { id, model }, { isLoud }) => ({ id, by: model(), said: isLoud ? text.toUpperCase() : text }),
};

interface Case {
  readonly name: string;
  readonly door: TurnDoor;
  request(text: string, isStreamed: boolean): object;
  /** Returns the code in an error body of this API, or undefined if the body has another format. */
  codeIn(errorBody: unknown): unknown;
  /** Returns the id and the text in the body of a complete answer. */
  readWhole(body: unknown): { readonly id: string; readonly text: string };
  /** Returns the texts of a stream and the code of the error that ended it. */
  readStream(text: string): { readonly texts: readonly string[]; readonly code?: unknown };
}

/** Every door. Add new doors here. */
const cases: readonly Case[] = [
  {
    name: 'chat completions',
    door: chatCompletions,
    request: (text, stream) => ({ messages: [{ role: 'user', content: text }], stream }),
    codeIn: (body) => (body as { error?: { code: unknown } }).error?.code,
    readWhole: (body) => {
      const { id, choices } = body as { id: string; choices: [{ message: { content: string } }] };
      return { id, text: choices[0].message.content };
    },
    readStream: (text) => {
      const chunks = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json));
      return {
        texts: chunks.map(({ choices }) => choices?.[0]?.delta.content).filter(Boolean),
        code: chunks.at(-1)?.error?.code,
      };
    },
  },
  {
    name: 'a made-up wire',
    door: notes,
    request: (say, live) => ({ say, live }),
    codeIn: (body) => (body as { problem?: unknown }).problem,
    readWhole: (body) => {
      const { id, said } = body as { id: string; said: string };
      return { id, text: said };
    },
    readStream: (text) => ({
      texts: [...text.matchAll(/^event: word\ndata: (.*)$/gm)].map(([, word = '']) => word),
      code: /^event: broken\ndata: (.*)$/m.exec(text)?.[1],
    }),
  },
];

async function open(flags: Flags = {}) {
  const upstream = await startUpstream();
  const backends = JSON.stringify({ up: { kind: 'openai', baseUrl: upstream.url, apiKey: 'the-upstream-key' } });
  const gateway = testGateway([], { backends, model: 'up/mock', 'limits-retries': '0', ...flags });
  const opened = await listen(gateway, [chatCompletions, notes]);
  if (!opened.ok) throw new Error(opened.reason);
  const { url, drain } = opened.listening;
  onTestFinished(async () => {
    await drain(0);
    await gateway.close();
  });
  const send = ([method, path]: readonly [string, string], body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { upstream, gateway, url, drain, send };
}

describe.each(cases)('$name', ({ door, request, codeIn, readWhole, readStream }) => {
  const [route] = door.routes;
  const [, path] = route;

  test('Every route of the door answers, and the id of the answer finds its turn record', async () => {
    const { upstream, url, send } = await open();
    for (const each of door.routes) {
      upstream.script(textAnswer('Hello.'));
      const response = await send(each, request('hi', false));
      expect(response.status).toBe(200);
      const { id, text } = readWhole(await response.json());
      const turn = response.headers.get('x-toolpath-turn') ?? '';
      expect([id, text]).toEqual([door.idPrefix + turn, 'Hello.']);
      for (const asked of [id, turn]) {
        expect(await (await fetch(`${url}/v1/turns/${asked}`)).json()).toMatchObject({ id: turn });
      }
    }
  });

  test('A stream passes text on while the model is still writing', async () => {
    const { upstream, send } = await open();
    const gate = Promise.withResolvers<void>();
    upstream.script([
      ...sse([chunk({ content: 'early' })], { isDone: false }),
      { kind: 'until', signal: gate.promise },
      ...sse([chunk({ content: 'late' }), chunk({}, 'stop')]).slice(1),
    ]);
    const response = await send(route, request('hi', true));
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (readStream(text).texts.includes('early')) gate.resolve();
    }
    expect(readStream(text)).toEqual({ texts: ['early', 'late'], code: undefined });
  });

  test('A silent stream sends the heartbeat of its door', async () => {
    const { upstream, send } = await open({ 'limits-heartbeat-ms': '20' });
    upstream.script([wait(100), ...sse([chunk({ content: 'Hello.' }), chunk({}, 'stop')])]);
    const text = await (await send(route, request('hi', true))).text();
    expect(text.startsWith(door.heartbeat)).toBe(true);
    for (const other of cases) if (other.door !== door) expect(text).not.toContain(other.door.heartbeat);
    expect(readStream(text).texts).toEqual(['Hello.']);
  });

  proves('L10', 'A failure becomes a status before the first byte, and one error event after it', async () => {
    const { upstream, send } = await open();
    for (const isStreamed of [false, true]) {
      upstream.script(reply(500, { error: { message: 'no' } }));
      const early = await send(route, request('hi', isStreamed));
      expect([early.status, codeIn(await early.json())]).toEqual([502, 'upstream_error']);
      expect(early.headers.get('x-toolpath-turn')).toMatch(/^\w+$/);
    }
    upstream.script([...sse([chunk({ content: 'Hel' })], { isDone: false }), wait(20), reset]);
    const late = await send(route, request('hi', true));
    expect(late.status).toBe(200);
    expect(readStream(await late.text())).toEqual({ texts: ['Hel'], code: expect.stringMatching(/^upstream_/) });
  });

  test("A request that cannot be read is refused in its API's error format", async () => {
    const { upstream, send, gateway } = await open({ 'limits-body-bytes': '1000' });
    const rows: [string, number, string, string?][] = [
      ['{}', 400, 'invalid_request'],
      ['{', 400, 'invalid_json'],
      [`"${'x'.repeat(2_000)}"`, 413, 'body_too_large'],
      ['{}', 415, 'unsupported_media_type', 'text/plain'],
    ];
    for (const [body, status, code, type = 'application/json'] of rows) {
      const response = await send(route, body, { 'content-type': type });
      expect([response.status, codeIn(await response.json())]).toEqual([status, code]);
      expect(gateway.log.lines).toContainEqual(
        expect.objectContaining({ message: 'The request was refused.', fields: expect.objectContaining({ code }) }),
      );
    }
    expect(upstream.requests).toHaveLength(0);
  });

  proves('L10', 'A request that reaches no route is refused in the error format of the API at its path', async () => {
    const { url } = await open({ keys: ['a-long-enough-key'] });
    const key = 'Authorization: Bearer a-long-enough-key\r\n';
    const ask = async (target: string, headers: string, host = 'localhost') =>
      parsed(await exchange(url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`));
    const rows: [string, number, Awaited<ReturnType<typeof ask>>][] = [
      ['forbidden_host', 403, await ask(path, key, 'evil.test')],
      ['bad_host', 400, await ask(path, key, 'a b')],
      ['forbidden_origin', 403, await ask(path, `Origin: http://evil.test\r\n${key}`)],
      ['invalid_api_key', 401, await ask(path, '')],
      ['not_found', 404, await ask(path, key)],
      ['not_found', 404, await ask(`${path}?q`, key)],
      ['not_found', 404, await ask(`${path}/below`, key)],
    ];
    for (const [code, expected, { status, body }] of rows) expect([status, codeIn(body)]).toEqual([expected, code]);
    const elsewhere = await ask(`${path}-beside`, key);
    expect(elsewhere).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test('A POST without a valid key is refused before its body is read', async () => {
    const { send } = await open({ keys: ['a-long-enough-key'] });
    const response = await send(route, '{');
    expect([response.status, codeIn(await response.json())]).toEqual([401, 'invalid_api_key']);
    expect(response.headers.get('connection')).toBe('close');
  });

  test("A server that stops reports that in the API's error format", async () => {
    const { upstream, send, drain } = await open();
    upstream.script([hang], [...sse([chunk({ content: 'a' })], { isDone: false }), hang]);
    const whole = send(route, request('hi', false));
    while (upstream.requests.length === 0) await sleep(5);
    const streamed = await send(route, request('hi', true));
    const drained = drain(50);
    const response = await whole;
    expect([response.status, codeIn(await response.json())]).toEqual([503, 'stopping']);
    expect(readStream(await streamed.text())).toEqual({ texts: ['a'], code: 'stopping' });
    await drained;
  });
});

test('The extra fields that a door reads from a request reach its writers', async () => {
  const { upstream, send } = await open();
  upstream.script(textAnswer('Hello.'), textAnswer('Hello.'));
  const [route] = notes.routes;
  expect(await (await send(route, { say: 'hi', loud: true })).json()).toMatchObject({ said: 'HELLO.' });
  expect(await (await send(route, { say: 'hi', loud: true, live: true })).text()).toContain('data: HELL');
});

test("A bug in a door leads to one 500 answer in its API's error format", async () => {
  const { send, gateway } = await open();
  const response = await send(notes.routes[0], { say: 'crash' });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ problem: 'internal_error' });
  expect(gateway.log.lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'The request failed.' }));
});
