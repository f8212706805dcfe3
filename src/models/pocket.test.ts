import { describe, expect, test } from 'vitest';
import { aRequest, collect, textOf } from '../../test/contracts/models/ground.ts';
import { checkStream } from '../../test/contracts/models/stream-law.ts';
import { proves } from '../../test/requirements.ts';
import type { Call, Event, Fields, Message, ModelRequest, ToolMessage, VisibleTool } from '../core/index.ts';
import { createPocketBackend } from './pocket.ts';

/** What becomes of questions is in `pocket/questions.test.ts`. */
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
];

describe('nothing is made up', () => {
  test.each([
    ['convert 20 celsius', 'To use convert_temperature I need "to" (one of celsius, fahrenheit, kelvin).'],
    ['convert celsius to fahrenheit', 'To use convert_temperature I need "value" (a number).'],
    ['how many days until 2025-12-24', 'To use days_between I need "from" (a date).'],
    ['send an email to bob@example.com', 'To use send_email I need "subject".'],
    ['create an issue', 'To use create_issue I need "title".'],
    ['remind me to buy milk', 'To use set_reminder I need "at" (When, in ISO 8601).'],
  ])('%s', async (question, answer) => {
    expect(await ask({ messages: [user(question)] })).toEqual({ calls: [], text: answer });
  });

  test('the answer to such a question completes the call', async () => {
    const messages = dialogue('convert 20 celsius', 'To use convert_temperature I need "to" (one of …).', 'kelvin');
    expect((await ask({ messages })).calls).toEqual([
      { name: 'convert_temperature', arguments: { value: 20, from: 'celsius', to: 'kelvin' } },
    ]);
  });

  test('so does a better value', async () => {
    const messages = dialogue('roll 0 dice', 'To use roll_dice I need another "count": "count" must be …', '3');
    expect((await ask({ messages })).calls).toEqual([{ name: 'roll_dice', arguments: { count: 3 } }]);
  });

  test('so do several', async () => {
    const asked = ['To use send_email I need "subject".', 'To use send_email I need "body".'] as const;
    const messages = dialogue('send an email to bob@example.com', asked[0], 'Lunch', asked[1], 'See you at noon');
    expect((await ask({ messages })).calls).toEqual([
      { name: 'send_email', arguments: { to: 'bob@example.com', subject: 'Lunch', body: 'See you at noon' } },
    ]);
  });

  test('whoever asks for something else instead gets that', async () => {
    const messages = dialogue('create an issue', 'To use create_issue I need "title".', 'what time is it?');
    expect((await ask({ messages })).calls).toMatchObject([{ name: 'get_current_datetime' }]);
  });

  test('what is complete is called, and the rest is asked for with its outcome', async () => {
    const messages = [user('Roll two dice. Send an email to bob@example.com.')];
    expect((await ask({ messages })).calls).toMatchObject([{ name: 'roll_dice' }]);
    const { text: answer } = await ask({ messages: [...messages, ...exchange([['roll_dice', 'You rolled 7.']])] });
    expect(answer).toBe('You rolled 7.\n\nTo use send_email I need "subject".');
  });
});

describe('small talk and what no tool can do', () => {
  test.each([
    'hello',
    'Good morning!',
    'who are you?',
    'are you a language model?',
    'How do I add a real model?',
    'What is your name?',
    'how are you today?',
    'what can you do?',
  ])('%s is answered shortly', async (question) => {
    const { calls, text: answer } = await ask({ messages: [user(question)] });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/^Hello! I am pocket, Toolpath's built-in tool caller: not a language model\./);
    expect(answer).toContain('get_current_datetime');
    expect(answer).toContain('toolpath.json');
    expect(answer).toContain('start Ollama and restart Toolpath');
  });

  test.each(['thanks', 'Thank you so much!'])('%s needs no introduction', async (question) => {
    expect(await ask({ messages: [user(question)] })).toEqual({ calls: [], text: 'You are welcome.' });
  });

  test.each([
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
  ])('%s is refused politely', async (question) => {
    const { calls, text: answer } = await ask({ messages: [user(question)] });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/^I am pocket, .* not a language model\./);
    expect(answer.match(/^- /gm)).toHaveLength(7);
    expect(answer).toContain('- and 4 more');
    expect(answer).toContain('"backends" and "model"');
    expect(answer).toContain('Ollama');
  });

  test('a refusal names the nearest tools first', async () => {
    const { text: answer } = await ask({
      messages: [user('my cousin has an issue with autumn poems, sonnets, and ballads')],
    });
    expect(answer).toMatch(/I can use:\n- create_issue: Creates an issue in the tracker\.\n/);
  });

  test('without tools it says so', async () => {
    const { text: answer } = await ask({ messages: [user('what time is it?')], tools: [] });
    expect(answer).toContain('There are no tools here');
  });

  test('without any message there is an answer, too', async () => {
    expect((await ask({ messages: [] })).text).toMatch(/^I am pocket/);
  });
});

