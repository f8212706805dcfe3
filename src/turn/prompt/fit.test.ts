import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../../test/scripted-backend.ts';
import { listed, plainAsk, testTurns, user } from '../../../test/turns.ts';
import { type Message, type ModelRequest, type Part, textOf } from '../../core/index.ts';
import type { Overflow } from '../../models/index.ts';
import { tokensOfMessages } from './size.ts';

const words = (count: number) => 'word '.repeat(count);
/** A tool whose declaration takes about so many tokens. */
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

describe('a prompt and the window it has to fit', () => {
  proves('L9', 'a prompt that does not fit is an error that says so, and nothing is sent', async () => {
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
    expect(backend.requests).toHaveLength(0);
  });

  test('what fits is sent as it is, and a small prompt is not even looked at', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend, [tool('near', 100)]);
    for (const count of [1, 200, 1_000, 2_000]) await ask({ messages: [user(words(count))] });
    expect(backend.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 1, 1]);
    expect(backend.requests.every(({ contextTokens }) => contextTokens === undefined)).toBe(true);
  });

  test('gateway tools give way, those first that are farthest from the question', async () => {
    const backend = backendWith('cut', 4_096);
    const far = Array.from({ length: 6 }, (_, place) => tool(`far${place}`, 600));
    const { ask, log } = testTurns(backend, [...far, tool('book_flight', 600, 'Books a flight to a city.')]);
    const { events } = await ask({ messages: [user(`Please book a flight to Vienna. ${'Thanks! '.repeat(100)}`)] });
    const [request] = backend.requests;
    const names = request?.tools.map(({ wireName }) => wireName) ?? [];
    expect(names).toContain('book_flight');
    expect(names.length).toBeLessThan(7);
    expect(names.filter((name) => name.startsWith('far'))).toEqual(
      far.map(({ name }) => name).slice(0, names.length - 1), // of equals the first stay, in their order
    );
    expect(events[0]).toMatchObject({ type: 'notice', message: expect.stringContaining('left out') });
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ model: 'up/mock' }) }),
    );
  });

  test("what was left out has its Decision, and a call for it is nobody's", async () => {
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

  proves('L1', "a client's tools are never left out: then the prompt is too long", async () => {
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

  describe('what was found for messages', () => {
    const topics = Array.from({ length: 30 }, (_, place) => `topic${String.fromCharCode(97 + (place % 26))}${place}x`);
    const found = topics.map((topic) => ({
      ...tool(`srv::${topic}`, 180, `Handles ${topic}.`),
      schema: { type: 'object', properties: {} },
      metadata: { server: 'srv', tool: topic },
    }));
    const said = { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }], calls: [] } as const;
    /** A conversation about one topic after the other, each of which finds its tool. */
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

    test('gives way before anything that is declared, the oldest first', async () => {
      const { failures, sent, log } = await talk(24, 4_096);
      expect(failures.every((failure) => failure === undefined)).toBe(true);
      const last = sent.at(-1);
      expect(last?.tools.map(({ wireName }) => wireName)).toEqual(sent[0]?.tools.map(({ wireName }) => wireName));
      const told = toldIn(last);
      const once = new Set(sent.flatMap((request) => toldIn(request)).map(({ content }) => textOf(content)));
      expect(told.length).toBeGreaterThan(3);
      expect(told.length).toBeLessThan(once.size);
      expect(told.map(({ content }) => textOf(content))).toEqual([...once].slice(-told.length));
      expect(log.lines.filter(({ message }) => message.includes('would not fit')).length).toBeGreaterThan(0);
    });

    test('what was left out behind an earlier message may still be called: the model has read it', async () => {
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

    test('is counted among the tools where nothing helps', async () => {
      const { failures } = await talk(3, 2_048, words(700));
      expect(failures.at(-1)).toMatchObject({ kind: 'prompt-too-long', toolTokens: expect.any(Number) });
    });
  });

  test('by the settings nothing is left out', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend, [tool('ours', 5_000)], { shedsTools: false });
    expect((await ask({})).answer.finish.failure).toMatchObject({
      kind: 'prompt-too-long',
      toolTokens: expect.any(Number),
    });
  });

  test('a tool that must be called stays; and without tools there is no choice', async () => {
    const backend = backendWith('cut', 4_096);
    const { ask } = testTurns(backend, [tool('wanted', 2_000), tool('other', 2_000, 'weather')]);
    await ask({ messages: [user('weather')], choice: { kind: 'named', name: 'wanted' } });
    expect(backend.requests[0]?.tools.map(({ wireName }) => wireName)).toEqual(['wanted']);
    await ask({ messages: [user(words(2_500))], choice: { kind: 'required' } });
    expect(backend.requests[1]).toMatchObject({ tools: [], choice: { kind: 'auto' } });
  });

  describe.each(['hermes', 'pythonic'])('told in %s', (format) => {
    const formats = { enabled: [format] };
    const systemOf = (request: ModelRequest | undefined) => textOf(request?.messages[0]?.content ?? []);

    test('tools give way in the instructions, and what is sent fits', async () => {
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
      expect(tokens).toBeGreaterThan(2_000); // no more gave way than had to
      expect(log.lines).toContainEqual(
        expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ left: left.length }) }),
      );
    });

    test('what does not fit even so says how much of it is tools', async () => {
      const backend = backendWith('cut', 4_096);
      const { ask } = testTurns(backend, [tool('ours', 5_000)], { formats, shedsTools: false });
      expect((await ask({})).answer.finish.failure).toMatchObject({
        kind: 'prompt-too-long',
        toolTokens: expect.closeTo(5_000, -3),
      });
      expect(backend.requests).toEqual([]);
    });
  });

  test('a server that refuses by itself has the benefit of the doubt', async () => {
    const backend = backendWith('refused', 4_096);
    const { ask } = testTurns(backend);
    expect((await ask({ messages: [user(words(6_000))] })).answer.finish.failure).toBeUndefined();
    expect((await ask({ messages: [user(words(9_000))] })).answer.finish.failure).toMatchObject({
      kind: 'prompt-too-long',
    });
  });

  test('without a known window everything is sent', async () => {
    const backend = backendWith('refused');
    const { ask } = testTurns(backend);
    await ask({ messages: [user(words(50_000))] });
    expect(backend.requests).toHaveLength(1);
  });
});

