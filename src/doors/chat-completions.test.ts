import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import { proves } from '../../test/requirements.ts';
import {
  callAnswer,
  chunk,
  flood,
  hang,
  type Play,
  reply,
  reset,
  sse,
  startUpstream,
  textAnswer,
  type Upstream,
  type UpstreamOptions,
  wait,
} from '../../test/upstream.ts';
import type { Flags } from '../settings/index.ts';
import { listen } from './http.ts';

async function open(tools: readonly object[] = [], flags: Flags = {}, options: UpstreamOptions = {}) {
  const upstream = await startUpstream(options);
  const backends = JSON.stringify({ up: { kind: 'openai', baseUrl: upstream.url, apiKey: 'the-upstream-key' } });
  const gateway = testGateway(tools, { backends, model: 'up/mock', 'limits-retry-ms': '1', ...flags });
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { url } = opened.listening;
  onTestFinished(async () => {
    await opened.listening.drain(0);
    await gateway.close();
  });
  const post = (body: object, init: RequestInit = {}) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], ...body }),
      ...init,
    });
  return { upstream, gateway, url, post, listening: opened.listening };
}

/** Returns the parsed events of a stream, with comments and `[DONE]` as raw text. */
function eventsOf(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => (block.startsWith('data: {') ? JSON.parse(block.slice('data: '.length)) : block));
}

/** Opens a client on a raw socket, which can stop reading or disconnect at any time. */
async function rawStream(url: string, body: object): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const text = JSON.stringify({ stream: true, messages: [{ role: 'user', content: 'hi' }], ...body });
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return socket;
}

async function until(isTrue: () => boolean, limitMs = 5_000): Promise<void> {
  for (const startedAt = performance.now(); !isTrue(); await sleep(5)) {
    if (performance.now() - startedAt > limitMs) throw new Error('it did not happen in time');
  }
}

const tool = (name: string, invoke: (args: never, config: { signal: AbortSignal }) => unknown) => ({ name, invoke });

describe('A chat-completions stream', () => {
  test('A stream of several steps has one role, one finish, one usage and one [DONE]', async () => {
    const { upstream, post } = await open([tool('ours', () => 'done')]);
    upstream.script(
      callAnswer([{ name: 'ours' }], { text: 'One.', tokens: [10, 1] }),
      callAnswer([{ name: 'ours', args: { n: 0 } }], { tokens: [20, 2] }),
      textAnswer('Three.', { tokens: [30, 3] }),
    );
    const response = await post({ stream: true, stream_options: { include_usage: true } });
    const text = await response.text();
    expect(text.match(/"role":"assistant"/g)).toHaveLength(1);
    expect(text.match(/"finish_reason":"/g)).toHaveLength(1);
    expect(text.match(/data: \[DONE\]/g)).toHaveLength(1);
    expect(text).not.toContain('ours');
    expect(eventsOf(text).at(-2)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 30,
        completion_tokens: 6,
        total_tokens: 36,
        toolpath: { steps: 3, prompt_tokens: 60, completion_tokens: 6, total_tokens: 66 },
      },
    });
    const ids = new Set(
      eventsOf(text).flatMap((event) => (typeof event === 'object' ? (event as { id: string }).id : [])),
    );
    expect(ids.size).toBe(1);
  });

  test('The client receives text while the model is still writing', async () => {
    const { upstream, post } = await open();
    const gate = Promise.withResolvers<void>();
    upstream.script([
      ...sse([chunk({ content: 'early' })], { isDone: false }),
      { kind: 'until', signal: gate.promise },
      ...sse([chunk({}, 'stop')]).slice(1),
    ]);
    const response = await post({ stream: true });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain('early');
    gate.resolve();
    await reader?.cancel();
  });

  test('A silent stream sends heartbeats before its first event and between events', async () => {
    const { upstream, post } = await open([tool('slow', () => sleep(120).then(() => 'done'))], {
      'limits-heartbeat-ms': '20',
    });
    upstream.script(
      [
        wait(80),
        ...sse([
          chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'slow', arguments: '{}' } }] }, 'tool_calls'),
        ]),
      ],
      textAnswer('Done.'),
    );
    const response = await post({ stream: true });
    const text = await response.text();
    expect(text.startsWith(': waiting\n\n')).toBe(true);
    expect(text.match(/: waiting/g)?.length).toBeGreaterThan(3);
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  });
});

