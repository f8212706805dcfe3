import { type FormatCase, large } from './case.ts';

export const minimaxM2: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n<parameter name="days">3</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Riga', days: 3 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Let me look.\n<minimax:tool_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    say: 'Let me look.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Let me look.\n\n<minimax:tool_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<minimax:tool_call>\n<invoke name="write_file">\n<parameter name="path">C:\\tmp\\Ä "1".txt</parameter>\n<parameter name="content">{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<minimax:tool_call>\n<invoke name="write_file">\n<parameter name="path">notes.md</parameter>\n<parameter name="content">a < b && "c" </parameter> d </invoke> e </minimax:tool_call> f &amp;</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: 'a < b && "c" </parameter> d </invoke> e </minimax:tool_call> f &amp;',
        },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<minimax:tool_call>\n<invoke name="plan_trip">\n<parameter name="stops">[{"place":"Zug","nights":2},{"place":"Rome \\"N\\"","nights":0}]</parameter>\n<parameter name="traveller">{"name":"Ada","address":{"zip":"02134"}}</parameter>\n<parameter name="budget">-1250.5</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Zug', nights: 2 },
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
    text: '<minimax:tool_call>\n<invoke name="set_lamp">\n<parameter name="serial">12345678901234567890</parameter>\n<parameter name="on">false</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<minimax:tool_call>\n<invoke name="set_lamp">\n<parameter name="level">low</parameter>\n<parameter name="colour">null</parameter>\n</invoke>\n<invoke name="set_lamp">\n<parameter name="level">7</parameter>\n</invoke>\n<invoke name="get_time">\n<parameter name="zone"></parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<minimax:tool_call>\n<invoke name="feed_cat">\n<parameter name="name">Tom</parameter>\n<parameter name="grams">80</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<minimax:tool_call>\n<invoke name="feed_cat">\n<parameter name="name">Mia</parameter>\n</invoke>\n</minimax:tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<minimax:tool_call>\n<invoke name="feed_cat">\n<parameter name="grams">80</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</minimax:tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Let me look.\n<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n<parameter name="days">3</parameter>\n</invoke>\n</minimax:tool_call>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    tools: 'none',
    say: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Let me look.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>First the weather, then the time.\nSo be it.</think>\n\nLet me look.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'First the weather, then the time.</think><minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: '6.25: a call ends thoughts that were never closed',
    text: '<think>First the weather, then the time.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    think: 'First the weather, then the time.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: '6.24: a draft among the thoughts, ignored by policy',
    text: '<think>Perhaps <minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call> would do.</think>\nLet me look.',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call> would do.',
    say: 'Let me look.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: thoughts that are closed behind the call they led to',
    text: '<think>First the weather, then the time.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>\n</think>\n\nLet me look.',
    think: 'First the weather, then the time.\n',
    say: 'Let me look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">02134</parameter>\n<parameter name="days">soon</parameter>\n<parameter name="unit">celsius</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<minimax:tool_call>\n<invoke name="set_lamp">\n<parameter name="on">True</parameter>\n<parameter name="level">high</parameter>\n<parameter name="serial">007</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'attributes without quotes, and with single ones',
    text: "<minimax:tool_call><invoke name=get_weather><parameter name='city'>Oslo</parameter></invoke></minimax:tool_call>",
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'two sections',
    text: '<minimax:tool_call><invoke name="get_time">\n</invoke></minimax:tool_call>\n<minimax:tool_call><invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke></minimax:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'without the section around it',
    text: '<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\nOk.',
    say: '\nOk.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: "6.21: the call's end is missing before the section's",
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</minimax:tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.20: a closing tag is missing',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter></parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.19: an element in a value that is no parameter of the tool',
    text: '<minimax:tool_call>\n<invoke name="write_file">\n<parameter name="path">a</parameter>\n<parameter name="content"><parameter name="x">1</parameter></parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '<parameter name="x">1</parameter>' } }],
  },
  {
    name: '6.23: a sibling without a name',
    text: '<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n<invoke nam="x"></invoke>\n</minimax:tool_call>',
    say: '\n<invoke nam="x"></invoke>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: '6.27: the element in prose',
    text: 'The <invoke> element has a name.',
    say: 'The <invoke> element has a name.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.27: the element in prose, with a name',
    text: 'An <invoke name="x"> element calls x.',
    say: 'An <invoke name="x"> element calls x.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'attributes in another order, and others among them',
    text: '<minimax:tool_call>\n<invoke id="1" name="get_weather"><parameter type="string" name="city">Oslo</parameter></invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.10: two calls whose arguments come at once',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke><invoke name="get_weather">\n<parameter name="city">Bonn</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bonn' } },
    ],
  },
  {
    name: 'an end of the message',
    text: '<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n</minimax:tool_call>[e~[',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