describe('a window that can be chosen', () => {
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

  test('is left alone for a small prompt to a model of which nothing is known', async () => {
    expect(await chosen({}, 10, 500)).toEqual({ windows: [undefined, undefined], failures: [] });
  });

  test('is asked for as it is loaded, so that it is not loaded anew', async () => {
    expect(await chosen({ contextTokens: 16_384 }, 10, 5_000)).toEqual({ windows: [16_384, 16_384], failures: [] });
  });

  test('is what the client asks for, and then it does not grow', async () => {
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

  test('grows in steps, and never shrinks', async () => {
    const { windows } = await chosen({ mostContextTokens: 131_072 }, 10, 4_000, 10, 9_000, 4_000);
    expect(windows).toEqual([undefined, 8_192, 8_192, 16_384, 16_384]);
  });

  test('that could not be had is not asked for again', async () => {
    const failure = { kind: 'upstream-failed', backend: 'up', status: 500, message: 'no memory' } as const;
    const backend = new ScriptedBackend(inOrder({ failure }, { text: 'a' }));
    backend.overflow = 'chosen';
    const { ask } = testTurns(backend);
    await ask({ messages: [user(words(15_000))] });
    await ask({ messages: [user('hi')] });
    expect(backend.requests.map(({ contextTokens }) => contextTokens)).toEqual([32_768, undefined]);
  });

  test('that a client or the settings name is asked for, whatever was chosen before', async () => {
    const backend = backendWith('chosen');
    const { ask } = testTurns(backend);
    await ask({ messages: [user(words(4_000))] });
    await ask({ messages: [user(words(40_000))], sampling: { contextTokens: 65_536 } });
    await ask({ messages: [user('hi')], sampling: { contextTokens: 2_048 } });
    await ask({ messages: [user('hi')] });
    expect(backend.requests.map(({ contextTokens }) => contextTokens)).toEqual([8_192, 65_536, 2_048, 8_192]);
  });

  test('counts what goes back beside the words, and the form of the answer', async () => {
    const backend = backendWith('chosen');
    const { ask } = testTurns(backend);
    const content: Part[] = [{ type: 'reasoning', text: words(4_000) }];
    const thoughts: Message = { role: 'assistant', content, calls: [] };
    await ask({ messages: [user('a'), thoughts, user('b')] });
    await ask({ sampling: { responseFormat: { kind: 'schema', schema: { description: words(9_000) } } } });
    expect(backend.requests.map(({ contextTokens }) => contextTokens)).toEqual([8_192, 16_384]);
  });

  test('is looked at anew before a prompt is refused', async () => {
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

  test('grows no further than the model was made for, or than the limit says', async () => {
    expect(await chosen({ mostContextTokens: 10_000 }, 6_000, 9_500)).toEqual({
      windows: [10_000],
      failures: ['prompt-too-long'],
    });
    expect(await chosen({}, 26_000, 40_000)).toEqual({ windows: [32_768], failures: ['prompt-too-long'] });
  });
});

describe('what a model says it has read', () => {
  const read = async (promptTokens: number, text = words(8_000)) => {
    const usage = { promptTokens, completionTokens: 1 };
    const backend = new ScriptedBackend(inOrder({ text: 'a', usage }, { text: 'b', usage }));
    const { ask, log } = testTurns(backend);
    await ask({ messages: [user(text)] });
    await ask({ messages: [user(text)] });
    return log.lines.filter(({ message }) => message.includes('fewer tokens'));
  };

  test('far fewer tokens than it was sent: a warning, once, then for the patient', async () => {
    const lines = await read(1_040); // of 8,000: the case of the field, 87 % thrown away
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'debug']);
    expect(lines[0]?.fields).toMatchObject({
      model: 'up/mock',
      readTokens: 1_040,
      sentTokens: expect.closeTo(8_000, -3),
    });
  });

  test('about as many: nothing is said', async () => {
    expect(await read(8_000)).toEqual([]);
    expect(await read(6_500)).toEqual([]);
  });

  test('what it counts corrects the next estimates', async () => {
    const text = words(4_000);
    const backend = new ScriptedBackend((request) => {
      const letters = JSON.stringify(request.messages).length;
      return { text: 'a', usage: { promptTokens: Math.round((letters / 5) * 1.4), completionTokens: 1 } };
    });
    backend.overflow = 'cut';
    backend.facts = { contextTokens: 5_600 };
    const { ask } = testTurns(backend);
    const failures: (string | undefined)[] = [];
    for (let time = 0; time < 6; time++) {
      failures.push((await ask({ messages: [user(text)] })).answer.finish.failure?.kind);
    }
    expect(failures[0]).toBeUndefined(); // by our own estimate it fits
    expect(failures.at(-1)).toBe('prompt-too-long'); // by its own count it does not
  });

  test('pictures are counted by every model in its own way: nothing is said, and nothing learned', async () => {
    const usage = { promptTokens: 560, completionTokens: 1 };
    const backend = new ScriptedBackend(inOrder({ text: 'a', usage }));
    const { ask, log } = testTurns(backend);
    const image = { type: 'image' as const, url: 'data:image/png;base64,AAAA' };
    await ask({ messages: [{ role: 'user', content: [image, image, { type: 'text', text: words(500) }] }] });
    expect(log.lines.filter(({ message }) => message.includes('fewer tokens'))).toEqual([]);
  });

  test('letters that take few tokens are no cut', async () => {
    expect(await read(2_100, `${'        '.repeat(20)}x\n`.repeat(700))).toEqual([]);
  });
});
