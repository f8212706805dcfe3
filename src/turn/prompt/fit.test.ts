import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../../test/scripted-backend.ts';
import { listed, plainAsk, testTurns, user } from '../../../test/turns.ts';
import { type Message, type ModelRequest, type Part, textOf } from '../../core/index.ts';
import type { Overflow } from '../../models/index.ts';
import { tokensOfMessages } from './size.ts';

const words = (count: number) => 'word '.repeat(count);
/** Creates a tool whose declaration takes about this many tokens. */
const tool = (name: string, tokens: number, about = '') => ({
  name,
  description: `${about} ${words(tokens)}`,
  invoke: () => 'done',
});

function backendWith(overflow: Overflow, contextTokens?: number, steps = 9) {
  const backend = new ScriptedBackend(inOrder(...Array.from({ length: steps }, () => ({ text: 'Yes.' }))));
  backend.overflow = overflow;
  if (contextTokens !== undefined) backend.facts = { contextTokens };
  return backend;
}

describe('A prompt and the context window', () => {
  proves('L9', 'A prompt that exceeds the context window fails as prompt-too-long, and nothing is sent', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend);
    const { answer } = await ask({ messages: [user(words(5_000))] });
    expect(answer.finish.failure).toMatchObject({
      kind: 'prompt-too-long',
      model: 'up/mock',
      contextTokens: 4_096,
      toolTokens: 0,
    });
    expect(answer.finish.failure).toHaveProperty('promptTokens', expect.closeTo(5_000, -3));
    expect(answer.finish.failure).toHaveProperty('neededTokens', expect.closeTo(6_500, -3));
    expect(backend.requests).toHaveLength(0);
  });

  test('A prompt that fits the context window is sent unchanged', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend, [tool('near', 100)]);
    for (const count of [1, 200, 1_000, 2_000]) await ask({ messages: [user(words(count))] });
    expect(backend.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 1, 1]);
    expect(backend.requests.every(({ contextTokens }) => contextTokens === undefined)).toBe(true);
  });

  test('Gateway tools are dropped if the prompt does not fit, the least relevant to the question first', async () => {
    const backend = backendWith('cut', 4_096);
    const far = Array.from({ length: 6 }, (_, place) => tool(`far${place}`, 600));
    const { ask, log } = testTurns(backend, [...far, tool('book_flight', 600, 'Books a flight to a city.')]);
    const { events } = await ask({ messages: [user(`Please book a flight to Vienna. ${'Thanks! '.repeat(100)}`)] });
    const [request] = backend.requests;
    const names = request?.tools.map(({ wireName }) => wireName) ?? [];
    expect(names).toContain('book_flight');
    expect(names.length).toBeLessThan(7);
    expect(names.filter((name) => name.startsWith('far'))).toEqual(
      far.map(({ name }) => name).slice(0, names.length - 1), // of equally relevant tools the first ones stay, in their order
    );
    expect(events[0]).toMatchObject({ type: 'notice', message: expect.stringContaining('dropped') });
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ model: 'up/mock' }) }),
    );
  });

  test('A dropped tool has a decision with the rule "window", and a call of it fails as unknown-tool', async () => {
    const backend = new ScriptedBackend(
      inOrder({ calls: [{ id: 'c', name: 'far', arguments: '{}' }] }, { text: 'Well.' }),
    );
    backend.overflow = 'cut';
    backend.facts = { contextTokens: 4_096 };
    const ran: string[] = [];
    const { turns } = testTurns(backend, [
      { ...tool('far', 3_000), invoke: () => ran.push('far') },
      { ...tool('near', 500, 'Tells the weather.'), invoke: () => ran.push('near') },
    ]);
    const started = await turns.start(
      {
        key: '',
        model: '',
        messages: [user(`What is the weather? ${words(300)}`)],
        tools: { kind: 'absent' },
        choice: { kind: 'auto' },
        context: [],
        isStreamed: true,
        sampling: {},
      },
      new AbortController(),
    );
    if (!started.ok) throw new Error(started.failure.kind);
    const outcomes: unknown[] = [];
    for await (const batch of started.turn.events)
      for (const event of batch) if (event.type === 'outcome') outcomes.push(event.outcome);
    expect(started.turn.plan.decisions).toEqual([
      expect.objectContaining({ tool: 'far', verdict: 'out', rule: 'window' }),
      expect.objectContaining({ tool: 'near', verdict: 'in', rule: 'gateway' }),
    ]);
    expect(outcomes).toMatchObject([{ status: 'error', failure: { kind: 'unknown-tool' } }]);
    expect(ran).toEqual([]);
  });

  proves('L1', 'Client tools are never dropped; if they do not fit, the prompt is too long', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend, [tool('ours', 500)], { isMixed: true });
    const theirs = listed('a', 'b');
    if (theirs.kind !== 'listed') throw new Error('unlisted');
    const large = { ...theirs, tools: theirs.tools.map((each) => ({ ...each, description: words(2_500) })) };
    const { answer } = await ask({ tools: large });
    expect(answer.finish.failure).toMatchObject({ kind: 'prompt-too-long' });
    const fitting = { ...theirs, tools: theirs.tools.map((each) => ({ ...each, description: words(1_300) })) };
    await ask({ tools: fitting });
    expect(backend.requests.map(({ tools }) => tools.map(({ wireName }) => wireName))).toEqual([['a', 'b']]);
  });

  describe('Tools found for messages', () => {
    const topics = Array.from({ length: 30 }, (_, place) => `topic${String.fromCharCode(97 + (place % 26))}${place}x`);
    const found = topics.map((topic) => ({
      ...tool(`srv::${topic}`, 180, `Handles ${topic}.`),
      schema: { type: 'object', properties: {} },
      metadata: { server: 'srv', tool: topic },
    }));
    const said = { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }], calls: [] } as const;
    /** Plays a conversation with one topic per message. Each topic finds its tool. */
    const talk = async (count: number, window: number, more = '') => {
      const backend = backendWith('cut', window, count);
      const turns = testTurns(backend, found, { tree: {}, limits: { answerTokens: 100 } });
      const messages: Message[] = [];
      const failures: unknown[] = [];
      for (const topic of topics.slice(0, count)) {
        messages.push(user(`handle ${topic} ${more}`));
        const { answer } = await turns.ask({ messages: [...messages] });
        failures.push(answer.finish.failure);
        messages.push(said);
      }
      return { failures, sent: backend.requests, ...turns };
    };
    const toldIn = (request: ModelRequest | undefined) =>
      request?.messages.filter(({ role, content }) => role === 'user' && textOf(content).includes('"name":"srv__')) ??
      [];

    test('Tools found for messages are dropped before declared tools, the oldest first', async () => {
      const { failures, sent, log } = await talk(24, 4_096);
      expect(failures.every((failure) => failure === undefined)).toBe(true);
      const last = sent.at(-1);
      expect(last?.tools.map(({ wireName }) => wireName)).toEqual(sent[0]?.tools.map(({ wireName }) => wireName));
      const told = toldIn(last);
      const once = new Set(sent.flatMap((request) => toldIn(request)).map(({ content }) => textOf(content)));
      expect(told.length).toBeGreaterThan(3);
      expect(told.length).toBeLessThan(once.size);
      expect(told.map(({ content }) => textOf(content))).toEqual([...once].slice(-told.length));
      expect(log.lines.filter(({ message }) => message.includes('exceeds')).length).toBeGreaterThan(0);
    });

    test('A tool found for an earlier message can still be called after its description was dropped', async () => {
      const backend = backendWith('cut', 4_096, 0);
      const ran: string[] = [];
      const tools = found.map((each) => ({ ...each, invoke: () => ran.push(each.name) }));
      const { turns, ask } = testTurns(backend, tools, { tree: {}, limits: { answerTokens: 100 } });
      const second = { id: 'c', name: 'call_tool', arguments: '{"name":"srv__topicb1x","arguments":{}}' };
      backend.play = inOrder(
        ...topics.slice(0, 20).map(() => ({ text: 'Yes.' })),
        { calls: [second] },
        { text: 'Ok.' },
      );
      const messages: Message[] = [];
      for (const topic of topics.slice(0, 21)) {
        messages.push(user(`handle ${topic}`));
        await ask({ messages: [...messages] });
        messages.push(said);
      }
      expect(ran).toEqual(['srv::topicb1x']);
      const explained = await turns.explain({ ...plainAsk, messages: messages.slice(0, -1) });
      const decisions = explained.ok ? explained.explanation.decided.decisions : [];
      expect(decisions.find(({ tool: name }) => name === 'srv::topicb1x')).toMatchObject({ rule: 'kept' });
      expect(decisions.find(({ tool: name }) => name === `srv::${topics[20]}`)).toMatchObject({ rule: 'found' });
    });

    test('If the prompt is too long, the failure counts the tokens of found tools as tool tokens', async () => {
      const { failures } = await talk(3, 2_048, words(700));
      expect(failures.at(-1)).toMatchObject({ kind: 'prompt-too-long', toolTokens: expect.any(Number) });
    });
  });

  test('No tools are dropped if the settings forbid it, and the prompt is too long', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend, [tool('ours', 5_000)], { shedsTools: false });
    expect((await ask({})).answer.finish.failure).toMatchObject({
      kind: 'prompt-too-long',
      toolTokens: expect.any(Number),
    });
  });

  test('The tool that the choice names is not dropped, and if all tools are dropped the choice becomes "auto"', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend, [tool('wanted', 2_000), tool('other', 2_000, 'weather')]);
    await ask({ messages: [user('weather')], choice: { kind: 'named', name: 'wanted' } });
    expect(backend.requests[0]?.tools.map(({ wireName }) => wireName)).toEqual(['wanted']);
    await ask({ messages: [user(words(2_500))], choice: { kind: 'required' } });
    expect(backend.requests[1]).toMatchObject({ tools: [], choice: { kind: 'auto' } });
  });

  describe.each(['hermes', 'pythonic'])('Tools written in the text format %s', (format) => {
    const formats = { enabled: [format] };
    const systemOf = (request: ModelRequest | undefined) => textOf(request?.messages[0]?.content ?? []);

    test('Tools are dropped from the text instructions until the prompt fits, and no more than necessary', async () => {
      const backend = backendWith('cut', 4_096);
      const far = Array.from({ length: 12 }, (_, place) => tool(`far${place}`, 300));
      const { ask, log } = testTurns(backend, [...far, tool('book_flight', 300, 'Books a flight.')], { formats });
      await ask({ messages: [user(`Please book a flight. ${'Thanks! '.repeat(100)}`)] });
      const [request] = backend.requests;
      const isTold = ({ name }: { name: string }) => new RegExp(`${name}\\b`).test(systemOf(request));
      const left = far.filter((each) => !isTold(each));
      expect(request?.tools).toEqual([]);
      expect(systemOf(request)).toContain('book_flight');
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(12);
      const tokens = tokensOfMessages(request?.messages ?? []);
      expect(tokens * 1.1 + 1_024).toBeLessThanOrEqual(4_096);
      expect(tokens).toBeGreaterThan(2_000); // no more tools were dropped than necessary
      expect(log.lines).toContainEqual(
        expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ left: left.length }) }),
      );
    });

    test('A text prompt that is too long reports how many of its tokens are tools', async () => {
      const backend = backendWith('cut', 4_096);
      const { ask } = testTurns(backend, [tool('ours', 5_000)], { formats, shedsTools: false });
      expect((await ask({})).answer.finish.failure).toMatchObject({
        kind: 'prompt-too-long',
        toolTokens: expect.closeTo(5_000, -3),
      });
      expect(backend.requests).toEqual([]);
    });
  });

  test('A prompt that may be slightly too long is still sent to a server that rejects long prompts itself', async () => {
    const backend = backendWith('refused', 4_096);
    const { ask } = testTurns(backend);
    expect((await ask({ messages: [user(words(6_000))] })).answer.finish.failure).toBeUndefined();
    expect((await ask({ messages: [user(words(9_000))] })).answer.finish.failure).toMatchObject({
      kind: 'prompt-too-long',
    });
  });

  test('Every prompt is sent if the context window is unknown', async () => {
    const backend = backendWith('refused');
    const { ask } = testTurns(backend);
    await ask({ messages: [user(words(50_000))] });
    expect(backend.requests).toHaveLength(1);
  });
});