test('one call after the other where only one at a time is wanted', async () => {
  const messages = [user('roll two dice and tell me the time')];
  expect((await ask({ messages, parallel: false })).calls).toMatchObject([{ name: 'roll_dice' }]);
  const after = [...messages, ...exchange([['roll_dice', '7']])];
  expect((await ask({ messages: after, parallel: false })).calls).toMatchObject([{ name: 'get_current_datetime' }]);
});

describe('a choice that the client made', () => {
  test('none: it calls nothing, and tells what there is', async () => {
    const choice = { kind: 'none' } as const;
    const messages = [user('what time is it?')];
    expect(await ask({ messages, choice })).toMatchObject({ calls: [], text: expect.stringMatching(/^I am pocket/) });
    const after = [...messages, ...exchange([['get_current_datetime', 'noon']])];
    expect(await ask({ messages: after, choice })).toEqual({ calls: [], text: 'noon' });
  });

  test('required: the best one, however far off', async () => {
    const choice = { kind: 'required' } as const;
    expect((await ask({ messages: [user('I love the weather of Rome')], choice })).calls).toEqual([
      { name: 'get_weather', arguments: { city: 'Rome' } },
    ]);
    expect((await ask({ messages: [user('hello')], choice })).calls).toHaveLength(1);
  });

  test('named: that one, or what it needs', async () => {
    const choice = { kind: 'named', name: 'search_web' } as const;
    expect((await ask({ messages: [user('weather in Rome')], choice })).calls).toEqual([
      { name: 'search_web', arguments: { query: 'weather in Rome' } },
    ]);
    expect(await ask({ messages: [user('please')], choice })).toEqual({
      calls: [],
      text: 'To use search_web I need "query".',
    });
  });

  test.each(['required', 'named'] as const)('%s: ends when it was called', async (kind) => {
    const choice = kind === 'named' ? ({ kind, name: 'get_current_datetime' } as const) : ({ kind } as const);
    const messages = [user('what time is it?'), ...exchange([['get_current_datetime', 'noon']])];
    expect(await ask({ messages, choice })).toEqual({ calls: [], text: 'noon' });
  });
});

