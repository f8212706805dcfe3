import { type FormatCase, large } from './case.ts';

export const harmony: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Basel"}<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Basel' } }],
    argumentsText: ['{"city":"Basel"}'],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Basel","days":2}<|call|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Basel', days: 2 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'I will check that.\n<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{"zone":"Asia/Tokyo"}<|call|>\nDone so far.',
    say: 'I will check that.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'I will check that.\n\n<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{"zone":"Asia/Tokyo"}<|call|>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<|start|>assistant<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"{\\"a\\": \\"b\\\\\\"c\\"}, ]}\\n\\n\\"\\"\\"quoted\\"\\"\\" — 東京 🗼 \\\\\\""}<|call|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<|start|>assistant<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>{"path":"notes.md","content":"<|call|> and <|end|><|start|>assistant<|message|>"}<|call|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|call|> and <|end|><|start|>assistant<|message|>' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
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
    name: 'a number of twenty digits',
    text: '<|start|>assistant<|channel|>commentary to=functions.set_lamp <|constrain|>json<|message|>{"serial":12345678901234567890,"on":false}<|call|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<|start|>assistant<|channel|>commentary to=functions.set_lamp <|constrain|>json<|message|>{"level":"low","colour":null}<|call|><|start|>assistant<|channel|>commentary to=functions.set_lamp <|constrain|>json<|message|>{"level":7}<|call|><|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{"zone":""}<|call|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|start|>assistant<|channel|>commentary to=functions.feed_cat <|constrain|>json<|message|>{"name":"Tom","grams":80}<|call|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<|start|>assistant<|channel|>commentary to=functions.feed_cat <|constrain|>json<|message|>{"name":"Mia"}<|call|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<|start|>assistant<|channel|>commentary to=functions.feed_cat <|constrain|>json<|message|>{"grams":80}<|call|><|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'I will check that.\n<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Basel","days":2}<|call|>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'cut within the arguments',
    text: 'I will check that.\n<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Os',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'thoughts, a preamble, a call',
    text: '<|channel|>analysis<|message|>Ask the tool.<|end|><|start|>assistant<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>',
    think: 'Ask the tool.',
    say: 'I look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'thoughts, then the answer',
    text: '<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>Hello.<|return|>',
    think: 'Easy.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'the recipient in the role',
    text: '<|start|>assistant to=functions.get_weather<|channel|>commentary<|message|>{"city": "Oslo"}<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'the prompt has opened the header',
    text: ' to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Oslo"}<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'a recipient without its namespace',
    text: '<|start|>assistant<|channel|>commentary to=get_time<|message|>{}<|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'names with points and letters of other scripts',
    text: '<|start|>assistant<|channel|>commentary to=functions.srv.météo <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=srv.météo<|message|>{}<|call|>',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'srv.météo', arguments: {} },
    ],
  },
  {
    name: 'a call in the channel of thoughts',
    text: '<|channel|>analysis to=functions.get_time<|message|>{}<|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.24: a recipient among the words of thoughts',
    text: '<|channel|>analysis<|message|>Use to=functions.get_time here.<|end|>',
    think: 'Use to=functions.get_time here.',
    calls: [],
  },
  {
    name: 'a program as it stands',
    text: '<|channel|>analysis to=python<|message|>print("<|start|" + "x")\n<|call|>',
    calls: [{ name: 'python', arguments: { code: 'print("<|start|" + "x")\n' } }],
  },
  {
    name: "one of the model's own tools",
    text: '<|channel|>analysis to=browser.search<|message|>{"query": "x"}<|call|>',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'without tools nothing is a call',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|>',
    tools: 'none',
    say: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}',
    calls: [],
  },
  {
    name: '6.33: a message that the next one interrupts',
    text: '<|channel|>analysis<|message|>Hm.<|start|>assistant<|channel|>final<|message|>Hello.',
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: '6.33: the channel twice in a header',
    text: '<|channel|>commentary to=functions.get_time<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.33: a channel between two messages',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather<|message|>{"city": "Oslo"}<|end|>commentary<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{}<|call|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: '6.33: a channel that nobody knows is the answer',
    text: '<|channel|>summary<|message|>All good.<|end|>',
    say: 'All good.',
    calls: [],
  },
  {
    name: '6.33: a header without its end',
    text: 'See <|channel|>final, they say.',
    say: 'See <|channel|>final, they say.',
    calls: [],
  },
  {
    name: 'an outcome that the model made up',
    text: '<|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>{"sunny": true}<|end|><|start|>assistant<|channel|>final<|message|>Sunny.<|return|>',
    say: 'Sunny.',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'an answer in JSON is no call',
    text: '<|channel|>final <|constrain|>json<|message|>{"name": "get_time", "arguments": {}}<|return|>',
    say: '{"name": "get_time", "arguments": {}}',
    calls: [],
  },
  {
    name: 'text without any header',
    text: 'Hello there.',
    say: 'Hello there.',
    calls: [],
  },
  {
    name: 'no arguments at all',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|><|call|>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: '6.3: the last brace is missing',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'arguments that are no JSON',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>sunny<|call|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'words behind the arguments',
    text: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"} There you go.<|call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.34: special tokens that a server has taken away',
    text: 'analysisEasy.assistantfinalHello.',
    say: 'analysisEasy.assistantfinalHello.',
    calls: [],
  },
];
