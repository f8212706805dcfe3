import { type FormatCase, large } from './case.ts';

export const hyV3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'two calls, the second without arguments',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n<arg_key>days</arg_key>\n<arg_value>2</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n</tool_call>\n</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Perth', days: 2 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Looking it up now.\n<tool_calls>\n<tool_call>get_time<tool_sep>\n<arg_key>zone</arg_key>\n<arg_value>Europe/Rome</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    say: 'Looking it up now.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Looking it up now.\n\n<tool_calls>\n<tool_call>get_time<tool_sep>\n<arg_key>zone</arg_key>\n<arg_value>Europe/Rome</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Looking it up now.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<tool_calls>\n<tool_call>write_file<tool_sep>\n<arg_key>path</arg_key>\n<arg_value>C:\\tmp\\Ä "1".txt</arg_value>\n<arg_key>content</arg_key>\n<arg_value>a = {\'k\': "v}"}\nprint(a[\'k\']) // \\n is no break, ünï 🐍 is fine</arg_value>\n</tool_call>\n</tool_calls>',
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
    text: '<tool_calls>\n<tool_call>write_file<tool_sep>\n<arg_key>path</arg_key>\n<arg_value>notes.md</arg_value>\n<arg_key>content</arg_key>\n<arg_value>a </arg_value> b </tool_call> c </tool_calls> d <tool_sep></arg_value>\n</tool_call>\n</tool_calls>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: 'a </arg_value> b </tool_call> c </tool_calls> d <tool_sep>' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<tool_calls>\n<tool_call>plan_trip<tool_sep>\n<arg_key>stops</arg_key>\n<arg_value>[{"place":"York","nights":2},{"place":"Rome \\"N\\"","nights":0}]</arg_value>\n<arg_key>traveller</arg_key>\n<arg_value>{"name":"Ada","address":{"zip":"02134"}}</arg_value>\n<arg_key>budget</arg_key>\n<arg_value>-1250.5</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'York', nights: 2 },
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
    text: '<tool_calls>\n<tool_call>set_lamp<tool_sep>\n<arg_key>serial</arg_key>\n<arg_value>12345678901234567890</arg_value>\n<arg_key>on</arg_key>\n<arg_value>false</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<tool_calls>\n<tool_call>set_lamp<tool_sep>\n<arg_key>level</arg_key>\n<arg_value>low</arg_value>\n<arg_key>colour</arg_key>\n<arg_value>null</arg_value>\n</tool_call>\n<tool_call>set_lamp<tool_sep>\n<arg_key>level</arg_key>\n<arg_value>7</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n<arg_key>zone</arg_key>\n<arg_value></arg_value>\n</tool_call>\n</tool_calls>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<tool_calls>\n<tool_call>feed_cat<tool_sep>\n<arg_key>name</arg_key>\n<arg_value>Tom</arg_value>\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<tool_calls>\n<tool_call>feed_cat<tool_sep>\n<arg_key>name</arg_key>\n<arg_value>Mia</arg_value>\n</tool_call>\n</tool_calls>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<tool_calls>\n<tool_call>feed_cat<tool_sep>\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n</tool_call>\n</tool_calls>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Looking it up now.\n<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n<arg_key>days</arg_key>\n<arg_value>2</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n</tool_call>\n</tool_calls>',
    options: { toolChoice: 'none' },
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    tools: 'none',
    say: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Looking it up now.\n<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Os',
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nLooking it up now.\n<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'Looking it up now.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'No need to guess: I can ask.</think><tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<think>Perhaps <tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls> would do.</think>\nLooking it up now.',
    think:
      'Perhaps <tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls> would do.',
    say: 'Looking it up now.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<think>No need to guess: I can ask. <tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>02134</arg_value>\n<arg_key>days</arg_key>\n<arg_value>soon</arg_value>\n<arg_key>unit</arg_key>\n<arg_value>celsius</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<tool_calls>\n<tool_call>set_lamp<tool_sep>\n<arg_key>on</arg_key>\n<arg_value>True</arg_value>\n<arg_key>level</arg_key>\n<arg_value>high</arg_value>\n<arg_key>serial</arg_key>\n<arg_value>007</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'tags in one line',
    text: '<tool_calls><tool_call>get_weather<tool_sep><arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call></tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'without the marker behind its name',
    text: '<tool_calls>\n<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'without the section around it',
    text: '<tool_call>get_time<tool_sep>\n</tool_call><｜hy_eos｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'every tag with the same suffix',
    text: '<tool_calls:a1>\n<tool_call:a1>get_weather<tool_sep:a1>\n<arg_key:a1>city</arg_key:a1>\n<arg_value:a1>Oslo</arg_value:a1>\n</tool_call:a1>\n</tool_calls:a1>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.20: closing tags are missing',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo\n' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value></arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: "6.21: the call's end is missing before the section's",
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.23: a section without calls',
    text: 'None. <tool_calls>\n</tool_calls>',
    say: 'None. ',
    calls: [],
  },
  {
    name: '6.27: the marker in prose',
    text: 'The <tool_calls> tag holds them.',
    say: 'The <tool_calls> tag holds them.',
    calls: [],
    notices: ['malformed'],
  },
];
