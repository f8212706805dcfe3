import { describe, expect, test } from 'vitest';
import { aRequest, collect, textOf } from '../../test/contracts/models/helpers.ts';
import { checkStream } from '../../test/contracts/models/stream-law.ts';
import { proves } from '../../test/requirements.ts';
import type { Call, Event, Fields, Message, ModelRequest, ToolMessage, VisibleTool } from '../core/index.ts';
import { createPocketBackend } from './pocket.ts';

// The tests of how questions become calls are in `pocket/questions.test.ts`.
const pocket = createPocketBackend({ name: 'pocket' });

const text = { type: 'string' };
const tools: readonly VisibleTool[] = [
  tool('get_current_datetime', 'The current date and time, in a time zone if one is given.', { timeZone: text }),
  tool('roll_dice', 'Rolls dice and returns each throw and the sum.', { count: { type: 'integer', minimum: 1 } }),
  tool(
    'convert_temperature',
    'Converts a temperature between Celsius, Fahrenheit and Kelvin.',
    {
      value: { type: 'number' },
      from: { enum: ['celsius', 'fahrenheit', 'kelvin'] },
      to: { enum: ['celsius', 'fahrenheit', 'kelvin'] },
    },
    ['value', 'from', 'to'],
  ),
  tool(
    'days_between',
    'How many days lie between two dates.',
    { from: { ...text, format: 'date' }, to: { ...text, format: 'date' } },
    ['from', 'to'],
  ),
  tool('send_email', 'Sends an email.', { to: { ...text, format: 'email' }, subject: text, body: text }, [
    'to',
    'subject',
    'body',
  ]),
  tool('read_file', 'Reads a text file.', { path: text }, ['path']),
  tool('get_weather', 'The weather in a city.', { city: text }, ['city']),
  tool('search_web', 'Searches the web and returns the best pages.', { query: text }, ['query']),
  tool('set_reminder', 'Reminds you of something later.', { text, at: { ...text, description: 'When, in ISO 8601' } }, [
    'text',
    'at',
  ]),
  tool('create_issue', 'Creates an issue in the tracker.', { title: text, body: text }, ['title', 'body']),
  tool('merge_lists', 'Merges lists.', { lists: { type: 'array', items: text } }, ['lists']),
];

describe('Questions without a required argument', () => {
  test.each([
    ['convert 20 celsius', 'To use convert_temperature I need "to" (one of celsius, fahrenheit, kelvin).'],
    ['convert celsius to fahrenheit', 'To use convert_temperature I need "value" (a number).'],
    ['how many days until 2025-12-24', 'To use days_between I need "to" (a date).'],
    ['send an email to bob@example.com', 'To use send_email I need "subject".'],
    ['create an issue', 'To use create_issue I need "title".'],
    ['remind me to buy milk', 'To use set_reminder I need "at" (When, in ISO 8601).'],
    ['merge the lists', 'To use merge_lists I need "lists" (a list or an object, which I cannot fill in).'],
  ])('Pocket asks for the argument that "%s" does not contain', async (question, answer) => {
    const text = `${answer} Please ask again in one message, with texts in quotes.`;
    expect(await ask({ messages: [user(question)] })).toEqual({ calls: [], text });
  });
});

describe('Small talk and requests that no tool can serve', () => {
  test.each([
    'hello',
    'Good morning!',
    'who are you?',
    'are you a language model?',
    'How do I add a real model?',
    'What is your name?',
    'how are you today?',
    'what can you do?',
    'Thank you so much!',
    'tell me a joke',
    'What is the meaning of life?',
    'write a poem about the sea',
    'I love the weather today',
    'do not send an email to bob@example.com',
    'Never read notes.txt!',
    'Wie geht es dir?',
    '你好吗',
    '🙂',
    '',
  ])('Pocket answers "%s" with what it is, what it can do and how to get a language model', async (question) => {
    const { calls, text: answer } = await ask({ messages: [user(question)] });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/^I am pocket, .* not a language model\./);
    expect(answer.match(/^- /gm)).toHaveLength(7);
    expect(answer).toContain('- and 5 more');
    expect(answer).toContain('"backends" and "model"');
    expect(answer).toContain('toolpath.json');
    expect(answer).toContain('start Ollama and restart Toolpath');
  });

  test('Pocket lists the tools nearest to the question first', async () => {
    const { text: answer } = await ask({
      messages: [user('my cousin has an issue with autumn poems, sonnets, and ballads')],
    });
    expect(answer).toMatch(/I can use:\n- create_issue: Creates an issue in the tracker\.\n/);
  });

  test('Without tools, pocket says that it found no tool', async () => {
    const { text: answer } = await ask({ messages: [user('what time is it?')], tools: [] });
    expect(answer).toContain('I found no tool for this question');
  });

  test('A request without messages gets an answer', async () => {
    expect((await ask({ messages: [] })).text).toMatch(/^I am pocket/);
  });
});

