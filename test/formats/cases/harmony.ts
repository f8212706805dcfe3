import { type FormatCase, large } from './case.ts';

export const harmony: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Basel"}<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Basel' } }],
    argumentsText: ['{"city":"Basel"}'],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Basel","days":2}<|call|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Basel', days: 2 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'I will check that.\n<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{"zone":"Asia/Tokyo"}<|call|>\nDone so far.',
    say: 'I will check that.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'I will check that.\n\n<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{"zone":"Asia/Tokyo"}<|call|>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<|start|>assistant<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"{\\"a\\": \\"b\\\\\\"c\\"}, ]}\\n\\n\\"\\"\\"quoted\\"\\"\\" — 東京 🗼 \\\\\\""}<|call|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<|start|>assistant<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>{"path":"notes.md","content":"<|call|> and <|end|><|start|>assistant<|message|>"}<|call|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|call|> and <|end|><|start|>assistant<|message|>' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
    text: '<|start|>assistant<|channel|>commentary to=functions.plan_trip <|constrain|>json<|message|>{"stops":[{"place":"Perth","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}<|call|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Perth', nights: 2 },
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
    text: '<|start|>assistant<|channel|>commentary to=functions.set_lamp <|constrain|>json<|message|>{"serial":12345678901234567890,"on":false}<|call|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<|start|>assistant<|channel|>commentary to=functions.set_lamp <|constrain|>json<|message|>{"level":"low","colour":null}<|call|><|start|>assistant<|channel|>commentary to=functions.set_lamp <|constrain|>json<|message|>{"level":7}<|call|><|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{"zone":""}<|call|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|start|>assistant<|channel|>commentary to=functions.feed_cat <|constrain|>json<|message|>{"name":"Tom","grams":80}<|call|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|start|>assistant<|channel|>commentary to=functions.feed_cat <|constrain|>json<|message|>{"name":"Mia"}<|call|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|start|>assistant<|channel|>commentary to=functions.feed_cat <|constrain|>json<|message|>{"grams":80}<|call|><|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'I will check that.\n<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Basel","days":2}<|call|>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'I will check that.\n<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Os',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, a preamble and a call',
    text: '<|channel|>analysis<|message|>Ask the tool.<|end|><|start|>assistant<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>',
    think: 'Ask the tool.',
    say: 'I look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then the answer',
    text: '<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>Hello.<|return|>',
    think: 'Easy.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'The recipient is in the role part of the header',
    text: '<|start|>assistant to=functions.get_weather<|channel|>commentary<|message|>{"city": "Oslo"}<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'The prompt opened the header',
    text: ' to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Oslo"}<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A recipient without its namespace',
    text: '<|start|>assistant<|channel|>commentary to=get_time<|message|>{}<|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Names with dots and non-ASCII letters',
    text: '<|start|>assistant<|channel|>commentary to=functions.srv.météo <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=srv.météo<|message|>{}<|call|>',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'srv.météo', arguments: {} },
    ],
  },
  {
    name: 'A call in the reasoning channel',
    text: '<|channel|>analysis to=functions.get_time<|message|>{}<|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A recipient mentioned in the reasoning is not a call (bug 6.24)',
    text: '<|channel|>analysis<|message|>Use to=functions.get_time here.<|end|>',
    think: 'Use to=functions.get_time here.',
    calls: [],
  },
  {
    name: 'A program as the raw body of a call',
    text: '<|channel|>analysis to=python<|message|>print("<|start|" + "x")\n<|call|>',
    calls: [{ name: 'python', arguments: { code: 'print("<|start|" + "x")\n' } }],
  },
  {
    name: "A call of the model's own built-in tool is reported as unknown",
    text: '<|channel|>analysis to=browser.search<|message|>{"query": "x"}<|call|>',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'With an empty tool list, nothing is a call',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|>',
    tools: 'none',
    say: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}',
    calls: [],
  },
  {
    name: 'A message that the next one interrupts (bug 6.33)',
    text: '<|channel|>analysis<|message|>Hm.<|start|>assistant<|channel|>final<|message|>Hello.',
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'A header with the channel twice (bug 6.33)',
    text: '<|channel|>commentary to=functions.get_time<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A stray channel name between two messages is dropped (bug 6.33)',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather<|message|>{"city": "Oslo"}<|end|>commentary<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'A message in an unknown channel is part of the answer (bug 6.33)',
    text: '<|channel|>summary<|message|>All good.<|end|>',
    say: 'All good.',
    calls: [],
  },
  {
    name: 'A header without its end is text (bug 6.33)',
    text: 'See <|channel|>final, they say.',
    say: 'See <|channel|>final, they say.',
    calls: [],
  },
  {
    name: 'An outcome that the model invented is dropped',
    text: '<|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>{"sunny": true}<|end|><|start|>assistant<|channel|>final<|message|>Sunny.<|return|>',
    say: 'Sunny.',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'An answer in JSON is not a call',
    text: '<|channel|>final <|constrain|>json<|message|>{"name": "get_time", "arguments": {}}<|return|>',
    say: '{"name": "get_time", "arguments": {}}',
    calls: [],
  },
  {
    name: 'Text without a header',
    text: 'Hello there.',
    say: 'Hello there.',
    calls: [],
  },
  {
    name: 'A call without an arguments object is repaired',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|><|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: 'A missing last brace is repaired (bug 6.3)',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'Arguments that are not JSON are malformed',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>sunny<|call|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Text after the arguments is dropped and reported as repaired',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"} There you go.<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'Text whose special tokens a server stripped stays text (bug 6.34)',
    text: 'analysisEasy.assistantfinalHello.',
    say: 'analysisEasy.assistantfinalHello.',
    calls: [],
  },
];
