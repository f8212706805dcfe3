import { type FormatCase, large } from './case.ts';

export const functionaryV32: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '>>>get_weather\n{"city":"Turku"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Turku' } }],
    argumentsText: ['{"city":"Turku"}'],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '>>>get_weather\n{"city":"Turku","days":6}\n>>>get_time\n{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Turku', days: 6 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
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
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '>>>write_file\n{"path":"notes.md","content":">>>get_time\\n{} >>>all\\n"}',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '>>>get_time\n{} >>>all\n' } }],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '>>>set_lamp\n{"serial":12345678901234567890,"on":false}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '>>>set_lamp\n{"level":"low","colour":null}\n>>>set_lamp\n{"level":7}\n>>>get_time\n{"zone":""}',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '>>>get_weather\n{"city":"Turku"}\nNow I wait.',
    tools: 'none',
    say: '>>>get_weather\n{"city":"Turku"}\nNow I wait.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'One moment.\n>>>get_weather\n{"city": "Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'The first call has no marker because the prompt ended with it',
    text: 'get_weather\n{"city": "Oslo"}>>>get_time\n{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'An answer without its marker because the prompt ended with it',
    text: 'all\nHello there.<|eot_id|>',
    say: 'Hello there.',
    calls: [],
  },
  {
    name: 'An answer, then a call',
    text: 'all\nI look.>>>get_weather\n{"city": "Oslo"}',
    say: 'I look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'An answer with its marker, then a call',
    text: '>>>all\nI look.\n>>>get_weather\n{"city": "Oslo"}',
    say: 'I look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'An answer, a call and another answer',
    text: '>>>all\nOne.>>>get_time\n{}>>>all\nTwo.',
    say: 'One.Two.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: '>>>all\nI look.>>>get_time\n{}',
    options: { toolChoice: 'none' },
    say: 'I look.',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'A call of an unknown tool is text, because the marker is also Markdown',
    text: '>>>feed_cat\n{"grams": 80}',
    say: '>>>feed_cat\n{"grams": 80}',
    calls: [],
  },
  {
    name: 'A program as the raw body of a call',
    text: '>>>python\nprint(3 >> 1)\nprint("ok")',
    tools: [{ name: 'python' }],
    calls: [{ name: 'python', arguments: { code: 'print(3 >> 1)\nprint("ok")' } }],
  },
  {
    name: 'A Python session in the answer is not a call (bug 6.27)',
    text: 'Try this:\n>>> print(1)\n1\n>>> x = {}\n',
    say: 'Try this:\n>>> print(1)\n1\n>>> x = {}\n',
    calls: [],
  },
  {
    name: 'A Markdown quotation is not a call (bug 6.27)',
    text: '>>> as he said\nbefore',
    say: '>>> as he said\nbefore',
    calls: [],
  },
  {
    name: "An answer that begins with a tool's name is not a call (bug 6.27)",
    text: 'get_weather\nis the tool for that.',
    say: 'get_weather\nis the tool for that.',
    calls: [],
  },
  {
    name: 'The name of a tool alone is text',
    text: 'get_weather',
    say: 'get_weather',
    calls: [],
  },
  {
    name: 'A missing last brace before the next call is repaired (bug 6.3)',
    text: '>>>get_weather\n{"city": "Oslo">>>get_time\n{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
    notices: ['repaired'],
  },
  {
    name: 'An end-of-message token after the calls is not text',
    text: '>>>get_time\n{}<|eot_id|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
