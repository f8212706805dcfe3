import { type FormatCase, large } from './case.ts';

export const deepseekV32: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: 'two calls, the second without arguments',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="false">5</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Split', days: 5 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'One moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_time">\n<｜DSML｜parameter name="zone" string="true">Asia/Tokyo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    say: 'One moment.\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'One moment.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_time">\n<｜DSML｜parameter name="zone" string="true">Asia/Tokyo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="write_file">\n<｜DSML｜parameter name="path" string="true">C:\\tmp\\Ä "1".txt</｜DSML｜parameter>\n<｜DSML｜parameter name="content" string="true">if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Ä "1".txt',
          content: 'if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉',
        },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="write_file">\n<｜DSML｜parameter name="path" string="true">notes.md</｜DSML｜parameter>\n<｜DSML｜parameter name="content" string="true"></｜DSML｜parameter and </｜DSML｜parameter> or </｜DSML｜invoke> in it </think></｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: '</｜DSML｜parameter and </｜DSML｜parameter> or </｜DSML｜invoke> in it </think>',
        },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="plan_trip">\n<｜DSML｜parameter name="stops" string="false">[{"place":"Oslo","nights":2},{"place":"Rome \\"N\\"","nights":0}]</｜DSML｜parameter>\n<｜DSML｜parameter name="traveller" string="false">{"name":"Ada","address":{"zip":"02134"}}</｜DSML｜parameter>\n<｜DSML｜parameter name="budget" string="false">-1250.5</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Oslo', nights: 2 },
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
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="set_lamp">\n<｜DSML｜parameter name="serial" string="false">12345678901234567890</｜DSML｜parameter>\n<｜DSML｜parameter name="on" string="false">false</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="set_lamp">\n<｜DSML｜parameter name="level" string="true">low</｜DSML｜parameter>\n<｜DSML｜parameter name="colour" string="false">null</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="set_lamp">\n<｜DSML｜parameter name="level" string="false">7</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n<｜DSML｜parameter name="zone" string="true"></｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="name" string="true">Tom</｜DSML｜parameter>\n<｜DSML｜parameter name="grams" string="false">80</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="name" string="true">Mia</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="grams" string="false">80</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'One moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="false">5</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    tools: 'none',
    say: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'One moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>The user asks for the weather.\nSo be it.</think>\n\nOne moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'The user asks for the weather.</think><｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: '6.25: a call ends thoughts that were never closed',
    text: '<think>The user asks for the weather.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    think: 'The user asks for the weather.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: '6.24: a draft among the thoughts, ignored by policy',
    text: '<think>Perhaps <｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls> would do.</think>\nOne moment.',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: thoughts that are closed behind the call they led to',
    text: '<think>The user asks for the weather.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\n</think>\n\nOne moment.',
    think: 'The user asks for the weather.\n',
    say: 'One moment.',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: "V4's name of the section",
    text: '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'bars of ASCII, doubled',
    text: '<||DSML||tool_calls>\n<||DSML||invoke name="get_weather">\n<||DSML||parameter name="city" string="true">Oslo</||DSML||parameter>\n</||DSML||invoke>\n</||DSML||tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'bars that are one letter',
    text: '<‖DSML‖function_calls>\n<‖DSML‖invoke name="get_time">\n</‖DSML‖invoke>\n</‖DSML‖function_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'an attribute decides where nobody knows the tool',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="a" string="true">7</｜DSML｜parameter>\n<｜DSML｜parameter name="b" string="false">7</｜DSML｜parameter>\n<｜DSML｜parameter name="c" string="false">oops</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'feed_cat', arguments: { a: '7', b: 7, c: 'oops' } }],
  },
  {
    name: 'an attribute decides where the schema leaves it open',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="plan_trip">\n<｜DSML｜parameter name="note" string="true">null</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'plan_trip', arguments: { note: 'null' } }],
  },
  {
    name: 'an attribute says that a string is JSON',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="false">"Oslo"</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.30: the schema decides against the attribute',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="false">02134</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="true">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 3 } }],
  },
  {
    name: 'without the attribute',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city">Oslo</｜DSML｜parameter>\n<｜DSML｜parameter name="days">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'attributes in another order',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter string="true" name="code">7</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'feed_cat', arguments: { code: '7' } }],
  },
  {
    name: 'an object instead of tags',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n{"city": "Oslo", "days": 3}\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'a wrapper around that object',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n{"input": {"city": "Oslo"}}\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.23: without the section around it',
    text: '<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\nOk.',
    say: '\nOk.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.23: a sibling without a name',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n<｜DSML｜invoke nam="x"></｜DSML｜invoke>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    say: '\n<｜DSML｜invoke nam="x"></｜DSML｜invoke>\n',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['malformed'],
  },
  {
    name: "6.20: the call's end is missing before the section's",
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.11: the text ends within a closing tag',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜param',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.27: the marker in prose',
    text: 'They write <｜DSML｜function_calls> first.',
    say: 'They write <｜DSML｜function_calls> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a value with a line break at either end keeps both',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="write_file">\n<｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter>\n<｜DSML｜parameter name="content" string="true">\nx\n</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\nx\n' } }],
  },
];
