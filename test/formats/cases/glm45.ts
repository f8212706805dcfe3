import { type FormatCase, large } from './case.ts';

export const glm45: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n<arg_key>days</arg_key>\n<arg_value>4</arg_value>\n</tool_call>\n<tool_call>get_time\n</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Nice', days: 4 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'I will check that.\n<tool_call>get_time\n<arg_key>zone</arg_key>\n<arg_value>UTC</arg_value>\n</tool_call>\nThat is all.',
    say: 'I will check that.\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'I will check that.\n\n<tool_call>get_time\n<arg_key>zone</arg_key>\n<arg_value>UTC</arg_value>\n</tool_call>\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>C:\\tmp\\Ä "1".txt</arg_value>\n<arg_key>content</arg_key>\n<arg_value>if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉</arg_value>\n</tool_call>',
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
    text: '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>notes.md</arg_value>\n<arg_key>content</arg_key>\n<arg_value>a </arg_value> b </tool_call> c <tool_call> d</arg_value>\n</tool_call>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: 'a </arg_value> b </tool_call> c <tool_call> d' } },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
    text: '<tool_call>plan_trip\n<arg_key>stops</arg_key>\n<arg_value>[{"place":"Varna","nights":2},{"place":"Rome \\"N\\"","nights":0}]</arg_value>\n<arg_key>traveller</arg_key>\n<arg_value>{"name":"Ada","address":{"zip":"02134"}}</arg_value>\n<arg_key>budget</arg_key>\n<arg_value>-1250.5</arg_value>\n</tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Varna', nights: 2 },
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
    text: '<tool_call>set_lamp\n<arg_key>serial</arg_key>\n<arg_value>12345678901234567890</arg_value>\n<arg_key>on</arg_key>\n<arg_value>false</arg_value>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<tool_call>set_lamp\n<arg_key>level</arg_key>\n<arg_value>low</arg_value>\n<arg_key>colour</arg_key>\n<arg_value>null</arg_value>\n</tool_call>\n<tool_call>set_lamp\n<arg_key>level</arg_key>\n<arg_value>7</arg_value>\n</tool_call>\n<tool_call>get_time\n<arg_key>zone</arg_key>\n<arg_value></arg_value>\n</tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<tool_call>feed_cat\n<arg_key>name</arg_key>\n<arg_value>Tom</arg_value>\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<tool_call>feed_cat\n<arg_key>name</arg_key>\n<arg_value>Mia</arg_value>\n</tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<tool_call>feed_cat\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>\n<tool_call>get_time\n</tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'I will check that.\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n<arg_key>days</arg_key>\n<arg_value>4</arg_value>\n</tool_call>\n<tool_call>get_time\n</tool_call>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call>\nThat is all.',
    tools: 'none',
    say: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call>\nThat is all.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'I will check that.\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Os',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>The user asks for the weather.\nSo be it.</think>\n\nI will check that.\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call>',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'I will check that.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user asks for the weather.</think><tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call>',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'A call ends reasoning that was never closed (bug 6.25)',
    text: '<think>The user asks for the weather.\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call>',
    think: 'The user asks for the weather.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'The policy callsInReasoning "ignored" keeps a call inside the reasoning as text (bug 6.24)',
    text: '<think>Perhaps <tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call> would do.</think>\nI will check that.',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call> would do.',
    say: 'I will check that.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'A closing marker of reasoning after the call is dropped (bug 6.26)',
    text: '<think>The user asks for the weather.\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Nice</arg_value>\n</tool_call>\n</think>\n\nI will check that.',
    think: 'The user asks for the weather.\n',
    say: 'I will check that.',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'Values that do not match the types in the schema (bug 6.30)',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>02134</arg_value>\n<arg_key>days</arg_key>\n<arg_value>soon</arg_value>\n<arg_key>unit</arg_key>\n<arg_value>celsius</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants (bug 6.30)',
    text: '<tool_call>set_lamp\n<arg_key>on</arg_key>\n<arg_value>True</arg_value>\n<arg_key>level</arg_key>\n<arg_value>high</arg_value>\n<arg_key>serial</arg_key>\n<arg_value>007</arg_value>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'All tags on one line',
    text: '<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value><arg_key>days</arg_key><arg_value>3</arg_value></tool_call><tool_call>get_time</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo', days: 3 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'White space in a value is kept',
    text: '<tool_call>write_file<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key><arg_value>\n x \n</arg_value></tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\n x \n' } }],
  },
  {
    name: 'A missing closing tag before the next parameter is repaired (bug 6.20)',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing tag before the end of the call is repaired (bug 6.20)',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired (bug 6.22)',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value></arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A value without its opening tag makes the call malformed (bug 6.20)',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\nOslo</arg_value>\n</tool_call>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'The tag <tool_call> opens a call.\nAnd so on.',
    say: 'The tag <tool_call> opens a call.\nAnd so on.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The marker at the end of prose is not a call (bug 6.27)',
    text: 'Every call begins with <tool_call>',
    say: 'Every call begins with <tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A parameter that occurs twice causes the notice "inexact"',
    text: '<tool_call>get_weather<arg_key>city</arg_key><arg_value>Ulm</arg_value><arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: 'Line breaks that the model escaped',
    text: '<tool_call>get_weather\\n<arg_key>city</arg_key>\\n<arg_value>Oslo</arg_value>\\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call ends reasoning that the prompt opened (bug 6.25)',
    text: 'The tool knows.<tool_call>get_time</tool_call>',
    options: { startInReasoning: true },
    think: 'The tool knows.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Names of inherited properties are ordinary names',
    text: '<tool_call>constructor<arg_key>toString</arg_key><arg_value>1</arg_value></tool_call><tool_call>set_lamp<arg_key>constructor</arg_key><arg_value>x</arg_value></tool_call>',
    calls: [
      { name: 'constructor', arguments: { toString: 1 } },
      { name: 'set_lamp', arguments: { constructor: 'x' } },
    ],
  },
  {
    name: 'White space around names is ignored',
    text: '<tool_call> get_weather \n<arg_key> city </arg_key><arg_value>Oslo</arg_value><arg_key>days</arg_key><arg_value> 3.0 </arg_value></tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'The marker of the next role after a call is not text',
    text: '<tool_call>get_time\n</tool_call><|observation|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'JSON between the tags is read if Hermes is enabled too',
    text: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    formats: ['glm45', 'hermes'],
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