describe('A context window whose size the gateway can choose', () => {
  const chosen = async (facts: ScriptedBackend['facts'], ...counts: number[]) => {
    const backend = backendWith('chosen', undefined, counts.length);
    backend.facts = facts;
    const { ask } = testTurns(backend);
    const failures: unknown[] = [];
    for (const count of counts) {
      const { answer } = await ask({ messages: [user(words(count))] });
      if (answer.finish.failure !== undefined) failures.push(answer.finish.failure.kind);
    }
    return { windows: backend.requests.map(({ contextTokens }) => contextTokens), failures };
  };

  test('No window size is requested for a small prompt to a model about which nothing is known', async () => {
    expect(await chosen({}, 10, 500)).toEqual({ windows: [undefined, undefined], failures: [] });
  });

  test('The loaded window size is requested, so that the server does not reload the model', async () => {
    expect(await chosen({ contextTokens: 16_384 }, 10, 5_000)).toEqual({ windows: [16_384, 16_384], failures: [] });
  });

  test('A window size that the client asks for is requested and does not grow', async () => {
    const sampling = { contextTokens: 6_000 };
    const backend = backendWith('chosen');
    const { ask } = testTurns(backend);
    await ask({ messages: [user(words(3_000))], sampling });
    expect(backend.requests[0]?.contextTokens).toBe(6_000);
    expect((await ask({ messages: [user(words(6_000))], sampling })).answer.finish.failure).toMatchObject({
      kind: 'prompt-too-long',
      contextTokens: 6_000,
    });
  });

  test('The requested window size grows in steps and never shrinks', async () => {
    const { windows } = await chosen({ mostContextTokens: 131_072 }, 10, 4_000, 10, 9_000, 4_000);
    expect(windows).toEqual([undefined, 8_192, 8_192, 16_384, 16_384]);
  });

  test('A window size that the server failed to provide is not requested again', async () => {
    const failure = { kind: 'upstream-failed', backend: 'up', status: 500, message: 'no memory' } as const;
    const backend = new ScriptedBackend(inOrder({ failure }, { text: 'a' }));
    backend.overflow = 'chosen';
    const { ask } = testTurns(backend);
    await ask({ messages: [user(words(15_000))] });
    await ask({ messages: [user('hi')] });
    expect(backend.requests.map(({ contextTokens }) => contextTokens)).toEqual([32_768, undefined]);
  });

  test('A window size that the client asks for overrides the one chosen before, for that request only', async () => {
    const backend = backendWith('chosen');
    const { ask } = testTurns(backend);
    await ask({ messages: [user(words(4_000))] });
    await ask({ messages: [user(words(40_000))], sampling: { contextTokens: 65_536 } });
    await ask({ messages: [user('hi')], sampling: { contextTokens: 2_048 } });
    await ask({ messages: [user('hi')] });
    expect(backend.requests.map(({ contextTokens }) => contextTokens)).toEqual([8_192, 65_536, 2_048, 8_192]);
  });

  test('The requested window size takes reasoning and the response format into account', async () => {
    const backend = backendWith('chosen');
    const { ask } = testTurns(backend);
    const content: Part[] = [{ type: 'reasoning', text: words(4_000) }];
    const thoughts: Message = { role: 'assistant', content, calls: [] };
    await ask({ messages: [user('a'), thoughts, user('b')] });
    await ask({ sampling: { responseFormat: { kind: 'schema', schema: { description: words(9_000) } } } });
    expect(backend.requests.map(({ contextTokens }) => contextTokens)).toEqual([8_192, 16_384]);
  });

  test('The server is asked for the window size again before a prompt is refused', async () => {
    const backend = backendWith('chosen');
    const told: boolean[] = [];
    const plain = backend.asBackends();
    backend.asBackends = () => ({
      ...plain,
      facts: async (_model, isFresh = false) => {
        told.push(isFresh);
        return { overflow: 'chosen', isWindowSet: false, ...(isFresh && { contextTokens: 131_072 }) };
      },
    });
    await testTurns(backend).ask({ messages: [user(words(60_000))] });
    expect(told).toEqual([false, true]);
    expect(backend.requests[0]?.contextTokens).toBe(131_072);
  });

  test("The requested window size does not exceed the model's maximum or the configured limit", async () => {
    expect(await chosen({ mostContextTokens: 10_000 }, 6_000, 9_500)).toEqual({
      windows: [10_000],
      failures: ['prompt-too-long'],
    });
    expect(await chosen({}, 26_000, 40_000)).toEqual({ windows: [32_768], failures: ['prompt-too-long'] });
  });
});

