import { type FormatCase, large } from './case.ts';

export const hyV3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n<arg_key>days</arg_key>\n<arg_value>2</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n</tool_call>\n</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Perth', days: 2 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Looking it up now.\n<tool_calls>\n<tool_call>get_time<tool_sep>\n<arg_key>zone</arg_key>\n<arg_value>Europe/Rome</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    say: 'Looking it up now.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Looking it up now.\n\n<tool_calls>\n<tool_call>get_time<tool_sep>\n<arg_key>zone</arg_key>\n<arg_value>Europe/Rome</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Looking it up now.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
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
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<tool_calls>\n<tool_call>write_file<tool_sep>\n<arg_key>path</arg_key>\n<arg_value>notes.md</arg_value>\n<arg_key>content</arg_key>\n<arg_value>a </arg_value> b </tool_call> c </tool_calls> d <tool_sep></arg_value>\n</tool_call>\n</tool_calls>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: 'a </arg_value> b </tool_call> c </tool_calls> d <tool_sep>' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<tool_calls>\n<tool_call>set_lamp<tool_sep>\n<arg_key>serial</arg_key>\n<arg_value>12345678901234567890</arg_value>\n<arg_key>on</arg_key>\n<arg_value>false</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<tool_calls>\n<tool_call>set_lamp<tool_sep>\n<arg_key>level</arg_key>\n<arg_value>low</arg_value>\n<arg_key>colour</arg_key>\n<arg_value>null</arg_value>\n</tool_call>\n<tool_call>set_lamp<tool_sep>\n<arg_key>level</arg_key>\n<arg_value>7</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n<arg_key>zone</arg_key>\n<arg_value></arg_value>\n</tool_call>\n</tool_calls>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<tool_calls>\n<tool_call>feed_cat<tool_sep>\n<arg_key>name</arg_key>\n<arg_value>Tom</arg_value>\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<tool_calls>\n<tool_call>feed_cat<tool_sep>\n<arg_key>name</arg_key>\n<arg_value>Mia</arg_value>\n</tool_call>\n</tool_calls>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<tool_calls>\n<tool_call>feed_cat<tool_sep>\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n</tool_call>\n</tool_calls>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Looking it up now.\n<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n<arg_key>days</arg_key>\n<arg_value>2</arg_value>\n</tool_call>\n<tool_call>get_time<tool_sep>\n</tool_call>\n</tool_calls>',
    options: { toolChoice: 'none' },
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    tools: 'none',
    say: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>\nNow I wait.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Looking it up now.\n<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Os',
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nLooking it up now.\n<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'Looking it up now.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'No need to guess: I can ask.</think><tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<think>Perhaps <tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls> would do.</think>\nLooking it up now.',
    think:
      'Perhaps <tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls> would do.',
    say: 'Looking it up now.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<think>No need to guess: I can ask. <tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Perth</arg_value>\n</tool_call>\n</tool_calls>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'Values that do not match the types in the schema (bug 6.30)',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>02134</arg_value>\n<arg_key>days</arg_key>\n<arg_value>soon</arg_value>\n<arg_key>unit</arg_key>\n<arg_value>celsius</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants (bug 6.30)',
    text: '<tool_calls>\n<tool_call>set_lamp<tool_sep>\n<arg_key>on</arg_key>\n<arg_value>True</arg_value>\n<arg_key>level</arg_key>\n<arg_value>high</arg_value>\n<arg_key>serial</arg_key>\n<arg_value>007</arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'All tags on one line',
    text: '<tool_calls><tool_call>get_weather<tool_sep><arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call></tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call without the marker after its name',
    text: '<tool_calls>\n<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call without the section around it',
    text: '<tool_call>get_time<tool_sep>\n</tool_call><｜hy_eos｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Tags that all have the same suffix',
    text: '<tool_calls:a1>\n<tool_call:a1>get_weather<tool_sep:a1>\n<arg_key:a1>city</arg_key:a1>\n<arg_value:a1>Oslo</arg_value:a1>\n</tool_call:a1>\n</tool_calls:a1>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A missing closing tag is repaired (bug 6.20)',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo\n' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired (bug 6.22)',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value></arg_value>\n</tool_call>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired (bug 6.21)',
    text: '<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A section without calls is dropped (bug 6.23)',
    text: 'None. <tool_calls>\n</tool_calls>',
    say: 'None. ',
    calls: [],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'The <tool_calls> tag holds them.',
    say: 'The <tool_calls> tag holds them.',
    calls: [],
    notices: ['malformed'],
  },
];
