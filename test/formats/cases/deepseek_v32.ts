import { type FormatCase, large } from './case.ts';

export const deepseekV32: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="false">5</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Split', days: 5 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'One moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_time">\n<｜DSML｜parameter name="zone" string="true">Asia/Tokyo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    say: 'One moment.\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'One moment.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_time">\n<｜DSML｜parameter name="zone" string="true">Asia/Tokyo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
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
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
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
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="set_lamp">\n<｜DSML｜parameter name="serial" string="false">12345678901234567890</｜DSML｜parameter>\n<｜DSML｜parameter name="on" string="false">false</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="set_lamp">\n<｜DSML｜parameter name="level" string="true">low</｜DSML｜parameter>\n<｜DSML｜parameter name="colour" string="false">null</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="set_lamp">\n<｜DSML｜parameter name="level" string="false">7</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n<｜DSML｜parameter name="zone" string="true"></｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="name" string="true">Tom</｜DSML｜parameter>\n<｜DSML｜parameter name="grams" string="false">80</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="name" string="true">Mia</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="grams" string="false">80</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'One moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="false">5</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    tools: 'none',
    say: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\nThat is all.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'One moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>The user asks for the weather.\nSo be it.</think>\n\nOne moment.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user asks for the weather.</think><｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: 'A call ends reasoning that was never closed (bug 6.25)',
    text: '<think>The user asks for the weather.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    think: 'The user asks for the weather.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: 'The policy callsInReasoning "ignored" keeps a call inside the reasoning as text (bug 6.24)',
    text: '<think>Perhaps <｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls> would do.</think>\nOne moment.',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'A closing marker of reasoning after the call is dropped (bug 6.26)',
    text: '<think>The user asks for the weather.\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Split</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\n</think>\n\nOne moment.',
    think: 'The user asks for the weather.\n',
    say: 'One moment.',
    calls: [{ name: 'get_weather', arguments: { city: 'Split' } }],
  },
  {
    name: "V4's section markers",
    text: '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Markers with double ASCII bars',
    text: '<||DSML||tool_calls>\n<||DSML||invoke name="get_weather">\n<||DSML||parameter name="city" string="true">Oslo</||DSML||parameter>\n</||DSML||invoke>\n</||DSML||tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Markers with the double-bar character',
    text: '<‖DSML‖function_calls>\n<‖DSML‖invoke name="get_time">\n</‖DSML‖invoke>\n</‖DSML‖function_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: "The attribute decides the types of an unknown tool's arguments",
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter name="a" string="true">7</｜DSML｜parameter>\n<｜DSML｜parameter name="b" string="false">7</｜DSML｜parameter>\n<｜DSML｜parameter name="c" string="false">oops</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'feed_cat', arguments: { a: '7', b: 7, c: 'oops' } }],
  },
  {
    name: 'The attribute decides the type if the schema allows several',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="plan_trip">\n<｜DSML｜parameter name="note" string="true">null</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'plan_trip', arguments: { note: 'null' } }],
  },
  {
    name: 'A string that the attribute marks as JSON is parsed',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="false">"Oslo"</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'The schema overrides the attribute (bug 6.30)',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="false">02134</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="true">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 3 } }],
  },
  {
    name: 'Parameters without the type attribute',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city">Oslo</｜DSML｜parameter>\n<｜DSML｜parameter name="days">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'Attributes in another order',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="feed_cat">\n<｜DSML｜parameter string="true" name="code">7</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'feed_cat', arguments: { code: '7' } }],
  },
  {
    name: 'A JSON object instead of parameter tags',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n{"city": "Oslo", "days": 3}\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'An extra object around the JSON object is removed',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n{"input": {"city": "Oslo"}}\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A call without the section around it (bug 6.23)',
    text: '<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\nOk.',
    say: '\nOk.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without a name is text, and the calls around it are read (bug 6.23)',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_time">\n</｜DSML｜invoke>\n<｜DSML｜invoke nam="x"></｜DSML｜invoke>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    say: '\n<｜DSML｜invoke nam="x"></｜DSML｜invoke>\n',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['malformed'],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired (bug 6.20)',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A text that ends inside a closing tag makes no call (bug 6.11)',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜param',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'They write <｜DSML｜function_calls> first.',
    say: 'They write <｜DSML｜function_calls> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A value keeps a line break at either end',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="write_file">\n<｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter>\n<｜DSML｜parameter name="content" string="true">\nx\n</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\nx\n' } }],
  },
];
