import { type FormatCase, large } from './case.ts';

export const step3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter><steptml:parameter name="days">7</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Tunis', days: 7 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'I will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"><steptml:parameter name="zone">Europe/Rome</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    say: 'I will check that.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'I will check that.\n\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"><steptml:parameter name="zone">Europe/Rome</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="write_file"><steptml:parameter name="path">C:\\tmp\\Ä "1".txt</steptml:parameter><steptml:parameter name="content">say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="write_file"><steptml:parameter name="path">notes.md</steptml:parameter><steptml:parameter name="content">a </steptml:parameter> b </steptml:invoke> c</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: 'a </steptml:parameter> b </steptml:invoke> c' } },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="plan_trip"><steptml:parameter name="stops">[{"place":"Lima","nights":2},{"place":"Rome \\"N\\"","nights":0}]</steptml:parameter><steptml:parameter name="traveller">{"name":"Ada","address":{"zip":"02134"}}</steptml:parameter><steptml:parameter name="budget">-1250.5</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Lima', nights: 2 },
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
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="serial">12345678901234567890</steptml:parameter><steptml:parameter name="on">false</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="level">low</steptml:parameter><steptml:parameter name="colour">null</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="level">7</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"><steptml:parameter name="zone"></steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="feed_cat"><steptml:parameter name="name">Tom</steptml:parameter><steptml:parameter name="grams">80</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="feed_cat"><steptml:parameter name="name">Mia</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="feed_cat"><steptml:parameter name="grams">80</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'I will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter><steptml:parameter name="days">7</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    tools: 'none',
    say: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'I will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Os',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>I know a tool for that.\nSo be it.</think>\n\nI will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    think: 'I know a tool for that.\nSo be it.',
    say: 'I will check that.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'I know a tool for that.</think><｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { startInReasoning: true },
    think: 'I know a tool for that.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<think>Perhaps <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜> would do.</think>\nI will check that.',
    think:
      'Perhaps <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜> would do.',
    say: 'I will check that.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<think>I know a tool for that. <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'I know a tool for that. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: 'Values that do not match the types in the schema (bug 6.30)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">02134</steptml:parameter><steptml:parameter name="days">soon</steptml:parameter><steptml:parameter name="unit">celsius</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants (bug 6.30)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="on">True</steptml:parameter><steptml:parameter name="level">high</steptml:parameter><steptml:parameter name="serial">007</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'Tags on lines of their own (bug 6.7)',
    text: '<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather">\n<steptml:parameter name="city">Oslo</steptml:parameter>\n</steptml:invoke>\n<｜tool_call_end｜>\n<｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A line break before the call tag',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>\n<steptml:invoke name="get_time"></steptml:invoke>\n<｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without the word before its tag',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without its own markers inside the section',
    text: '<｜tool_calls_begin｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call tag outside the section is text (bug 6.27)',
    text: 'Like so: <steptml:invoke name="get_time"></steptml:invoke>',
    say: 'Like so: <steptml:invoke name="get_time"></steptml:invoke>',
    calls: [],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'The token <｜tool_calls_begin｜> opens them.',
    say: 'The token <｜tool_calls_begin｜> opens them.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A missing closing tag is repaired (bug 6.20)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired (bug 6.22)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'Two calls of one tool with nothing between them (bug 6.1)',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Ulm</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Bonn</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bonn' } },
    ],
  },
];
