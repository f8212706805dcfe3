import { type FormatCase, large } from './case.ts';

export const solarOpen: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Accra' }, id: 'qwe123rty' }],
    argumentsText: ['{"city":"Accra"}'],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra","days":9}<|tool_call:end|><|tool_call:begin|>asd456fgh<|tool_call:name|>get_time<|tool_call:args|>{}<|tool_call:end|><|calls|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Accra', days: 9 }, id: 'qwe123rty' },
      { name: 'get_time', arguments: {}, id: 'asd456fgh' },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Looking it up now.\n<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_time<|tool_call:args|>{"zone":"Asia/Tokyo"}<|tool_call:end|><|calls|>\nThat is all.',
    say: 'Looking it up now.\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' }, id: 'qwe123rty' }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Looking it up now.\n\n<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_time<|tool_call:args|>{"zone":"Asia/Tokyo"}<|tool_call:end|><|calls|>\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Looking it up now.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' }, id: 'qwe123rty' }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>write_file<|tool_call:args|>{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"if [ \\"$x\\" = \\"{\\" ]; then\\n  echo \'a\\\\b\' } ]\\nfi\\t# 終わり 🎉"}<|tool_call:end|><|calls|>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Ä "1".txt',
          content: 'if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉',
        },
        id: 'qwe123rty',
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>write_file<|tool_call:args|>{"path":"notes.md","content":"<|tool_call:end|><|calls|> and <|end|>"}<|tool_call:end|><|calls|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|tool_call:end|><|calls|> and <|end|>' },
        id: 'qwe123rty',
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>plan_trip<|tool_call:args|>{"stops":[{"place":"Malmö","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}<|tool_call:end|><|calls|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Malmö', nights: 2 },
            { place: 'Rome "N"', nights: 0 },
          ],
          traveller: { name: 'Ada', address: { zip: '02134' } },
          budget: -1250.5,
        },
        id: 'qwe123rty',
      },
    ],
  },
  {
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>set_lamp<|tool_call:args|>{"serial":12345678901234567890,"on":false}<|tool_call:end|><|calls|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false }, id: 'qwe123rty' }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>set_lamp<|tool_call:args|>{"level":"low","colour":null}<|tool_call:end|><|tool_call:begin|>asd456fgh<|tool_call:name|>set_lamp<|tool_call:args|>{"level":7}<|tool_call:end|><|tool_call:begin|>zxc789vbn<|tool_call:name|>get_time<|tool_call:args|>{"zone":""}<|tool_call:end|><|calls|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null }, id: 'qwe123rty' },
      { name: 'set_lamp', arguments: { level: 7 }, id: 'asd456fgh' },
      { name: 'get_time', arguments: { zone: '' }, id: 'zxc789vbn' },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>feed_cat<|tool_call:args|>{"name":"Tom","grams":80}<|tool_call:end|><|calls|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 }, id: 'qwe123rty' }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>feed_cat<|tool_call:args|>{"name":"Mia"}<|tool_call:end|><|calls|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' }, id: 'qwe123rty' }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>feed_cat<|tool_call:args|>{"grams":80}<|tool_call:end|><|tool_call:begin|>asd456fgh<|tool_call:name|>get_time<|tool_call:args|>{}<|tool_call:end|><|calls|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {}, id: 'asd456fgh' }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Looking it up now.\n<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra","days":9}<|tool_call:end|><|tool_call:begin|>asd456fgh<|tool_call:name|>get_time<|tool_call:args|>{}<|tool_call:end|><|calls|>',
    options: { toolChoice: 'none' },
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|>\nThat is all.',
    tools: 'none',
    say: '<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|>\nThat is all.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Looking it up now.\n<|tool_calls|><|tool_call:begin|>abc<|tool_call:name|>get_weather<|tool_call:args|>{"city": "Os',
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<|tool_calls|><|tool_call:begin|>abc<|tool_call:name|>get_weather<|tool_call:args|>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'abc' }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<|think|>The user asks for the weather.\nSo be it.<|end|>\n\nLooking it up now.\n<|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|>',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'Looking it up now.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Accra' }, id: 'qwe123rty' }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user asks for the weather.<|end|><|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|>',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Accra' }, id: 'qwe123rty' }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<|think|>Perhaps <|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|> would do.<|end|>\nLooking it up now.',
    think:
      'Perhaps <|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|> would do.',
    say: 'Looking it up now.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<|think|>The user asks for the weather. <|tool_calls|><|tool_call:begin|>qwe123rty<|tool_call:name|>get_weather<|tool_call:args|>{"city":"Accra"}<|tool_call:end|><|calls|>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'The user asks for the weather. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Accra' }, id: 'qwe123rty' }],
  },
  {
    name: 'An answer between its markers',
    text: '<|think|>Easy.<|end|><|begin|>assistant<|content|>Hello there.<|end|>',
    think: 'Easy.',
    say: 'Hello there.',
    calls: [],
  },
  {
    name: 'An answer between its markers, and a call',
    text: '<|content|>I look.<|end|><|tool_calls|><|tool_call:begin|>a<|tool_call:name|>get_time<|tool_call:args|>{}<|tool_call:end|><|calls|>',
    say: 'I look.',
    calls: [{ name: 'get_time', arguments: {}, id: 'a' }],
  },
  {
    name: 'Reasoning, and a call in the next message',
    text: '<|think|>Ask.<|end|><|begin|>assistant<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>get_time<|tool_call:args|>{}<|tool_call:end|><|calls|>',
    think: 'Ask.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without the section around it',
    text: '<|tool_call:begin|>a<|tool_call:name|>get_time<|tool_call:args|>{}<|tool_call:end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without an id gets a new one',
    text: '<|tool_calls|><|tool_call:begin|><|tool_call:name|>get_time<|tool_call:args|>{}<|tool_call:end|><|calls|>',
    calls: [{ name: 'get_time', arguments: {}, id: 'call00000' }],
  },
  {
    name: 'A call without the marker before its name is incomplete',
    text: '<|tool_call:begin|>get_time<|tool_call:args|>{}<|tool_call:end|>',
    say: '<|tool_call:begin|>get_time<|tool_call:args|>{}<|tool_call:end|>',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A call without an arguments object is repaired',
    text: '<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>get_time<|tool_call:args|><|tool_call:end|><|calls|>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: 'A missing last brace is repaired (bug 6.3)',
    text: '<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>get_weather<|tool_call:args|>{"city": "Oslo"<|tool_call:end|><|calls|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'Arguments that are not JSON are malformed',
    text: '<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>get_time<|tool_call:args|>noon<|tool_call:end|><|calls|>Sorry.',
    say: '<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>get_time<|tool_call:args|>noon<|tool_call:end|><|calls|>Sorry.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'Then <|tool_calls|> follows.',
    say: 'Then <|tool_calls|> follows.',
    calls: [],
    notices: ['malformed'],
  },
];
