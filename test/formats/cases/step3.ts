import { type FormatCase, large } from './case.ts';

export const step3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter><steptml:parameter name="days">7</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Tunis', days: 7 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'I will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"><steptml:parameter name="zone">Europe/Rome</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    say: 'I will check that.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'I will check that.\n\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"><steptml:parameter name="zone">Europe/Rome</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="write_file"><steptml:parameter name="path">C:\\tmp\\Ä "1".txt</steptml:parameter><steptml:parameter name="content">say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="write_file"><steptml:parameter name="path">notes.md</steptml:parameter><steptml:parameter name="content">a </steptml:parameter> b </steptml:invoke> c</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: 'a </steptml:parameter> b </steptml:invoke> c' } },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
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
    name: 'a number of twenty digits',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="serial">12345678901234567890</steptml:parameter><steptml:parameter name="on">false</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="level">low</steptml:parameter><steptml:parameter name="colour">null</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="level">7</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"><steptml:parameter name="zone"></steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="feed_cat"><steptml:parameter name="name">Tom</steptml:parameter><steptml:parameter name="grams">80</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="feed_cat"><steptml:parameter name="name">Mia</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="feed_cat"><steptml:parameter name="grams">80</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'I will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter><steptml:parameter name="days">7</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    tools: 'none',
    say: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>\nBack in a second.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'I will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Os',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>I know a tool for that.\nSo be it.</think>\n\nI will check that.\n<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    think: 'I know a tool for that.\nSo be it.',
    say: 'I will check that.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'I know a tool for that.</think><｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { startInReasoning: true },
    think: 'I know a tool for that.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<think>Perhaps <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜> would do.</think>\nI will check that.',
    think:
      'Perhaps <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜> would do.',
    say: 'I will check that.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<think>I know a tool for that. <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tunis</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'I know a tool for that. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">02134</steptml:parameter><steptml:parameter name="days">soon</steptml:parameter><steptml:parameter name="unit">celsius</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="set_lamp"><steptml:parameter name="on">True</steptml:parameter><steptml:parameter name="level">high</steptml:parameter><steptml:parameter name="serial">007</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: '6.7: tags on lines of their own',
    text: '<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather">\n<steptml:parameter name="city">Oslo</steptml:parameter>\n</steptml:invoke>\n<｜tool_call_end｜>\n<｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'a line break before the element',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>\n<steptml:invoke name="get_time"></steptml:invoke>\n<｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'without the word before the element',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜><steptml:invoke name="get_time"></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'without the markers of a call',
    text: '<｜tool_calls_begin｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.27: an element outside of the section is XML',
    text: 'Like so: <steptml:invoke name="get_time"></steptml:invoke>',
    say: 'Like so: <steptml:invoke name="get_time"></steptml:invoke>',
    calls: [],
  },
  {
    name: '6.27: the marker in prose',
    text: 'The token <｜tool_calls_begin｜> opens them.',
    say: 'The token <｜tool_calls_begin｜> opens them.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.20: a closing tag is missing',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.1: two calls of one tool at once',
    text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Ulm</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Bonn</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bonn' } },
    ],
  },
];
