import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import { proves } from '../../test/requirements.ts';
import { startUpstream, textAnswer } from '../../test/upstream.ts';
import type { ExplainedTurn, TurnExplanation } from '../explaining.ts';
import type { Flags } from '../settings/index.ts';
import { listen } from './http.ts';

async function open(tools: readonly object[] = [], flags: Flags = {}) {
  const upstream = await startUpstream();
  const backends = JSON.stringify({ up: { kind: 'openai', baseUrl: upstream.url, apiKey: 'the-upstream-key' } });
  const gateway = testGateway(tools, { backends, model: 'up/mock-3b', ...flags });
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { url } = opened.listening;
  onTestFinished(async () => {
    await opened.listening.drain(0);
    await gateway.close();
  });
  const post = (path: string, body: unknown, key?: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...withKey(key) },
      body: JSON.stringify(body),
    });
  const get = (path: string, key?: string) => fetch(url + path, { headers: withKey(key) });
  const explain = async (body: unknown): Promise<TurnExplanation> => {
    const answer = await post('/v1/explain', body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as TurnExplanation;
  };
  /** The model requests that reached the upstream, without its queries for model facts. */
  const asked = () => upstream.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { upstream, gateway, post, get, explain, asked };
}

const withKey = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

async function recordAt(answer: Promise<Response>): Promise<ExplainedTurn> {
  return (await (await answer).json()) as ExplainedTurn;
}

async function errorIn(answer: Response): Promise<{ readonly message: string }> {
  return ((await answer.json()) as { error: { message: string } }).error;
}

const ofServer = (server: string, name: string, description: string) => ({
  name: `${server}::${name}`,
  description,
  metadata: { server, tool: name },
  schema: { type: 'object', properties: { text: { type: 'string' } } },
  invoke: () => 'done',
});

const travel = [
  { name: 'greet', description: 'Greets a person.', invoke: () => 'Hello' },
  ofServer('air', 'book_flight', 'Books a flight to a city.'),
  ofServer('air', 'cancel_flight', 'Cancels a flight that was booked.'),
  ofServer('air', 'list_flights', 'Lists all flights of a day.'),
  ofServer('shop', 'buy_shoes', 'Buys shoes of a size.'),
];

const say = (content: string) => [{ role: 'user', content }];