describe('The tool choice of the client', () => {
  test('With the choice none, pocket calls no tool but still reports outcomes', async () => {
    const choice = { kind: 'none' } as const;
    const messages = [user('what time is it?')];
    expect(await ask({ messages, choice })).toMatchObject({ calls: [], text: expect.stringMatching(/^I am pocket/) });
    const after = [...messages, ...exchange([['get_current_datetime', 'noon']])];
    expect(await ask({ messages: after, choice })).toEqual({ calls: [], text: 'noon' });
  });

  test('With the choice required, pocket calls the best tool, even for an unrelated question', async () => {
    const choice = { kind: 'required' } as const;
    expect((await ask({ messages: [user('I love the weather of Rome')], choice })).calls).toMatchObject([
      { name: 'get_weather' },
    ]);
    expect((await ask({ messages: [user('hello')], choice })).calls).toHaveLength(1);
  });

  test('With a named choice, pocket calls that tool or asks for its missing argument', async () => {
    const choice = { kind: 'named', name: 'search_web' } as const;
    expect((await ask({ messages: [user('weather in Rome')], choice })).calls).toEqual([
      { name: 'search_web', arguments: { query: 'weather in Rome' } },
    ]);
    expect(await ask({ messages: [user('please')], choice })).toEqual({
      calls: [],
      text: expect.stringMatching(/^To use search_web I need "query"\./),
    });
  });

  test.each(['required', 'named'] as const)(
    'With the choice %s, the turn ends after the tool was called',
    async (kind) => {
      const choice = kind === 'named' ? ({ kind, name: 'get_current_datetime' } as const) : ({ kind } as const);
      const messages = [user('what time is it?'), ...exchange([['get_current_datetime', 'noon']])];
      expect(await ask({ messages, choice })).toEqual({ calls: [], text: 'noon' });
    },
  );
});

describe('Answers made from outcomes', () => {
  const answerTo = async (...outcomes: readonly Outcome[]) =>
    (await ask({ messages: [user('go'), ...exchange(outcomes)] })).text;

  test.each<[string, Outcome, string]>([
    ['text unchanged', ['get_weather', 'Sunny, 20 °C.'], 'Sunny, 20 °C.'],
    ['an object as lines', ['roll_dice', '{"rolls": [3, 4], "sum": 7}'], 'rolls: 3, 4\nsum: 7'],
    ['a list as bullets', ['list_directory', '["a", "b"]'], '- a\n- b'],
    ['nested objects as JSON', ['x', '{"files": [{"name": "a", "size": 1}]}'], 'files: [{"name":"a","size":1}]'],
    ['invalid JSON as text', ['x', '{"a": '], '{"a":'],
    ['an empty outcome as a sentence', ['send_email', ''], 'send_email is done; it returned nothing.'],
    ['a failure with its reason', ['send_email', 'no such address', true], 'send_email failed: no such address'],
  ])('Pocket returns %s', async (_, outcome, answer) => {
    expect(await answerTo(outcome)).toBe(answer);
  });

  test('The answer for a failure is short and omits the pattern of a schema', async () => {
    const pattern = String.raw`^(?:\d\d[2468][048]|\d\d[13579][26])-02-29|\d{4}-(?:0[13578]|1[02])$`.repeat(2);
    const told = await answerTo(['x', `"from" must match ${pattern}. ${'And more. '.repeat(100)}`, true]);
    expect(told).toMatch(/^x failed: "from" must match … And more\./);
    expect(told.length).toBeLessThan(260);
  });

  test('Several outcomes are separated by blank lines', async () => {
    expect(await answerTo(['roll_dice', '{"sum": 7}'], ['get_weather', 'Sunny'], ['x', 'down', true])).toBe(
      'sum: 7\n\nSunny\n\nx failed: down',
    );
  });

  test('A long outcome is truncated', async () => {
    expect(await answerTo(['x', 'word '.repeat(10_000)])).toMatch(/word … \(\d+ more characters\)$/);
    expect((await answerTo(['x', JSON.stringify(Array.from({ length: 5_000 }, String))])).split('\n')).toHaveLength(21);
    expect((await answerTo(['x', '['.repeat(50_000)])).length).toBeLessThan(3_000);
  });

  proves('L9', 'A question to pocket ends after one call, whatever the tool returns', async () => {
    for (const outcome of ['roll two dice', 'Try again!', '', '{"error": "call me again"}']) {
      const messages = [user('roll two dice')];
      const { calls } = await ask({ messages });
      expect(calls).toHaveLength(1);
      const last = await ask({ messages: [...messages, ...exchange([['roll_dice', outcome]])] });
      expect(last.calls).toEqual([]);
      expect(last.text).not.toBe('');
    }
  });
});

