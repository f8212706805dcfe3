import { type FormatCase, large } from './case.ts';

export const poolsideV1: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Osaka' } }],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<tool_call>get_time\n</tool_call>\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n<arg_key>days</arg_key>\n<arg_value>6</arg_value>\n</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Osaka', days: 6 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Sure, here it comes:\n<tool_call>get_time\n<arg_key>zone</arg_key>\n<arg_value>Asia/Tokyo</arg_value>\n</tool_call>\nBack in a second.',
    say: 'Sure, here it comes:\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Sure, here it comes:\n\n<tool_call>get_time\n<arg_key>zone</arg_key>\n<arg_value>Asia/Tokyo</arg_value>\n</tool_call>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>C:\\tmp\\Ä "1".txt</arg_value>\n<arg_key>content</arg_key>\n<arg_value>say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\</arg_value>\n</tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>notes.md</arg_value>\n<arg_key>content</arg_key>\n<arg_value>a </arg_value> b </tool_call> c <tool_call> d</arg_value>\n</tool_call>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: 'a </arg_value> b </tool_call> c <tool_call> d' } },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<tool_call>plan_trip\n<arg_key>stops</arg_key>\n<arg_value>[{"place":"Wels","nights":2},{"place":"Rome \\"N\\"","nights":0}]</arg_value>\n<arg_key>traveller</arg_key>\n<arg_value>{"name":"Ada","address":{"zip":"02134"}}</arg_value>\n<arg_key>budget</arg_key>\n<arg_value>-1250.5</arg_value>\n</tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Wels', nights: 2 },
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
    text: '<tool_call>set_lamp\n<arg_key>serial</arg_key>\n<arg_value>12345678901234567890</arg_value>\n<arg_key>on</arg_key>\n<arg_value>false</arg_value>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<tool_call>set_lamp\n<arg_key>level</arg_key>\n<arg_value>low</arg_value>\n<arg_key>colour</arg_key>\n<arg_value>null</arg_value>\n</tool_call>\n<tool_call>set_lamp\n<arg_key>level</arg_key>\n<arg_value>7</arg_value>\n</tool_call>\n<tool_call>get_time\n<arg_key>zone</arg_key>\n<arg_value></arg_value>\n</tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<tool_call>feed_cat\n<arg_key>name</arg_key>\n<arg_value>Tom</arg_value>\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<tool_call>feed_cat\n<arg_key>name</arg_key>\n<arg_value>Mia</arg_value>\n</tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<tool_call>feed_cat\n<arg_key>grams</arg_key>\n<arg_value>80</arg_value>\n</tool_call>\n<tool_call>get_time\n</tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Sure, here it comes:\n<tool_call>get_time\n</tool_call>\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n<arg_key>days</arg_key>\n<arg_value>6</arg_value>\n</tool_call>',
    options: { toolChoice: 'none' },
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call>\nBack in a second.',
    tools: 'none',
    say: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call>\nBack in a second.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Sure, here it comes:\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Os',
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>I know a tool for that.\nSo be it.</think>\n\nSure, here it comes:\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call>',
    think: 'I know a tool for that.\nSo be it.',
    say: 'Sure, here it comes:\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Osaka' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'I know a tool for that.</think><tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call>',
    options: { startInReasoning: true },
    think: 'I know a tool for that.',
    calls: [{ name: 'get_weather', arguments: { city: 'Osaka' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<think>Perhaps <tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call> would do.</think>\nSure, here it comes:',
    think:
      'Perhaps <tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call> would do.',
    say: 'Sure, here it comes:',
    calls: [],
    notices: ['in-reasoning'],
    alone: 'families with the same markers end their thoughts with a call',
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<think>I know a tool for that. <tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Osaka</arg_value>\n</tool_call>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'I know a tool for that. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Osaka' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>02134</arg_value>\n<arg_key>days</arg_key>\n<arg_value>soon</arg_value>\n<arg_key>unit</arg_key>\n<arg_value>celsius</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<tool_call>set_lamp\n<arg_key>on</arg_key>\n<arg_value>True</arg_value>\n<arg_key>level</arg_key>\n<arg_value>high</arg_value>\n<arg_key>serial</arg_key>\n<arg_value>007</arg_value>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'tags in one line',
    text: '<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value><arg_key>days</arg_key><arg_value>3</arg_value></tool_call><tool_call>get_time</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo', days: 3 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'white space in a value is its own',
    text: '<tool_call>write_file<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key><arg_value>\n x \n</arg_value></tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\n x \n' } }],
  },
  {
    name: '6.20: a closing tag is missing before the next parameter',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
    notices: ['repaired'],
  },
  {
    name: "6.20: a closing tag is missing before the call's",
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value></arg_value>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.20: a value without its opening tag',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\nOslo</arg_value>\n</tool_call>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.27: the marker in prose',
    text: 'The tag <tool_call> opens a call.\nAnd so on.',
    say: 'The tag <tool_call> opens a call.\nAnd so on.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.27: the marker at the end of prose',
    text: 'Every call begins with <tool_call>',
    say: 'Every call begins with <tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a parameter that comes twice',
    text: '<tool_call>get_weather<arg_key>city</arg_key><arg_value>Ulm</arg_value><arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: 'an object instead of tags',
    text: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call></assistant>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'an object, with parameters by another name',
    text: '<tool_call>{"name": "get_weather", "parameters": {"city": "Oslo"}}</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'an object, cut',
    text: '<tool_call>{"name": "get_weather", "arguments": {"city": "Os',
    calls: [],
    notices: ['incomplete'],
  },
];