describe('POST /v1/explain', () => {
  proves(
    ['S1.explain', 'L5'],
    'The explanation lists every candidate tool with its rule, rank, score, tokens and flip',
    async () => {
      const { explain, asked } = await open(travel);
      const { model, tools, limit, format, decisions, tokens } = await explain({ query: 'book a flight' });
      expect({ model, tools }).toEqual({ model: 'up/mock-3b', tools: { source: 'gateway', isMixed: false } });
      expect(limit).toEqual({
        most: 2,
        rule: 'size',
        why: expect.stringContaining('3B'),
        flip: expect.stringContaining('mcpToolsInPrompt.small'),
      });
      expect(format).toMatchObject({
        format: 'native',
        rule: expect.any(String),
        why: expect.any(String),
        flip: expect.any(String),
      });
      for (const each of decisions) expect(each.flip).not.toBe('');
      const short = decisions.map(({ tool, verdict, rule, rank }) => [tool, verdict, rule, rank]);
      expect(short).toEqual([
        ['tool_search', 'in', 'builtin', undefined],
        ['call_tool', 'in', 'dispatcher', undefined],
        ['greet', 'in', 'gateway', undefined],
        ['air::book_flight', 'in', 'found', 1],
        ['air::cancel_flight', 'in', 'found', 2],
        ['air::list_flights', 'out', 'far', 3],
        ['python_execution', 'out', 'builtin-disabled', undefined],
        ['search_schemas', 'out', 'no-database', undefined],
        ['execute_sql', 'out', 'no-database', undefined],
        ['shop::buy_shoes', 'out', 'deferred', undefined],
      ]);
      const scores = decisions.flatMap(({ score }) => score ?? []);
      expect(scores).toHaveLength(3);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      const known = decisions.filter(({ tokens: own }) => own !== undefined);
      expect(known.map(({ tool }) => tool)).toEqual(
        expect.arrayContaining(['tool_search', ...travel.map(({ name }) => name)]),
      );
      const told = decisions.reduce((sum, { verdict, tokens: own = 0 }) => sum + (verdict === 'in' ? own : 0), 0);
      expect(tokens.tools).toBe(told);
      expect(asked()).toEqual([]);
    },
  );

  proves(
    ['S1.explain', 'L5'],
    'The explanation equals what the turn then does: the exact prompt and every decision',
    async () => {
      const { explain, post, get, upstream, asked } = await open(travel, { prompt: 'Be brief.' });
      const request = { messages: [{ role: 'system', content: 'You sell trips.' }, ...say('book a flight')] };
      const explanation = await explain(request);
      const { prompt } = explanation;
      upstream.script(textAnswer('Where to?'));
      const answer = await post('/v1/chat/completions', request);
      const [sent] = asked();
      expect(prompt.messages).toEqual(sent?.messages);
      expect(prompt.tools).toEqual(sent?.tools);
      const record = await recordAt(get(`/v1/turns/${answer.headers.get('x-toolpath-turn')}`));
      const { prompt: _, tokens: __, ...explained } = explanation;
      expect(record).toMatchObject(explained);
      expect(record.decisions).toEqual(explained.decisions);
    },
  );

  proves(
    ['S1.explain', 'L5'],
    'The explanation matches the turn for every message of a conversation, and repeating it changes nothing',
    async () => {
      const { explain, post, upstream, asked } = await open(travel);
      const messages: object[] = [];
      for (const [place, question] of ['book a flight', 'and shoes to buy', 'which size?'].entries()) {
        messages.push(...say(question));
        const first = await explain({ messages });
        expect(await explain({ messages })).toEqual(first);
        upstream.script(textAnswer('Well.'));
        await (await post('/v1/chat/completions', { messages })).text();
        expect(first.prompt).toEqual({ messages: asked()[place]?.messages, tools: asked()[place]?.tools });
        messages.push({ role: 'assistant', content: 'Well.' });
      }
      expect((await explain({ messages: [...messages, ...say('thanks')] })).decisions).toContainEqual(
        expect.objectContaining({ tool: 'shop::buy_shoes', verdict: 'in', rule: 'kept' }),
      );
    },
  );

  proves(
    'S1.explain',
    'For a model without native tools, the explained prompt contains the tool instructions as text',
    async () => {
      const { explain } = await open(travel, { models: JSON.stringify({ 'up/mock-3b': { nativeTools: false } }) });
      const { format, prompt } = await explain({ query: 'book a flight' });
      expect(format.format).not.toBe('native');
      expect(prompt.tools).toEqual([]);
      expect(prompt.messages[0]).toMatchObject({
        role: 'system',
        content: expect.stringContaining('air__book_flight'),
      });
    },
  );

  test.each(['code', 'hermes'])(
    'In the format %s, the record of a turn has the same tokens as its explanation',
    async (format) => {
      const { explain, post, get, upstream } = await open(travel, {
        builtins: ['python_execution', 'tool_search'],
        'formats-enabled': ['code', format],
        'formats-primary': format,
      });
      const { decisions } = await explain({ query: 'book a flight' });
      const tokensOf = (name: string) => decisions.find(({ tool }) => tool === name)?.tokens;
      expect(['greet', 'tool_search', 'air::book_flight', 'shop::buy_shoes'].map(tokensOf)).not.toContain(undefined);
      expect(['call_tool', 'python_execution'].map((name) => tokensOf(name) === undefined)).toEqual(
        Array(2).fill(format === 'code'),
      );
      upstream.script(textAnswer('Where to?'));
      const answer = await post('/v1/chat/completions', { messages: say('book a flight') });
      const record = await recordAt(get(`/v1/turns/${answer.headers.get('x-toolpath-turn')}`));
      expect(record.decisions).toEqual(decisions);
    },
  );

  proves('L5', "The explanation respects the request's tools, tool choice and model", async () => {
    const { explain } = await open(travel, { aliases: JSON.stringify({ fast: ['up/mock-70b'] }) });
    const own = { type: 'function', function: { name: 'greet', description: 'Mine.', parameters: { type: 'object' } } };
    const listed = await explain({ query: 'hi', model: 'fast', tools: [own] });
    expect(listed).toMatchObject({ model: 'up/mock-70b', asked: 'fast', tools: { source: 'request' }, limit: null });
    expect(listed.decisions[0]).toMatchObject({
      tool: 'greet',
      verdict: 'in',
      rule: 'client',
      tokens: expect.any(Number),
    });
    expect(listed.decisions.filter(({ verdict }) => verdict === 'in')).toHaveLength(1);
    expect(listed.decisions).toContainEqual(
      expect.objectContaining({ tool: 'air::book_flight', rule: 'client-tools' }),
    );

    const choice = { type: 'function', function: { name: 'shop__buy_shoes' } };
    const named = await explain({ messages: say('hi'), tool_choice: choice });
    expect(named.decisions).toContainEqual(
      expect.objectContaining({ tool: 'shop::buy_shoes', verdict: 'in', rule: 'named' }),
    );
  });

  proves(
    ['S1.mcp.gates', 'S1.explain'],
    'The explanation includes the tools of missing servers and the tools that the filter excludes',
    async () => {
      const { explain, gateway } = await open(travel, {
        'mcp-servers': JSON.stringify({
          lost: { command: process.execPath, args: ['-e', 'process.exit(1)'] },
          off: { command: 'nothing', disabled: true },
        }),
        'mcp-base-delay-ms': '1',
        'filter-servers': ['air', 'lost'],
      });
      await gateway.servers.settled.wait(5_000);
      const { decisions } = await explain({ query: 'book a flight' });
      expect(decisions).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            tool: 'shop::buy_shoes',
            rule: 'filter',
            flip: expect.stringMatching(/^add "shop" to filter\.servers/),
          }),
          expect.objectContaining({ tool: 'lost::*', rule: 'server-gone', flip: expect.stringContaining('by hand') }),
          expect.objectContaining({
            tool: 'off::*',
            verdict: 'out',
            rule: 'server-disabled',
            flip: 'add "off" to filter.servers, and set mcpServers."off".disabled to false',
          }),
        ]),
      );
    },
  );

  test('A prompt that does not fit the context window is reported in the explanation, not refused', async () => {
    const { explain } = await open([], { models: JSON.stringify({ 'up/mock-3b': { contextTokens: 1_000 } }) });
    const { failure } = await explain({ query: 'word '.repeat(5_000) });
    expect(failure).toEqual({
      kind: 'prompt-too-long',
      message: expect.stringContaining('maximum context length is 1000 tokens'),
      hint: expect.stringContaining('"contextTokens"'),
    });
  });

  test('Explanations and turn records contain no secrets', async () => {
    const secret = 'a-secret-of-some-length';
    const leaky = {
      name: 'leaky',
      description: `Uses ${secret}.`,
      schema: { type: 'object', properties: { [secret]: { type: 'string' }, password: { type: 'string' } } },
      invoke: () => 1,
    };
    const { gateway, post, get, upstream } = await open([leaky, ofServer('air', secret, 'Nothing.')], {
      keys: [secret],
      'mcp-servers': JSON.stringify({ [secret]: { url: `http://127.0.0.1:9/${secret}` } }),
      'mcp-base-delay-ms': '1',
    });
    await gateway.servers.settled.wait(5_000);
    upstream.script(textAnswer('Hi'));
    const text = await (await post('/v1/explain', { query: `hello ${secret}` }, secret)).text();
    const answer = await post('/v1/chat/completions', { messages: say('hi') }, secret);
    const record = await (await get(`/v1/turns/${answer.headers.get('x-toolpath-turn')}`, secret)).text();
    expect(text).toContain('"password":{"type":"string"}');
    expect(text).toContain('hello [redacted]');
    expect(record).toContain('server-gone');
    expect(text + record).not.toContain(secret);
  });

  test('/v1/explain refuses invalid requests in the same way as chat completions', async () => {
    const { post, get } = await open(travel, { keys: ['a-long-enough-key'] });
    const refusals: [unknown, number, string, string | null][] = [
      [{}, 400, 'invalid_request', 'messages'],
      [[], 400, 'invalid_request', ''],
      [{ query: 7 }, 400, 'invalid_request', 'query'],
      [{ query: ' ' }, 400, 'invalid_request', 'query'],
      [{ query: 'hi', messages: say('hi') }, 400, 'invalid_request', 'query'],
      [
        { query: 'hi', tool_choice: { type: 'function', function: { name: 'nobody' } } },
        400,
        'invalid_request',
        'tool_choice',
      ],
      [{ query: 'hi', tools: 'all' }, 400, 'invalid_request', 'tools'],
    ];
    for (const [body, status, code, param] of refusals) {
      const answer = await post('/v1/explain', body, 'a-long-enough-key');
      expect({ status: answer.status, ...(await errorIn(answer)) }).toMatchObject({ status, code, param });
    }
    expect((await post('/v1/explain', { query: 'hi' })).status).toBe(401);
    expect((await get('/v1/explain', 'a-long-enough-key')).status).toBe(404);
  });

  test('Any JSON body leads to an explanation or a client error, never to a server error', async () => {
    const { post } = await open(travel);
    const member = fc.constantFrom('query', 'messages', 'model', 'tools', 'tool_choice', '__proto__', 'constructor');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(member, fc.jsonValue({ maxDepth: 3 })), async (body) => {
        expect([200, 400, 404]).toContain((await post('/v1/explain', body)).status);
      }),
      { numRuns: 60 },
    );
  });
});