describe('Failures and refusals of chat completions', () => {
  proves(
    'L10',
    'A failure before the first byte becomes a status; a later one becomes a single error event that ends the stream',
    async () => {
      const { upstream, post } = await open([], { 'limits-retries': '0' });
      upstream.script(reply(500, { error: { message: 'no' } }), [
        ...sse([chunk({ content: 'a' })], { isDone: false }),
        wait(20),
        reset,
      ]);
      const early = await post({ stream: true });
      expect(early.status).toBe(502);
      expect(await early.json()).toMatchObject({
        error: { code: 'upstream_error', type: 'server_error', param: null },
      });
      const late = await post({ stream: true });
      expect(late.status).toBe(200);
      const events = eventsOf(await late.text());
      expect(events.at(-1)).toMatchObject({
        error: { message: expect.any(String), type: 'server_error', param: null },
      });
      expect(events.filter((event) => JSON.stringify(event).includes('"error"'))).toHaveLength(1);
      expect(JSON.stringify(events)).not.toContain('[DONE]');
    },
  );

  test('Every backend failure is answered with its own status and error code', async () => {
    const rows: [Play, number, string][] = [
      [reply(401, { error: { message: 'bad key the-upstream-key' } }), 502, 'upstream_credentials'],
      [reply(403, 'no'), 502, 'upstream_credentials'],
      [
        reply(400, { error: { message: 'context too long', code: 'context_length_exceeded' } }),
        400,
        'context_length_exceeded',
      ],
      [reply(404, { error: { message: 'no such model' } }), 404, 'upstream_rejected'],
      [reply(422, { detail: 'bad' }), 422, 'upstream_rejected'],
      [reply(429, { error: { message: 'slow down' } }, { 'retry-after': '3600' }), 429, 'upstream_busy'],
      [reply(200, '<html>hello</html>', { 'content-type': 'text/html' }), 502, 'upstream_invalid_answer'],
    ];
    const { upstream, post } = await open([], { 'limits-retries': '0' });
    for (const [play, status, code] of rows) {
      for (const stream of [true, false]) {
        upstream.script(play);
        const response = await post({ stream });
        const body = await response.text();
        expect([code, response.status]).toEqual([code, status]);
        expect(JSON.parse(body)).toMatchObject({ error: { code } });
        expect(body).not.toContain('the-upstream-key');
        const isHopeless = code === 'upstream_credentials';
        expect(response.headers.get('x-should-retry')).toBe(isHopeless ? 'false' : null);
        if (status === 429) expect(response.headers.get('retry-after')).toBe('3600');
      }
    }
  });

  test('An invalid request never reaches the backend', async () => {
    const { upstream, post, url } = await open();
    const rows: [object, string][] = [
      [{ n: 0 }, 'n'],
      [{ messages: [] }, 'messages'],
      [{ tools: 0 }, 'tools'],
      [{ tools: [{}] }, 'tools[0]'],
      [{ tool_choice: { type: 'function', function: { name: 'nobody' } }, tools: [{ name: 'read' }] }, 'tool_choice'],
    ];
    for (const [body, param] of rows) {
      const response = await post(body);
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: { param: string; type: string } };
      expect(error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_request' });
      expect(error.param.startsWith(param), error.param).toBe(true);
    }
    expect((await fetch(`${url}/v1/chat/completions`)).status).toBe(404);
    expect(upstream.requests).toHaveLength(0);
  });

  test('A request with a model name that does not fit a header is still answered', async () => {
    const { upstream, post } = await open([], {}, { models: () => reply(404) });
    for (const model of [`${'a'.repeat(199)}😀`, 'up/\ud800', `up/${'x'.repeat(20_000)}`, 'a\r\nb: c', 'né']) {
      upstream.script(textAnswer('Hello.'));
      const response = await post({ model });
      expect([model.slice(0, 10), response.status]).toEqual([model.slice(0, 10), 200]);
      expect(response.headers.get('x-toolpath-model')?.length).toBeLessThan(2_000);
      await response.text();
    }
  });

  test('A body that is too large is refused, and its bytes no longer count toward the limit of all bodies', async () => {
    const { upstream, post, url } = await open([tool('echo', () => 'x')], {
      'limits-body-bytes': '10000',
      'limits-bodies-bytes': '30000',
    });
    const chunk = `${(5_000).toString(16)}\r\n${'x'.repeat(5_000)}\r\n`;
    for (const path of ['/tools/echo', '/v1/chat/completions', '/tools/echo', '/v1/chat/completions', '/tools/echo']) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(9)}`,
      );
      await until(() => answer.includes('\r\n\r\n'));
      expect(answer).toMatch(/^HTTP\/1\.1 413/);
      if (path !== '/tools/echo') expect(answer.toLowerCase()).toContain('connection: close');
      socket.destroy();
    }
    upstream.script(textAnswer('Hello.'));
    expect((await post({ messages: [{ role: 'user', content: 'y'.repeat(9_000) }] })).status).toBe(200);
  });

  test('Without a configured backend, the pocket model answers and explains how to configure one', async () => {
    const gateway = testGateway();
    const opened = await listen(gateway);
    if (!opened.ok) throw new Error(opened.reason);
    onTestFinished(() => opened.listening.drain(0));
    const response = await fetch(`${opened.listening.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"messages":[{"role":"user","content":"hi"}]}',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      model: 'pocket/pocket',
      choices: [{ message: { content: expect.stringContaining('toolpath.json') } }],
    });
  });
});

