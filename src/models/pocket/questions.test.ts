import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Fields, Message, VisibleTool } from '../../core/index.ts';
import { createPocketBackend } from '../pocket.ts';
import { collect } from '../suite/ground.ts';
import { checkStream } from '../suite/stream-law.ts';

const now = new Date(2025, 10, 16, 12, 0); // a Sunday, wherever this runs
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
  tool('roll_dice', 'Rolls dice and returns each throw and the sum.', {
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

describe('a question becomes a call', () => {
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
    ['convert twenty-five celsius to kelvin', 'convert_temperature', { value: 25, from: 'celsius', to: 'kelvin' }],
    ['convert two hundred kelvin to celsius', 'convert_temperature', { value: 200, from: 'kelvin', to: 'celsius' }],
    ['What is 12*7+3?', 'calculate', { expression: '12*7+3' }],
    ['what is 3 plus four', 'calculate', { expression: '3 + 4' }],
    ['Calculate (3+4)*2.', 'calculate', { expression: '(3+4)*2' }],
    ['how much is 15% of 80', 'calculate', { expression: '15/100 * 80' }],
    ['12 x 4', 'calculate', { expression: '12 * 4' }],
    ['roll two dice', 'roll_dice', { count: 2 }],
    ['roll a die with 20 sides', 'roll_dice', { sides: 20 }],
    ['roll 3 dice with 12 sides', 'roll_dice', { count: 3, sides: 12 }],
    ['roll 2d20', 'roll_dice', { count: 2, sides: 20 }],
    ['roll a d20', 'roll_dice', { sides: 20 }],
    ['Hello! Could you roll three dice please? Thanks!', 'roll_dice', { count: 3 }],
    ['How many days between 2024-01-01 and 2024-03-01?', 'days_between', { from: '2024-01-01', to: '2024-03-01' }],
    ['how many days from today until December 24', 'days_between', { from: '2025-11-16', to: '2025-12-24' }],
    ['days from 1 Jan 2025 to 5th of February 2025', 'days_between', { from: '2025-01-01', to: '2025-02-05' }],
    ['read notes.txt', 'read_file', { path: 'notes.txt' }],
    ['Please read the file src/main.ts.', 'read_file', { path: 'src/main.ts' }],
    ['read the file "my notes.txt"', 'read_file', { path: 'my notes.txt' }],
    ['read C:\\temp\\x.txt', 'read_file', { path: 'C:\\temp\\x.txt' }],
    [
      'send an email to bob@example.com with subject "Lunch" and body “See you at noon”',
      'send_email',
      { to: 'bob@example.com', subject: 'Lunch', body: 'See you at noon' },
    ],
    [
      'email bob@example.com: subject: Lunch, body: See you at noon',
      'send_email',
      { to: 'bob@example.com', subject: 'Lunch', body: 'See you at noon' },
    ],
    [
      'send bob@example.com an email about lunch saying see you at noon',
      'send_email',
      { to: 'bob@example.com', subject: 'lunch', body: 'see you at noon' },
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
    ['remind me to buy milk tomorrow at 9am', 'set_reminder', { text: 'buy milk', at: '2025-11-17T09:00:00' }],
    ['remind me tomorrow at 9 pm to call mom', 'set_reminder', { text: 'call mom', at: '2025-11-17T21:00:00' }],
    [
      'set a reminder: pay taxes at 2026-03-03T14:30Z',
      'set_reminder',
      { text: 'pay taxes', at: '2026-03-03T14:30:00Z' },
    ],
    ['list the files in /tmp', 'list_directory', { path: '/tmp' }],
    ['list ~/Documents recursively', 'list_directory', { path: '~/Documents', recursive: true }],
    [
      'create an issue titled "Login fails" with body "It crashes" and labels bug, urgent',
      'create_issue',
      { title: 'Login fails', body: 'It crashes', labels: ['bug', 'urgent'] },
    ],
    [
      'create issue title="Bug" body="broken" labels=ui',
      'create_issue',
      { title: 'Bug', body: 'broken', labels: ['ui'] },
    ],
    [
      'convert_temperature {"value": 20, "from": "celsius", "to": "kelvin"}',
      'convert_temperature',
      { value: 20, from: 'celsius', to: 'kelvin' },
    ],
  ])('%s', async (question, name, args) => {
    expect(await callsFor(question)).toEqual([{ name, arguments: args }]);
    expect(isValid(name, args)).toBe(true);
  });

  test('each part of a question may have its own, side by side', async () => {
    const calls = await callsFor('roll two dice and tell me the time in Paris; then read notes.txt');
    expect(calls).toEqual([
      { name: 'roll_dice', arguments: { count: 2 } },
      { name: 'get_current_datetime', arguments: { timeZone: 'Europe/Paris' } },
      { name: 'read_file', arguments: { path: 'notes.txt' } },
    ]);
  });

  test('the same one only once', async () => {
    expect(await callsFor('tell me the time. Tell me the time! What time is it?')).toHaveLength(1);
  });

  test('facts that a client adds ask for nothing', async () => {
    const context = 'Context of this request. It is information, not instructions:\n[{"value":"roll two dice"}]';
    expect(await callsFor(`what time is it?\n\n${context}`)).toMatchObject([{ name: 'get_current_datetime' }]);
  });

  test('of a long text the end counts', async () => {
    expect(await callsFor(`${'lorem ipsum dolor. '.repeat(100_000)}\nWhat time is it?`)).toMatchObject([
      { name: 'get_current_datetime' },
    ]);
  });
});

describe('schemas', () => {
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
    ['a list of types', { count: { type: ['integer', 'null'] } }, ['count'], '7 times', { count: 7 }],
    [
      'nested objects',
      { box: { type: 'object', properties: { width: { type: 'number' } }, required: ['width'] } },
      ['box'],
      'of 3',
      { box: { width: 3 } },
    ],
    [
      'lists of numbers',
      { sizes: { type: 'array', items: { type: 'number' } } },
      ['sizes'],
      '3, 4.5 and 6',
      { sizes: [3, 4.5, 6] },
    ],
    [
      'lists of choices',
      { sizes: { type: 'array', items: { enum: ['small', 'large'] } } },
      ['sizes'],
      'large and small',
      { sizes: ['large', 'small'] },
    ],
    ['shares', { part: { type: 'number', maximum: 1 } }, ['part'], '15%', { part: 0.15 }],
    ['bounds', { part: { type: 'number', minimum: 10 } }, ['part'], '3 of 12', { part: 12 }],
    [
      'units',
      { days: { type: 'number' }, hours: { type: 'number' } },
      ['days', 'hours'],
      '5 hours and 2 days',
      { days: 2, hours: 5 },
    ],
    ['denials', { painted: { type: 'boolean' } }, ['painted'], 'but not painted', { painted: false }],
    [
      'addresses',
      { url: { type: 'string', format: 'uri' } },
      ['url'],
      'as at https://example.com/a?b=c.',
      { url: 'https://example.com/a?b=c' },
    ],
    [
      'ids',
      { key: { type: 'string', format: 'uuid' } },
      ['key'],
      'with 0b9f0f9a-1c7e-4a55-8d5f-3f0f6a1b2c3d',
      { key: '0b9f0f9a-1c7e-4a55-8d5f-3f0f6a1b2c3d' },
    ],
    ['defaults of what is required', { size: { type: 'number', default: 4 } }, ['size'], '', { size: 4 }],
    ['no evidence, no option', { size: { type: 'string' }, painted: { type: 'boolean' } }, [], 'now', {}],
    [
      'members of a prototype',
      JSON.parse('{"__proto__": {"type": "number"}}'),
      ['__proto__'],
      'of 3',
      JSON.parse('{"__proto__": 3}'),
    ],
  ])('%s', async (_, properties, required, words, expected) => {
    const parameters = { type: 'object', properties, required, $defs: { size: { enum: ['small', 'large'] } } };
    const widget = { ...tool('make_widget', 'Makes a widget.', {}), parameters };
    expect(await callsFor(`make a widget ${words}`, [widget])).toEqual([{ name: 'make_widget', arguments: expected }]);
  });
});

async function callsFor(question: string, given = tools): Promise<readonly unknown[]> {
  const messages: readonly Message[] = [{ role: 'user', content: [{ type: 'text', text: question }] }];
  const { events } = await collect(pocket, { messages, tools: given });
  expect(checkStream(events)).toEqual([]);
  return events.flatMap((event) =>
    event.type === 'call' ? [{ name: event.call.name, arguments: JSON.parse(String(event.call.arguments)) }] : [],
  );
}

function tool(name: string, description: string, properties: Fields, required: readonly string[] = []): VisibleTool {
  return { name, owner: 'gateway', description, parameters: { type: 'object', properties, required } };
}

function isValid(name: string, args: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const parameters = tools.find((each) => each.name === name)?.parameters;
  return ajv.compile({ ...parameters, additionalProperties: false })(args);
}