describe('GET /v1/turns/ID', () => {
  proves('L5', "A turn's decisions can be looked up by the id of the turn or of its answer", async () => {
    const { post, get, upstream } = await open(travel);
    upstream.script(textAnswer('Where to?'));
    const answer = await post('/v1/chat/completions', { messages: say('book a flight') });
    const { id } = (await answer.json()) as { id: string };
    const turn = answer.headers.get('x-toolpath-turn');
    const record = await recordAt(get(`/v1/turns/${turn}`));
    expect(record).toMatchObject({
      id: turn,
      model: 'up/mock-3b',
      tools: { source: 'gateway', isMixed: false },
      format: { format: 'native' },
      limit: { most: 2 },
      visible: ['tool_search', 'call_tool', 'greet', 'air__book_flight', 'air__cancel_flight'],
      finish: 'stop',
    });
    expect(record.decisions).toContainEqual(
      expect.objectContaining({ tool: 'air::list_flights', verdict: 'out', rule: 'far', rank: 3 }),
    );
    expect(await recordAt(get(`/v1/turns/${id}`))).toEqual(record);
  });

  proves('L5', 'The turn record is available as soon as the stream has ended', async () => {
    const { post, get, upstream } = await open(travel);
    upstream.script(textAnswer('Where to?'));
    const answer = await post('/v1/chat/completions', { stream: true, messages: say('book a flight') });
    await answer.text();
    expect((await get(`/v1/turns/${answer.headers.get('x-toolpath-turn')}`)).status).toBe(200);
  });

  test('A turn record is visible only to the key that requested the turn', async () => {
    const [mine, other] = ['a-long-enough-key', 'another-good-key'];
    const { post, get, upstream } = await open(travel, { keys: [mine, other] });
    upstream.script(textAnswer('Hi'));
    const answer = await post('/v1/chat/completions', { messages: say('hi') }, mine);
    const path = `/v1/turns/${answer.headers.get('x-toolpath-turn')}`;
    expect((await get(path)).status).toBe(401);
    expect((await get(path, mine)).status).toBe(200);
    const theirs = await get(path, other);
    const error = await errorIn(theirs);
    expect({ status: theirs.status, ...error }).toMatchObject({ status: 404, code: 'unknown_turn' });
    const nobodys = await errorIn(await get('/v1/turns/never-was', other));
    const nameless = ({ message }: { message: string }) => message.replace(/"[^"]*"/, '');
    expect(nameless(error)).toBe(nameless(nobodys)); // the answer must not reveal that the turn exists
  });

  proves('L9', 'The turn record keeps at most 100 characters of an overlong model name', async () => {
    const { post, get, upstream } = await open(travel);
    upstream.script(textAnswer('Hi'));
    const answer = await post('/v1/chat/completions', { model: 'x'.repeat(1_000_000), messages: say('hi'), tools: [] });
    const record = await recordAt(get(`/v1/turns/${answer.headers.get('x-toolpath-turn')}`));
    expect(record.asked?.length).toBeLessThanOrEqual(100);
  });

  test('A turn record is unavailable after its time limit, or if no records are kept', async () => {
    for (const flags of [{ 'limits-turn-record-ms': '1' }, { 'limits-turn-records': '0' }]) {
      const { post, get, upstream } = await open(travel, flags);
      upstream.script(textAnswer('Hi'));
      const answer = await post('/v1/chat/completions', { messages: say('hi') });
      await sleep(20);
      expect((await get(`/v1/turns/${answer.headers.get('x-toolpath-turn')}`)).status).toBe(404);
    }
  });
});
