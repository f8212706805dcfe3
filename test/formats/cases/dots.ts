import { type FormatCase, large } from './case.ts';

export const dots: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'two calls, the second without arguments',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n<parameter name="days">9</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</dots_function_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm', days: 9 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Sure, here it comes:\n<dots_function_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    say: 'Sure, here it comes:\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Sure, here it comes:\n\n<dots_function_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<dots_function_call>\n<invoke name="write_file">\n<parameter name="path">C:\\tmp\\Ä "1".txt</parameter>\n<parameter name="content">a = {\'k\': "v}"}\nprint(a[\'k\']) // \\n is no break, ünï 🐍 is fine</parameter>\n</invoke>\n</dots_function_call>',
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
    text: '<dots_function_call>\n<invoke name="write_file">\n<parameter name="path">notes.md</parameter>\n<parameter name="content">a </parameter> b </invoke> c </dots_function_call> d</parameter>\n</invoke>\n</dots_function_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: 'a </parameter> b </invoke> c </dots_function_call> d' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<dots_function_call>\n<invoke name="plan_trip">\n<parameter name="stops">[{"place":"Porto","nights":2},{"place":"Rome \\"N\\"","nights":0}]</parameter>\n<parameter name="traveller">{"name":"Ada","address":{"zip":"02134"}}</parameter>\n<parameter name="budget">-1250.5</parameter>\n</invoke>\n</dots_function_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Porto', nights: 2 },
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
    text: '<dots_function_call>\n<invoke name="set_lamp">\n<parameter name="serial">12345678901234567890</parameter>\n<parameter name="on">false</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<dots_function_call>\n<invoke name="set_lamp">\n<parameter name="level">low</parameter>\n<parameter name="colour">null</parameter>\n</invoke>\n<invoke name="set_lamp">\n<parameter name="level">7</parameter>\n</invoke>\n<invoke name="get_time">\n<parameter name="zone"></parameter>\n</invoke>\n</dots_function_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<dots_function_call>\n<invoke name="feed_cat">\n<parameter name="name">Tom</parameter>\n<parameter name="grams">80</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<dots_function_call>\n<invoke name="feed_cat">\n<parameter name="name">Mia</parameter>\n</invoke>\n</dots_function_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<dots_function_call>\n<invoke name="feed_cat">\n<parameter name="grams">80</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</dots_function_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Sure, here it comes:\n<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n<parameter name="days">9</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</dots_function_call>',
    options: { toolChoice: 'none' },
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    tools: 'none',
    say: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Sure, here it comes:\n<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Os',
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nSure, here it comes:\n<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'Sure, here it comes:\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'No need to guess: I can ask.</think><dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<think>Perhaps <dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call> would do.</think>\nSure, here it comes:',
    think:
      'Perhaps <dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call> would do.',
    say: 'Sure, here it comes:',
    calls: [],
    notices: ['in-reasoning'],
    alone: 'families with the same markers end their thoughts with a call',
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<think>No need to guess: I can ask. <dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">02134</parameter>\n<parameter name="days">soon</parameter>\n<parameter name="unit">celsius</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<dots_function_call>\n<invoke name="set_lamp">\n<parameter name="on">True</parameter>\n<parameter name="level">high</parameter>\n<parameter name="serial">007</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'attributes without quotes, and with single ones',
    text: "<dots_function_call><invoke name=get_weather><parameter name='city'>Oslo</parameter></invoke></dots_function_call>",
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'two sections',
    text: '<dots_function_call><invoke name="get_time">\n</invoke></dots_function_call>\n<dots_function_call><invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke></dots_function_call>',
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
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</dots_function_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.20: a closing tag is missing',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter></parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.19: an element in a value that is no parameter of the tool',
    text: '<dots_function_call>\n<invoke name="write_file">\n<parameter name="path">a</parameter>\n<parameter name="content"><parameter name="x">1</parameter></parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '<parameter name="x">1</parameter>' } }],
  },
  {
    name: '6.23: a sibling without a name',
    text: '<dots_function_call>\n<invoke name="get_time">\n</invoke>\n<invoke nam="x"></invoke>\n</dots_function_call>',
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
    name: 'an object instead of tags',
    text: '<dots_function_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</dots_function_call><|endofresponse|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'objects in a row, with parameters by another name',
    text: '<dots_function_call>{"name": "get_weather", "parameters": {"city": "Oslo"}}\n{"name": "get_time", "arguments": {}}</dots_function_call>Ok.',
    say: 'Ok.',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
];
