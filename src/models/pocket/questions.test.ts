import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { collect, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { CONTEXT_HEAD, type Fields, type Message, type VisibleTool } from '../../core/index.ts';
import { createPocketBackend } from '../pocket.ts';

const now = new Date(2025, 10, 16, 12, 0); // a Sunday in every time zone
const pocket = createPocketBackend({ name: 'pocket', now: () => now });

const text = { type: 'string' };
const units = ['celsius', 'fahrenheit', 'kelvin'];
const tools: readonly VisibleTool[] = [
  tool('get_current_datetime', 'The current date and time, in a time zone if one is given.', {
    timeZone: { ...text, description: 'An IANA name such as Europe/Vienna; without it UTC' },
  }),
  tool(
    'convert_temperature',
    'Converts a temperature between Celsius, Fahrenheit and Kelvin.',
    { value: { type: 'number' }, from: { enum: units }, to: { enum: units } },
    ['value', 'from', 'to'],
  ),
  tool('calculate', 'Evaluates an arithmetic expression.', { expression: text }, ['expression']),
  tool('roll_dice', 'Rolls a die or several dice, and returns each throw and the sum.', {
    count: { type: 'integer', minimum: 1, default: 1 },
    sides: { type: 'integer', minimum: 2, default: 6 },
  }),
  tool(
    'days_between',
    'How many days lie between two dates.',
    { from: { ...text, format: 'date' }, to: { ...text, format: 'date' } },
    ['from', 'to'],
  ),
  tool('read_file', 'Reads a text file.', { path: text }, ['path']),
  tool('send_email', 'Sends an email.', { to: { ...text, format: 'email' }, subject: text, body: text }, [
    'to',
    'subject',
    'body',
  ]),
  tool('get_weather', 'The weather in a city.', { city: text, unit: { enum: ['celsius', 'fahrenheit'] } }, ['city']),
  tool('search_web', 'Searches the web and returns the best pages.', { query: text, limit: { type: 'integer' } }, [
    'query',
  ]),
  tool('set_reminder', 'Reminds you of something later.', { text, at: { ...text, description: 'When, in ISO 8601' } }, [
    'text',
    'at',
  ]),
  tool('list_directory', 'Lists the files in a directory.', { path: text, recursive: { type: 'boolean' } }, ['path']),
  tool(
    'create_issue',
    'Creates an issue in the tracker.',
    { title: text, body: text, labels: { type: 'array', items: text } },
    ['title', 'body'],
  ),
];

describe('Questions that pocket turns into a call', () => {
  test.each([
    ['What time is it?', 'get_current_datetime', {}],
    ['tell me the date', 'get_current_datetime', {}],
    ['What time is it in Tokyo?', 'get_current_datetime', { timeZone: 'Asia/Tokyo' }],
    ["what's the current time in new york", 'get_current_datetime', { timeZone: 'America/New_York' }],
    ['What time is it in Europe/Vienna?', 'get_current_datetime', { timeZone: 'Europe/Vienna' }],
    ['Convert 20 celsius to fahrenheit', 'convert_temperature', { value: 20, from: 'celsius', to: 'fahrenheit' }],
    ['What is 300 kelvin in celsius?', 'convert_temperature', { value: 300, from: 'kelvin', to: 'celsius' }],
    ['how much is 72.5°F in celsius?', 'convert_temperature', { value: 72.5, from: 'fahrenheit', to: 'celsius' }],
    ["what's the fahrenheit for 20 celsius", 'convert_temperature', { value: 20, from: 'celsius', to: 'fahrenheit' }],
    ['convert to kelvin from -5.5 celsius', 'convert_temperature', { value: -5.5, from: 'celsius', to: 'kelvin' }],
    ['convert 1,000 K to F', 'convert_temperature', { value: 1000, from: 'kelvin', to: 'fahrenheit' }],
    ['What is 12*7+3?', 'calculate', { expression: '12*7+3' }],
    ['Calculate (3+4)*2.', 'calculate', { expression: '(3+4)*2' }],
    ['roll two dice', 'roll_dice', { count: 2 }],
    ['roll a die with 20 sides', 'roll_dice', { sides: 20 }],
    ['roll 3 dice with 12 sides', 'roll_dice', { count: 3, sides: 12 }],
    ['Hello! Could you roll three dice please? Thanks!', 'roll_dice', { count: 3 }],
    ['How many days between 2024-01-01 and 2024-03-01?', 'days_between', { from: '2024-01-01', to: '2024-03-01' }],
    ['read notes.txt', 'read_file', { path: 'notes.txt' }],
    ['Please read the file src/main.ts.', 'read_file', { path: 'src/main.ts' }],
    ['read the file "my notes.txt"', 'read_file', { path: 'my notes.txt' }],
    ['read C:\\temp\\x.txt', 'read_file', { path: 'C:\\temp\\x.txt' }],
    [
      'send an email to bob@example.com with subject "Lunch" and body “See you at noon”',
      'send_email',
      { to: 'bob@example.com', subject: 'Lunch', body: 'See you at noon' },
    ],
    ["What's the weather in Vienna?", 'get_weather', { city: 'Vienna' }],
    ["I'd like to know the weather in Rome, thanks", 'get_weather', { city: 'Rome' }],
    ['weather in new york in fahrenheit', 'get_weather', { city: 'new york', unit: 'fahrenheit' }],
    ['weather in St. Pölten', 'get_weather', { city: 'St. Pölten' }],
    ['use get_weather for Berlin', 'get_weather', { city: 'Berlin' }],
    ['search the web for the tallest buildings in Europe', 'search_web', { query: 'tallest buildings in Europe' }],
    ['search the web for cats and dogs, limit 5', 'search_web', { query: 'cats and dogs', limit: 5 }],
    ['search the web for 3 good reasons', 'search_web', { query: '3 good reasons' }],
    ["search the web for 'hello world' please", 'search_web', { query: 'hello world' }],
    ['set a reminder: pay taxes at 2026-03-03T14:30Z', 'set_reminder', { text: 'pay taxes', at: '2026-03-03T14:30Z' }],
    ['list the files in /tmp', 'list_directory', { path: '/tmp' }],
    [
      'create an issue titled "Login fails" with body "It crashes"',
      'create_issue',
      { title: 'Login fails', body: 'It crashes' },
    ],
    ['create issue title="Bug" body="broken"', 'create_issue', { title: 'Bug', body: 'broken' }],
  ])('Pocket turns "%s" into a call of %s', async (question, name, args) => {
    expect(await callsFor(question)).toEqual([{ name, arguments: args }]);
    expect(isValid(name, args)).toBe(true);
  });

  test('Context that the client added is not part of the question', async () => {
    const context = `${CONTEXT_HEAD}\n[{"value":"roll two dice"}]`;
    expect(await callsFor(`what time is it?\n\n${context}`)).toMatchObject([{ name: 'get_current_datetime' }]);
  });

  test('The last line of a very long message is the question', async () => {
    expect(await callsFor(`${'lorem ipsum dolor. '.repeat(100_000)}\nWhat time is it?`)).toMatchObject([
      { name: 'get_current_datetime' },
    ]);
  });
});

describe('Argument schemas', () => {
  test.each<[string, Fields, readonly string[], string, unknown]>([
    ['references', { size: { $ref: '#/$defs/size' } }, ['size'], 'in small', { size: 'small' }],
    [
      'alternatives',
      { size: { anyOf: [{ type: 'null' }, { enum: ['small', 'large'] }] } },
      ['size'],
      'large',
      { size: 'large' },
    ],
    ['constants', { size: { oneOf: [{ const: 'small' }, { const: 'large' }] } }, ['size'], 'large', { size: 'large' }],
    ['lists of types', { count: { type: ['integer', 'null'] } }, ['count'], '7 times', { count: 7 }],
    [
      'units',
      { days: { type: 'number' }, hours: { type: 'number' } },
      ['days', 'hours'],
      '5 hours and 2 days',
      { days: 2, hours: 5 },
    ],
    [
      'URLs',
      { url: { type: 'string', format: 'uri' } },
      ['url'],
      'as at https://example.com/a?b=c.',
      { url: 'https://example.com/a?b=c' },
    ],
    [
      'UUIDs',
      { key: { type: 'string', format: 'uuid' } },
      ['key'],
      'with 0b9f0f9a-1c7e-4a55-8d5f-3f0f6a1b2c3d',
      { key: '0b9f0f9a-1c7e-4a55-8d5f-3f0f6a1b2c3d' },
    ],
    [
      'dates that only the description mentions',
      { day: { type: 'string', description: 'A date' } },
      ['day'],
      'for tomorrow',
      { day: '2025-11-17' },
    ],
    [
      'dates with a time',
      { start: { type: 'string', format: 'date-time' } },
      ['start'],
      'on 2026-01-31',
      { start: '2026-01-31T00:00:00Z' },
    ],
    ['booleans', { painted: { type: 'boolean' } }, ['painted'], 'with painted = true', { painted: true }],
    ['defaults of required arguments', { size: { type: 'number', default: 4 } }, ['size'], '', { size: 4 }],
    [
      'optional arguments that the question does not mention',
      { size: { type: 'string' }, painted: { type: 'boolean' } },
      [],
      'now',
      {},
    ],
    [
      'property names such as __proto__',
      JSON.parse('{"__proto__": {"type": "number"}}'),
      ['__proto__'],
      'of 3',
      JSON.parse('{"__proto__": 3}'),
    ],
  ])('Pocket fills in arguments for schemas with %s', async (_, properties, required, words, expected) => {
    const parameters = { type: 'object', properties, required, $defs: { size: { enum: ['small', 'large'] } } };
    const widget = { ...tool('make_widget', 'Makes a widget.', {}), parameters };
    expect(await callsFor(`make a widget ${words}`, [widget])).toEqual([{ name: 'make_widget', arguments: expected }]);
  });
});

/** The sample tools of a first run (cli/sample-tools.ts), with the schemas that a model receives. */
const date = {
  ...text,
  format: 'date',
  pattern: String.raw`^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$`,
};
const sampleTools: readonly VisibleTool[] = [
  tool('get_current_datetime', 'The current date and time, in a time zone if one is given.', {
    timeZone: { ...text, description: 'An IANA name such as Europe/Vienna; without it UTC' },
  }),
  tool(
    'convert_temperature',
    'Converts a temperature between Celsius, Fahrenheit and Kelvin.',
    { value: { type: 'number' }, from: { enum: units }, to: { enum: units } },
    ['value', 'from', 'to'],
  ),
  tool(
    'calculate',
    'Works out an arithmetic expression with + - * / % ^ and parentheses.',
    { expression: { ...text, maxLength: 300, description: 'Such as (12 + 30) * 2' } },
    ['expression'],
  ),
  tool('roll_dice', 'Rolls a die or several dice, and adds them up.', {
    count: { default: 1, description: 'How many dice', type: 'integer', minimum: 1, maximum: 100 },
    sides: { default: 6, description: 'How many sides each of them has', type: 'integer', minimum: 2, maximum: 1_000 },
  }),
  tool(
    'days_between',
    'Counts the days from one date to another.',
    { from: { ...date, description: 'As 2026-01-31' }, to: { ...date, description: 'As 2026-12-24' } },
    ['from', 'to'],
  ),
];

describe('Questions for the sample tools', () => {
  const now = (timeZone?: string) => call('get_current_datetime', timeZone === undefined ? {} : { timeZone });
  const convert = (value: number, from: string, to: string) => call('convert_temperature', { value, from, to });
  const calculate = (expression: string) => call('calculate', { expression });
  const roll = (args: Fields) => call('roll_dice', args);
  const days = (from: string, to: string) => call('days_between', { from, to });

  test.each<[string, ...ReturnType<typeof call>[]]>([
    ['how hot is 30°C in kelvin', convert(30, 'celsius', 'kelvin')],
    ['what is 17 * 23?', calculate('17 * 23')],
    ['what is 12/4', calculate('12/4')],
    ['calculate sqrt(16)', calculate('sqrt(16)')],
    ['what is 100 F in celsius', convert(100, 'fahrenheit', 'celsius')],
    ['convert 20C to F', convert(20, 'celsius', 'fahrenheit')],
    ['convert 100 f to k', convert(100, 'fahrenheit', 'kelvin')],
    ['roll a die', roll({})],
    ['roll one die', roll({ count: 1 })],
    ['How many days from 2026-01-01 to 2026-12-24?', days('2026-01-01', '2026-12-24')],
    ['How many days are between 2026-01-01 and 2026-12-24?', days('2026-01-01', '2026-12-24')],
    ['How many days from today to 2027-01-01?', days('2025-11-16', '2027-01-01')],
    ['thanks, what time is it in Tokyo?', now('Asia/Tokyo')],
  ])('With the sample tools, pocket answers "%s" with the right call', async (question, ...calls) => {
    expect(await callsFor(question, sampleTools)).toEqual(calls);
  });

  test.each([
    ['days from 03/04/2026 to 05/06/2026', 'To use days_between I need "from" (As 2026-01-31).'],
    ['days from 2026-02-30 to 2026-03-04', 'To use days_between I need "from" (As 2026-01-31).'],
    ['what is 20 + 5 celsius in fahrenheit?', 'To use convert_temperature I would have to leave out 5.'],
    ['convert two hundred kelvin to celsius', 'To use convert_temperature I would have to leave out hundred.'],
    ['convert twenty-five celsius to kelvin', 'To use convert_temperature I need "value" (a number).'],
    ['roll 2d20', 'To use roll_dice I would have to leave out 2d20.'],
    ['what is the date tomorrow', 'To use get_current_datetime I would have to leave out tomorrow.'],
  ])('Pocket asks again instead of ignoring a value in "%s"', async (question, answer) => {
    expect(await ask(question, sampleTools)).toEqual({ calls: [], text: expect.stringContaining(answer) });
  });

  test.each([
    'what is 3 plus 4 and 5',
    'add 3 and 4',
    'time in berlin, new york and tokyo',
    'please add 3 and 4 to my list',
    'what is 03/04/2026?',
    'what is 2026-12-24',
    'call 555-1234',
    'Is the shop open 24/7?',
    'I was there from 2025-01-01 to 2025-02-01',
    'what time is it in the morning',
    'tell me a joke about dice',
    'flip a coin',
  ])('Pocket calls no sample tool for "%s"', async (question) => {
    const { calls, text: answer } = await ask(question, sampleTools);
    expect(calls).toEqual([]);
    expect(answer).toMatch(/^I am pocket, .* not a language model\./);
  });
});

function call(name: string, args: Fields) {
  return { name, arguments: args };
}

async function callsFor(question: string, given = tools): Promise<readonly unknown[]> {
  return (await ask(question, given)).calls;
}

async function ask(question: string, given: readonly VisibleTool[]) {
  const messages: readonly Message[] = [{ role: 'user', content: [{ type: 'text', text: question }] }];
  const { events } = await collect(pocket, { messages, tools: given });
  expect(checkStream(events)).toEqual([]);
  const calls = events.flatMap((event) =>
    event.type === 'call' ? [{ name: event.call.name, arguments: JSON.parse(String(event.call.arguments)) }] : [],
  );
  return { calls, text: textOf(events) };
}

function tool(name: string, description: string, properties: Fields, required: readonly string[] = []): VisibleTool {
  return { name, wireName: name, owner: 'gateway', description, parameters: { type: 'object', properties, required } };
}

function isValid(name: string, args: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const parameters = tools.find((each) => each.name === name)?.parameters;
  return ajv.compile({ ...parameters, additionalProperties: false })(args);
}