describe('outcomes become an answer', () => {
  const answerTo = async (...outcomes: readonly Outcome[]) =>
    (await ask({ messages: [user('go'), ...exchange(outcomes)] })).text;

  test.each<[string, Outcome, string]>([
    ['text as it is', ['get_weather', 'Sunny, 20 °C.'], 'Sunny, 20 °C.'],
    ['an object in lines', ['roll_dice', '{"rolls": [3, 4], "sum": 7}'], 'rolls: 3, 4\nsum: 7'],
    ['a list in bullets', ['list_directory', '["a", "b"]'], '- a\n- b'],
    ['a list of objects', ['x', '{"files": [{"name": "a", "size": 1}]}'], 'files:\n- name a, size 1'],
    ['what only looks like JSON', ['x', '{"a": '], '{"a":'],
    ['nothing', ['send_email', ''], 'send_email is done; it returned nothing.'],
    ['a failure', ['send_email', 'no such address', true], 'send_email failed: no such address'],
  ])('%s', async (_, outcome, answer) => {
    expect(await answerTo(outcome)).toBe(answer);
  });

  test('a failure is told in short, without the pattern of a schema', async () => {
    const pattern = String.raw`^(?:\d\d[2468][048]|\d\d[13579][26])-02-29|\d{4}-(?:0[13578]|1[02])$`.repeat(2);
    const told = await answerTo(['x', `"from" must match ${pattern}. ${'And more. '.repeat(100)}`, true]);
    expect(told).toMatch(/^x failed: "from" must match … And more\./);
    expect(told.length).toBeLessThan(260);
  });

  test('several are named', async () => {
    expect(
      await answerTo(['roll_dice', '{"sum": 7, "rolls": []}'], ['get_weather', 'Sunny'], ['x', 'down', true]),
    ).toBe('roll_dice:\nsum: 7\nrolls: \n\nget_weather: Sunny\n\nx failed: down');
  });

  test('a flood is cut', async () => {
    expect(await answerTo(['x', 'word '.repeat(10_000)])).toMatch(/word … \(\d+ more letters\)$/);
    expect((await answerTo(['x', JSON.stringify(Array.from({ length: 5_000 }, String))])).split('\n')).toHaveLength(21);
    expect((await answerTo(['x', '['.repeat(50_000)])).length).toBeLessThan(3_000);
  });

  proves('L9', 'pocket: a question ends after as many calls as it has parts, whatever the tools answer', async () => {
    for (const outcome of ['roll two dice', 'Try again!', '', '{"error": "call me again"}']) {
      const messages = [user('roll two dice and tell me the time')];
      let steps = 1;
      let last = await ask({ messages, parallel: false });
      for (; last.calls.length > 0 && steps < 10; steps++) {
        messages.push(...exchange(last.calls.map(({ name }) => [name, outcome])));
        last = await ask({ messages, parallel: false });
      }
      expect(steps).toBe(3);
      expect(last.text).not.toBe('');
    }
  });
});

describe('the backend', () => {
  test('tells what it is', async () => {
    const { signal } = new AbortController();
    expect(pocket.describe()).toEqual({
      name: 'pocket',
      kind: 'pocket',
      address: 'in this process',
      demands: {},
      overflow: 'refused',
      isForgetful: true,
      isTextless: true,
    });
    expect(await pocket.models(signal)).toEqual(['pocket']);
    expect(await pocket.inspect('pocket', signal)).toMatchObject({ nativeTools: true });
  });

  test('text comes in pieces, in more than one batch', async () => {
    const batches: (readonly Event[])[] = [];
    for await (const batch of pocket.stream(aRequest, new AbortController().signal)) batches.push(batch);
    expect(batches.length).toBeGreaterThan(5);
    for (const batch of batches) expect(batch).toHaveLength(1);
  });

  test('usage is an estimate, and grows with what was said', async () => {
    const short = await collect(pocket, { messages: [user('hi')] });
    const long = await collect(pocket, { messages: [user('hi '.repeat(1_000))] });
    expect(short.finish.usage?.completionTokens).toBeGreaterThan(10);
    expect(long.finish.usage?.promptTokens).toBeGreaterThan(500);
  });

  test('a signal ends it, before and in the middle', async () => {
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

  test('closed, it refuses', async () => {
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

/** One step; checks what holds for each. */
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
  return { name, owner: 'gateway', description, parameters: { type: 'object', properties, required } };
}

function user(words: string): Message {
  return { role: 'user', content: [{ type: 'text', text: words }] };
}

/** In turns, the user first. */
function dialogue(...said: readonly string[]): readonly Message[] {
  return said.map((words, place) =>
    place % 2 === 0 ? user(words) : { role: 'assistant', content: [{ type: 'text', text: words }], calls: [] },
  );
}

function exchange(outcomes: readonly Outcome[]): readonly Message[] {
  const calls = outcomes.map(([name], place): Call => ({ id: `call${place}`, name, arguments: '{}' }));
  const results = outcomes.map(([, words, isError], place): ToolMessage => {
    const content = [{ type: 'text', text: words }] as const;
    return { role: 'tool', callId: `call${place}`, content, ...(isError !== undefined && { isError }) };
  });
  return [{ role: 'assistant', content: [], calls }, ...results];
}