describe('The prompt tokens that a model reports', () => {
  const read = async (promptTokens: number, text = words(8_000)) => {
    const usage = { promptTokens, completionTokens: 1 };
    const backend = new ScriptedBackend(inOrder({ text: 'a', usage }, { text: 'b', usage }));
    const { ask, log } = testTurns(backend);
    await ask({ messages: [user(text)] });
    await ask({ messages: [user(text)] });
    return log.lines.filter(({ message }) => message.includes('fewer tokens'));
  };

  test('A model that reports far fewer prompt tokens than it was sent is logged as a warning once, then at debug level', async () => {
    const lines = await read(1_040); // of 8,000; a real case, in which 87 % of the prompt was lost
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'debug']);
    expect(lines[0]?.fields).toMatchObject({
      model: 'up/mock',
      readTokens: 1_040,
      sentTokens: expect.closeTo(8_000, -3),
    });
  });

  test('A backend that reads only a part of each prompt causes no warning', async () => {
    const usage = { promptTokens: 9, completionTokens: 1 };
    const backend = new ScriptedBackend(inOrder({ text: 'a', usage }));
    const facts = backend.describe();
    backend.describe = () => ({ ...facts, hasNoPromptCache: true });
    const { ask, log } = testTurns(backend);
    await ask({ messages: [user(words(8_000))] });
    expect(log.lines.filter(({ message }) => message.includes('fewer tokens'))).toEqual([]);
  });

  test('A model that reports about as many prompt tokens as it was sent causes no warning', async () => {
    expect(await read(8_000)).toEqual([]);
    expect(await read(6_500)).toEqual([]);
  });

  test('The token counts that a model reports correct later estimates', async () => {
    const text = words(4_000);
    const backend = new ScriptedBackend((request) => {
      const characters = JSON.stringify(request.messages).length;
      return { text: 'a', usage: { promptTokens: Math.round((characters / 5) * 1.4), completionTokens: 1 } };
    });
    backend.overflow = 'cut';
    backend.facts = { contextTokens: 5_600 };
    const { ask } = testTurns(backend);
    const failures: (string | undefined)[] = [];
    for (let time = 0; time < 6; time++) {
      failures.push((await ask({ messages: [user(text)] })).answer.finish.failure?.kind);
    }
    expect(failures[0]).toBeUndefined(); // it fits by our own estimate
    expect(failures.at(-1)).toBe('prompt-too-long'); // it does not fit by the model's count
  });

  test('A prompt with images causes no warning, because every model counts images differently', async () => {
    const usage = { promptTokens: 560, completionTokens: 1 };
    const backend = new ScriptedBackend(inOrder({ text: 'a', usage }));
    const { ask, log } = testTurns(backend);
    const image = { type: 'image' as const, url: 'data:image/png;base64,AAAA' };
    await ask({ messages: [{ role: 'user', content: [image, image, { type: 'text', text: words(500) }] }] });
    expect(log.lines.filter(({ message }) => message.includes('fewer tokens'))).toEqual([]);
  });

  test('A text with few tokens per character, such as indentation, causes no warning', async () => {
    expect(await read(2_100, `${'        '.repeat(20)}x\n`.repeat(700))).toEqual([]);
  });
});
