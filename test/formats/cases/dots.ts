import { type FormatCase, large } from './case.ts';

export const dots: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n<parameter name="days">9</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</dots_function_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm', days: 9 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Sure, here it comes:\n<dots_function_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    say: 'Sure, here it comes:\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Sure, here it comes:\n\n<dots_function_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
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
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<dots_function_call>\n<invoke name="write_file">\n<parameter name="path">notes.md</parameter>\n<parameter name="content">a </parameter> b </invoke> c </dots_function_call> d</parameter>\n</invoke>\n</dots_function_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: 'a </parameter> b </invoke> c </dots_function_call> d' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<dots_function_call>\n<invoke name="set_lamp">\n<parameter name="serial">12345678901234567890</parameter>\n<parameter name="on">false</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<dots_function_call>\n<invoke name="set_lamp">\n<parameter name="level">low</parameter>\n<parameter name="colour">null</parameter>\n</invoke>\n<invoke name="set_lamp">\n<parameter name="level">7</parameter>\n</invoke>\n<invoke name="get_time">\n<parameter name="zone"></parameter>\n</invoke>\n</dots_function_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<dots_function_call>\n<invoke name="feed_cat">\n<parameter name="name">Tom</parameter>\n<parameter name="grams">80</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<dots_function_call>\n<invoke name="feed_cat">\n<parameter name="name">Mia</parameter>\n</invoke>\n</dots_function_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<dots_function_call>\n<invoke name="feed_cat">\n<parameter name="grams">80</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</dots_function_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Sure, here it comes:\n<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n<parameter name="days">9</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</dots_function_call>',
    options: { toolChoice: 'none' },
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    tools: 'none',
    say: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>\nNow I wait.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Sure, here it comes:\n<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Os',
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nSure, here it comes:\n<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'Sure, here it comes:\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'No need to guess: I can ask.</think><dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<think>Perhaps <dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call> would do.</think>\nSure, here it comes:',
    think:
      'Perhaps <dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call> would do.',
    say: 'Sure, here it comes:',
    calls: [],
    notices: ['in-reasoning'],
    alone: 'in families with the same markers, a call ends the reasoning',
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<think>No need to guess: I can ask. <dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke>\n</dots_function_call>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'Values that do not match the types in the schema (bug 6.30)',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">02134</parameter>\n<parameter name="days">soon</parameter>\n<parameter name="unit">celsius</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants (bug 6.30)',
    text: '<dots_function_call>\n<invoke name="set_lamp">\n<parameter name="on">True</parameter>\n<parameter name="level">high</parameter>\n<parameter name="serial">007</parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'Attributes without quotes and with single quotes',
    text: "<dots_function_call><invoke name=get_weather><parameter name='city'>Oslo</parameter></invoke></dots_function_call>",
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Two sections',
    text: '<dots_function_call><invoke name="get_time">\n</invoke></dots_function_call>\n<dots_function_call><invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke></dots_function_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'A call without the section around it',
    text: '<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\nOk.',
    say: '\nOk.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired (bug 6.21)',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</dots_function_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing tag is repaired (bug 6.20)',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired (bug 6.22)',
    text: '<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter></parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A tag inside a value that is not a parameter of the tool stays part of the value (bug 6.19)',
    text: '<dots_function_call>\n<invoke name="write_file">\n<parameter name="path">a</parameter>\n<parameter name="content"><parameter name="x">1</parameter></parameter>\n</invoke>\n</dots_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '<parameter name="x">1</parameter>' } }],
  },
  {
    name: 'A call without a name is text, and the calls around it are read (bug 6.23)',
    text: '<dots_function_call>\n<invoke name="get_time">\n</invoke>\n<invoke nam="x"></invoke>\n</dots_function_call>',
    say: '\n<invoke nam="x"></invoke>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'The tag in prose is not a call (bug 6.27)',
    text: 'The <invoke> element has a name.',
    say: 'The <invoke> element has a name.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The tag with a name in prose is not a call (bug 6.27)',
    text: 'An <invoke name="x"> element calls x.',
    say: 'An <invoke name="x"> element calls x.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A JSON object instead of parameter tags',
    text: '<dots_function_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</dots_function_call><|endofresponse|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Several JSON objects, one with the key "parameters"',
    text: '<dots_function_call>{"name": "get_weather", "parameters": {"city": "Oslo"}}\n{"name": "get_time", "arguments": {}}</dots_function_call>Ok.',
    say: 'Ok.',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
];
