import { type FormatCase, large } from './case.ts';

export const functionaryV32: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '>>>get_weather\n{"city":"Turku"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Turku' } }],
    argumentsText: ['{"city":"Turku"}'],
  },
  {
    name: 'two calls, the second without arguments',
    text: '>>>get_weather\n{"city":"Turku","days":6}\n>>>get_time\n{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Turku', days: 6 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '>>>write_file\n{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"a = {\'k\': \\"v}\\"}\\nprint(a[\'k\']) // \\\\n is no break, ünï 🐍 is fine"}',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Ä "1".txt',
          content: "a = {'k': \"v}\"}\nprint(a['k']) // \\n is no break, ünï 🐍 is fine",
        },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '>>>write_file\n{"path":"notes.md","content":">>>get_time\\n{} >>>all\\n"}',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '>>>get_time\n{} >>>all\n' } }],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '>>>plan_trip\n{"stops":[{"place":"Osaka","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Osaka', nights: 2 },
            { place: 'Rome "N"', nights: 0 },
          ],
          traveller: { name: 'Ada', address: { zip: '02134' } },
          budget: -1250.5,
        },
      },
    ],
  },
  {
    name: 'a number of twenty digits',
    text: '>>>set_lamp\n{"serial":12345678901234567890,"on":false}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '>>>set_lamp\n{"level":"low","colour":null}\n>>>set_lamp\n{"level":7}\n>>>get_time\n{"zone":""}',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'without tools all of it is text',
    text: '>>>get_weather\n{"city":"Turku"}\nNow I wait.',
    tools: 'none',
    say: '>>>get_weather\n{"city":"Turku"}\nNow I wait.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'One moment.\n>>>get_weather\n{"city": "Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'the prompt ends in the first marker',
    text: 'get_weather\n{"city": "Oslo"}>>>get_time\n{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'an answer, where the prompt ends in the first marker',
    text: 'all\nHello there.<|eot_id|>',
    say: 'Hello there.',
    calls: [],
  },
  {
    name: 'an answer, then a call',
    text: 'all\nI look.>>>get_weather\n{"city": "Oslo"}',
    say: 'I look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'an answer with its marker, then a call',
    text: '>>>all\nI look.\n>>>get_weather\n{"city": "Oslo"}',
    say: 'I look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'an answer, a call and an answer',
    text: '>>>all\nOne.>>>get_time\n{}>>>all\nTwo.',
    say: 'One.Two.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'calls that are not wanted',
    text: '>>>all\nI look.>>>get_time\n{}',
    options: { toolChoice: 'none' },
    say: 'I look.',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'a tool that nobody knows is no call: its marker is Markdown too',
    text: '>>>feed_cat\n{"grams": 80}',
    say: '>>>feed_cat\n{"grams": 80}',
    calls: [],
  },
  {
    name: 'a program as it stands',
    text: '>>>python\nprint(3 >> 1)\nprint("ok")',
    tools: [{ name: 'python' }],
    calls: [{ name: 'python', arguments: { code: 'print(3 >> 1)\nprint("ok")' } }],
  },
  {
    name: '6.27: a session in Python',
    text: 'Try this:\n>>> print(1)\n1\n>>> x = {}\n',
    say: 'Try this:\n>>> print(1)\n1\n>>> x = {}\n',
    calls: [],
  },
  {
    name: '6.27: a quotation in Markdown',
    text: '>>> as he said\nbefore',
    say: '>>> as he said\nbefore',
    calls: [],
  },
  {
    name: "6.27: an answer that begins with a tool's name",
    text: 'get_weather\nis the tool for that.',
    say: 'get_weather\nis the tool for that.',
    calls: [],
  },
  {
    name: 'only the name of a tool',
    text: 'get_weather',
    say: 'get_weather',
    calls: [],
  },
  {
    name: '6.3: the last brace is missing before the next call',
    text: '>>>get_weather\n{"city": "Oslo">>>get_time\n{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
    notices: ['repaired'],
  },
  {
    name: 'an end of the message behind the calls',
    text: '>>>get_time\n{}<|eot_id|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
