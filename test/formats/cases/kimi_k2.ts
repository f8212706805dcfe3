import { type FormatCase, large } from './case.ts';

export const kimiK2: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
    argumentsText: ['{"city":"Quito"}'],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{"city":"Quito","days":7}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'functions.get_time:0' },
      { name: 'get_weather', arguments: { city: 'Quito', days: 7 }, id: 'functions.get_weather:1' },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Sure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{"zone":"UTC"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    say: 'Sure, here it comes:\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' }, id: 'functions.get_time:0' }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Sure, here it comes:\n\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{"zone":"UTC"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' }, id: 'functions.get_time:0' }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
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
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
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
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.set_lamp:0<|tool_call_argument_begin|>{"serial":12345678901234567890,"on":false}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false }, id: 'functions.set_lamp:0' }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.set_lamp:0<|tool_call_argument_begin|>{"level":"low","colour":null}<|tool_call_end|><|tool_call_begin|>functions.set_lamp:1<|tool_call_argument_begin|>{"level":7}<|tool_call_end|><|tool_call_begin|>functions.get_time:2<|tool_call_argument_begin|>{"zone":""}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null }, id: 'functions.set_lamp:0' },
      { name: 'set_lamp', arguments: { level: 7 }, id: 'functions.set_lamp:1' },
      { name: 'get_time', arguments: { zone: '' }, id: 'functions.get_time:2' },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.feed_cat:0<|tool_call_argument_begin|>{"name":"Tom","grams":80}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 }, id: 'functions.feed_cat:0' }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.feed_cat:0<|tool_call_argument_begin|>{"name":"Mia"}<|tool_call_end|><|tool_calls_section_end|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' }, id: 'functions.feed_cat:0' }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.feed_cat:0<|tool_call_argument_begin|>{"grams":80}<|tool_call_end|><|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {}, id: 'functions.get_time:1' }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Sure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{"city":"Quito","days":7}<|tool_call_end|><|tool_calls_section_end|>',
    options: { toolChoice: 'none' },
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    tools: 'none',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>\nDone so far.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Sure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Os',
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'functions.get_weather:0' }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>First the weather, then the time.\nSo be it.</think>\n\nSure, here it comes:\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'Sure, here it comes:\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'First the weather, then the time.</think><|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: 'A call ends reasoning that was never closed (bug 6.25)',
    text: '<think>First the weather, then the time.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>',
    think: 'First the weather, then the time.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: 'The policy callsInReasoning "ignored" keeps a call inside the reasoning as text (bug 6.24)',
    text: '<think>Perhaps <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|> would do.</think>\nSure, here it comes:',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|> would do.',
    say: 'Sure, here it comes:',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'A closing marker of reasoning after the call is dropped (bug 6.26)',
    text: '<think>First the weather, then the time.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Quito"}<|tool_call_end|><|tool_calls_section_end|>\n</think>\n\nSure, here it comes:',
    think: 'First the weather, then the time.\n',
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' }, id: 'functions.get_weather:0' }],
  },
  {
    name: 'The singular spelling of the section markers',
    text: '<|tool_call_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_section_end|>',
    calls: [{ name: 'get_time', arguments: {}, id: 'functions.get_time:0' }],
  },
  {
    name: 'A call without the section around it',
    text: '<|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|im_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A name and an index without separators (bug 6.32)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functionsget_weather5<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'functionsget_weather5' }],
  },
  {
    name: 'A name and an index with underscores as separators (bug 6.32)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions_get_weather_1<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'functions_get_weather_1' }],
  },
  {
    name: 'A name without a namespace or an index (bug 6.32)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>get_weather<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A bare index is a call if the arguments match exactly one tool (bug 6.32)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>3<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A bare index is malformed if the arguments match no tool (bug 6.32)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>3<|tool_call_argument_begin|>{"colour": "red", "city": "Ulm"}<|tool_call_end|><|tool_calls_section_end|>',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>3<|tool_call_argument_begin|>{"colour": "red", "city": "Ulm"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "An id in another provider's style is read as the name (bug 6.32)",
    text: '<|tool_calls_section_begin|><|tool_call_begin|>call_abc<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'call_abc', arguments: {}, id: 'call_abc' }],
  },
  {
    name: 'If an id occurs twice, the second call gets a new id',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'functions.get_time:0' },
      { name: 'get_time', arguments: {}, id: 'call00001' },
    ],
  },
  {
    name: 'A tool whose name ends in digits',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.step_2:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    tools: [{ name: 'step_2' }, { name: 'step' }],
    calls: [{ name: 'step_2', arguments: {}, id: 'functions.step_2:0' }],
  },
  {
    name: 'Names with dots, underscores and non-ASCII letters',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.srv.météo:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.mcp__a__b:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'mcp__a__b', arguments: {} },
    ],
  },
  {
    name: 'An index without a name is malformed',
    text: '<|tool_call_begin|>functions.:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
    say: '<|tool_call_begin|>functions.:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Missing closing markers between calls (bug 6.21)',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'A call without an arguments object is repaired',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|><|tool_call_end|><|tool_calls_section_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: 'A call without the marker before its arguments is malformed',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0{}<|tool_call_end|><|tool_calls_section_end|>',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Arguments that are not JSON are malformed',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>noon<|tool_call_end|><|tool_calls_section_end|>',
    say: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>noon<|tool_call_end|><|tool_calls_section_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'A call begins with <|tool_call_begin|>, you know.',
    say: 'A call begins with <|tool_call_begin|>, you know.',
    calls: [],
    notices: ['malformed'],
  },
];