describe('A client that disconnects', () => {
  /** Disconnects the client and returns the milliseconds until the upstream socket closed. */
  async function hangUp(upstream: Upstream, socket: Socket): Promise<number> {
    const request = upstream.requests.at(-1);
    const goneAt = performance.now();
    socket.destroy();
    const closedAt = await request?.whenClosed;
    return (closedAt ?? Number.POSITIVE_INFINITY) - goneAt;
  }

  proves(
    'L7',
    'If the client disconnects, the upstream request closes at once: before its head, before its body, or mid-body',
    async () => {
      const { upstream, url } = await open();
      const plays = [
        [hang],
        [...sse([], { isDone: false }), hang],
        [...sse([chunk({ content: 'a' })], { isDone: false }), hang],
      ];
      const leave = async (play: Play) => {
        upstream.script(play);
        const before = upstream.requests.length;
        const socket = await rawStream(url, {});
        await until(() => upstream.requests.length > before);
        await sleep(30);
        return hangUp(upstream, socket);
      };
      for (const play of plays) expect(await fastestOf(3, () => leave(play))).toBeLessThan(200);
    },
  );

  /** Returns the fastest of several measurements, because a busy machine may delay a single one. */
  async function fastestOf(times: number, measure: () => Promise<number>): Promise<number> {
    let fastest = Number.POSITIVE_INFINITY;
    for (let time = 0; time < times; time++) fastest = Math.min(fastest, await measure());
    return fastest;
  }

  proves(
    'L7',
    'If the client disconnects while a tool runs, the tool is cancelled and no further model or tool call begins',
    async () => {
      let isCancelled = false;
      let runs = 0;
      const slow = tool('slow', (_args, { signal }) => {
        runs++;
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isCancelled = true;
            resolve('late');
          });
        });
      });
      const { upstream, url } = await open([slow]);
      upstream.script(callAnswer([{ name: 'slow' }]));
      const socket = await rawStream(url, {});
      await until(() => runs === 1);
      socket.destroy();
      await until(() => isCancelled, 1_000);
      await sleep(50);
      expect([runs, upstream.requests.length]).toEqual([1, 1]);
    },
  );

  test('If the client of a non-streamed answer disconnects, the upstream request closes at once as well', async () => {
    const { upstream, url } = await open();
    const leave = async () => {
      upstream.script([hang]);
      const before = upstream.requests.length;
      const socket = await rawStream(url, { stream: false });
      await until(() => upstream.requests.length > before);
      return hangUp(upstream, socket);
    };
    expect(await fastestOf(3, leave)).toBeLessThan(200);
  });
});

describe('A client that does not read its stream', () => {
  proves(
    'L9',
    'A client that does not read pauses its upstream request and is disconnected after the limit',
    async () => {
      const { upstream, url } = await open([], {
        'limits-slow-client-ms': '3000',
        'limits-answer-bytes': String(2 ** 30),
      });
      const piece = `data: ${JSON.stringify(chunk({ content: 'x'.repeat(1_000) }))}\n\n`;
      upstream.script([...sse([], { isDone: false }), flood(piece)]);
      const socket = await rawStream(url, {});
      socket.pause();
      await until(() => upstream.requests.length === 1);
      const request = upstream.requests[0];
      let [before, sent] = [-1, 0];
      for (; sent !== before; await sleep(300)) [before, sent] = [sent, request?.sentBytes ?? 0]; // until nothing more is sent
      expect(sent).toBeLessThan(32 * 1024 * 1024);
      expect(upstream.closed).toHaveLength(0); // the upstream request is paused, not closed
      await request?.whenClosed;
    },
  );
});

describe('A server that drains', () => {
  test('Draining lets streams finish and ends those that take too long with an error event', async () => {
    const { upstream, post, listening } = await open();
    upstream.script([
      ...sse([chunk({ content: 'a' })], { isDone: false }),
      wait(150),
      ...sse([chunk({}, 'stop')]).slice(1),
    ]);
    upstream.script([...sse([chunk({ content: 'b' })], { isDone: false }), hang]);
    const [finishes, hangs] = await Promise.all([post({ stream: true }), post({ stream: true })]);
    const drained = listening.drain(500);
    expect(await finishes?.text()).toContain('[DONE]');
    const events = eventsOf((await hangs?.text()) ?? '');
    expect(events.at(-1)).toMatchObject({ error: { code: 'stopping', type: 'server_error' } });
    await drained;
  });

  test('A server that stops invites a retry, but not of a turn that has run a tool', async () => {
    for (const hasRun of [false, true]) {
      const { upstream, post, listening } = await open([tool('pay', () => 'paid')]);
      upstream.script(...(hasRun ? [callAnswer([{ name: 'pay' }])] : []), [hang]);
      const asking = post({});
      await until(() => upstream.requests.length === (hasRun ? 2 : 1));
      const drained = listening.drain(20);
      const response = await asking;
      expect([response.status, response.headers.get('x-should-retry')]).toEqual([503, String(!hasRun)]);
      await drained;
    }
  });
});