describe('The pocket backend', () => {
  test('Pocket describes itself and its only model', async () => {
    const { signal } = new AbortController();
    expect(pocket.describe()).toEqual({
      name: 'pocket',
      kind: 'pocket',
      address: 'in this process',
      demands: {},
      overflow: 'refused',
      restrictsTools: true,
      hasNoPromptCache: true,
      ignoresDescribedTools: true,
    });
    expect(await pocket.models(signal)).toEqual(['pocket']);
    expect(await pocket.inspect('pocket', signal)).toMatchObject({ nativeTools: true });
  });

  test('Pocket streams its text in several batches', async () => {
    const batches: (readonly Event[])[] = [];
    for await (const batch of pocket.stream(aRequest, new AbortController().signal)) batches.push(batch);
    expect(batches.length).toBeGreaterThan(5);
    for (const batch of batches) expect(batch).toHaveLength(1);
  });

  test('Pocket estimates the usage from the length of the messages and the answer', async () => {
    const short = await collect(pocket, { messages: [user('hi')] });
    const long = await collect(pocket, { messages: [user('hi '.repeat(1_000))] });
    expect(short.finish.usage?.completionTokens).toBeGreaterThan(10);
    expect(long.finish.usage?.promptTokens).toBeGreaterThan(500);
  });

  test('An aborted signal ends the stream, before it begins and in the middle', async () => {
    const aborted = await collect(pocket, {}, AbortSignal.abort(new Error('enough')));
    expect(aborted.events).toEqual([
      { type: 'finish', reason: 'failed', failure: { kind: 'turn-cancelled', reason: 'enough' } },
    ]);
    const leaving = new AbortController();
    const events: Event[] = [];
    for await (const batch of pocket.stream(aRequest, leaving.signal)) {
      events.push(...batch);
      leaving.abort(new Error('enough'));
    }
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({ type: 'finish', reason: 'failed' });
    expect(checkStream(events)).toEqual([]);
  });

  test('A closed pocket backend refuses requests', async () => {
    const closed = createPocketBackend({ name: 'pocket' });
    await closed.close();
    expect((await collect(closed)).finish).toMatchObject({ failure: { kind: 'upstream-unreachable' } });
  });
});

type Outcome = readonly [tool: string, text: string, isError?: boolean];

interface Answer {
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly text: string;
}

/** Runs one step and checks the stream contract. */
async function ask(request: Partial<ModelRequest>): Promise<Answer> {
  const { events, finish } = await collect(pocket, { tools, ...request });
  expect(checkStream(events)).toEqual([]);
  const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
  expect(finish.reason).toBe(calls.length > 0 ? 'calls' : 'stop');
  return {
    calls: calls.map(({ name, arguments: args }) => ({ name, arguments: JSON.parse(String(args)) })),
    text: textOf(events),
  };
}

function tool(name: string, description: string, properties: Fields, required: readonly string[] = []): VisibleTool {
  return { name, wireName: name, owner: 'gateway', description, parameters: { type: 'object', properties, required } };
}

function user(words: string): Message {
  return { role: 'user', content: [{ type: 'text', text: words }] };
}

function exchange(outcomes: readonly Outcome[]): readonly Message[] {
  const calls = outcomes.map(([name], place): Call => ({ id: `call${place}`, name, arguments: '{}' }));
  const results = outcomes.map(([, words, isError], place): ToolMessage => {
    const content = [{ type: 'text', text: words }] as const;
    return { role: 'tool', callId: `call${place}`, content, ...(isError !== undefined && { isError }) };
  });
  return [{ role: 'assistant', content: [], calls }, ...results];
}
