import { type FormatCase, large } from './case.ts';

export const kimiK2: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
    argumentsText: ['{"city":"Quito"}'],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{"city":"Quito","days":7}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'functions.get_time:0' },
      { name: 'get_weather', arguments: { city: 'Quito', days: 7 }, id: 'functions.get_weather:1' },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Sure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{"zone":"UTC"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    say: 'Sure, here it comes:\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' }, id: 'functions.get_time:0' }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Sure, here it comes:\n\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{"zone":"UTC"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' }, id: 'functions.get_time:0' }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"{\\"a\\": \\"b\\\\\\"c\\"}, ]}\\n\\n\\"\\"\\"quoted\\"\\"\\" — 東京 🗼 \\\\\\""}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
        id: 'functions.write_file:0',
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>{"path":"notes.md","content":"<|tool_call_end|><|tool_calls_section_end|><|tool_call_begin|>functions.x:1 </think>"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: '<|tool_call_end|><|tool_calls_section_end|><|tool_call_begin|>functions.x:1 </think>',
        },
        id: 'functions.write_file:0',
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.plan_trip:0<|tool_call_argument_begin|>{"stops":[{"place":"Kyoto","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Kyoto', nights: 2 },
            { place: 'Rome "N"', nights: 0 },
          ],
          traveller: { name: 'Ada', address: { zip: '02134' } },
          budget: -1250.5,
        },
        id: 'functions.plan_trip:0',
      },
    ],
  },
  {
    name: 'a number of twenty digits',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.set_lamp:0<|tool_call_argument_begin|>{"serial":12345678901234567890,"on":false}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false }, id: 'functions.set_lamp:0' }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.set_lamp:0<|tool_call_argument_begin|>{"level":"low","colour":null}<|tool_call_end|><|tool_call_begin|>functions.set_lamp:1<|tool_call_argument_begin|>{"level":7}<|tool_call_end|><|tool_call_begin|>functions.get_time:2<|tool_call_argument_begin|>{"zone":""}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null }, id: 'functions.set_lamp:0' },
      { name: 'set_lamp', arguments: { level: 7 }, id: 'functions.set_lamp:1' },
      { name: 'get_time', arguments: { zone: '' }, id: 'functions.get_time:2' },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.feed_cat:0<|tool_call_argument_begin|>{"name":"Tom","grams":80}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 }, id: 'functions.feed_cat:0' }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.feed_cat:0<|tool_call_argument_begin|>{"name":"Mia"}<|tool_call_end|><|tool_calls_section_end|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' }, id: 'functions.feed_cat:0' }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.feed_cat:0<|tool_call_argument_begin|>{"grams":80}<|tool_call_end|><|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {}, id: 'functions.get_time:1' }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Sure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{"city":"Quito","days":7}<|tool_call_end|><|tool_calls_section_end|>',
    options: { toolChoice: 'none' },
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    tools: 'none',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Sure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Os',
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'functions.get_weather:0' }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>First the weather, then the time.\nSo be it.</think>\n\nSure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'Sure, here it comes:\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'First the weather, then the time.</think><|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: '6.25: a call ends thoughts that were never closed',
    text: '<think>First the weather, then the time.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    think: 'First the weather, then the time.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: '6.24: a draft among the thoughts, ignored by policy',
    text: '<think>Perhaps <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|> would do.</think>\nSure, here it comes:',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|> would do.',
    say: 'Sure, here it comes:',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: thoughts that are closed behind the call they led to',
    text: '<think>First the weather, then the time.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>\n</think>\n\nSure, here it comes:',
    think: 'First the weather, then the time.\n',
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: 'the section in the singular',
    text: '<|tool_call_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_section_end|>',
    calls: [{ name: 'get_time', arguments: {}, id: 'functions.get_time:0' }],
  },
  {
    name: 'without the section around it',
    text: '<|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|im_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.32: an index without its point',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functionsget_weather5<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'functionsget_weather5' }],
  },
  {
    name: '6.32: lines instead of point and colon',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions_get_weather_1<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'functions_get_weather_1' }],
  },
  {
    name: '6.32: a name without anything',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>get_weather<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.32: a bare index, and one tool that takes such arguments',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>3<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.32: a bare index, and nothing that tells the tool',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>3<|tool_call_argument_begin|>{"colour": "red", "city": "Ulm"}<|tool_call_end|><|tool_calls_section_end|>',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>3<|tool_call_argument_begin|>{"colour": "red", "city": "Ulm"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.32: an id of another provider',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>call_abc<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'call_abc', arguments: {}, id: 'call_abc' }],
  },
  {
    name: 'the same id twice is given once',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'functions.get_time:0' },
      { name: 'get_time', arguments: {}, id: 'call00001' },
    ],
  },
  {
    name: 'a tool whose name ends in digits',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.step_2:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    tools: [{ name: 'step_2' }, { name: 'step' }],
    calls: [{ name: 'step_2', arguments: {}, id: 'functions.step_2:0' }],
  },
  {
    name: 'names with points, lines and letters of other scripts',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.srv.météo:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.mcp__a__b:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'mcp__a__b', arguments: {} },
    ],
  },
  {
    name: 'an index without a name',
    text: '<|tool_call_begin|>functions.:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
    say: '<|tool_call_begin|>functions.:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.21: closing markers are missing between calls',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'no arguments at all',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|><|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: 'without the marker before its arguments',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0{}<|tool_call_end|><|tool_calls_section_end|>',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'arguments that are no JSON',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>noon<|tool_call_end|><|tool_calls_section_end|>',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>noon<|tool_call_end|><|tool_calls_section_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.27: the marker in prose',
    text: 'A call begins with <|tool_call_begin|>, you know.',
    say: 'A call begins with <|tool_call_begin|>, you know.',
    calls: [],
    notices: ['malformed'],
  },
];
