import { type FormatCase, large } from './case.ts';

/** Llama 3 and 4: an object at the beginning of the message, with or without a marker. */
export const llama3Json: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '{"name": "get_weather", "parameters": {"city": "Brno"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
    argumentsText: ['{"city": "Brno"}'],
  },
  {
    name: 'Two calls',
    text: '{"name": "get_weather", "parameters": {"city": "Brno", "days": 3}}; {"name": "get_weather", "parameters": {"city": "Plzeň", "unit": "celsius"}}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Brno', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Plzeň', unit: 'celsius' } },
    ],
  },
  {
    name: 'A call with empty arguments',
    text: '{"name": "get_time", "parameters": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '{"name": "write_file", "parameters": {"path": "C:\\\\tmp\\\\Привет 👋🏽.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tПривет 👋🏽"}}',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Привет 👋🏽.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tПривет 👋🏽',
        },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: '{"name": "write_file", "parameters": {"path": "notes.md", "content": "<|python_tag|> inside <|python_tag|> stays"}}',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|python_tag|> inside <|python_tag|> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays',
    text: '{"name": "plan_trip", "parameters": {"stops": [{"place": "Brno", "nights": 2}, {"place": "Plzeň", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Brno', nights: 2 },
            { place: 'Plzeň', nights: 1 },
          ],
          budget: 99.5,
          traveller: { name: 'Ada', address: { street: 'High {St} 1', zip: '02134' } },
          note: null,
        },
      },
    ],
  },
  {
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '{"name": "set_lamp", "parameters": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '{"name": "write_file", "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean',
    text: '{"name": "set_lamp", "parameters": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments',
    text: '{"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Plzeň", "days": 1}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Plzeň', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command',
    text: '{"name": "write_file", "parameters": {"path": "run.sh", "content": "awk \'{ print $1"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
  },
  {
    name: 'Digits in a string stay a string',
    text: '{"name": "plan_trip", "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: '{"name": "get_time", "parameters": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '{"name": "get_time", "parameters": {"zone": "UTC"}}',
    tools: 'none',
    say: '{"name": "get_time", "parameters": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '{"name": "launch_probe", "parameters": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'An object that names no known tool is part of the answer',
    text: '{"name": "launch_probe", "parameters": {"stage": 2}}',
    say: '{"name": "launch_probe", "parameters": {"stage": 2}}',
    calls: [],
  },
  {
    name: 'A call after the marker',
    text: '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Plzeň"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Plzeň' } }],
  },
  {
    name: 'Two calls after the marker',
    text: '<|python_tag|>{"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Brno"}}<|eom_id|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Brno' } },
    ],
  },
  {
    name: 'A call after text and the marker',
    text: 'I will look.<|python_tag|>{"name": "get_time", "parameters": {}}',
    say: 'I will look.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call of an unknown tool after the marker is passed on',
    text: '<|python_tag|>{"name": "launch_probe", "parameters": {}}',
    calls: [{ name: 'launch_probe', arguments: {} }],
  },
  {
    name: "A call in OpenAI's shape",
    text: '{"type": "function", "function": {"name": "get_weather", "parameters": {"city": "Brno"}}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
  {
    name: 'A "type" field next to the name',
    text: '{"type": "function", "name": "get_weather", "parameters": {"city": "Brno"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
  {
    name: 'The key "arguments" is accepted too',
    text: '{"name": "get_weather", "arguments": {"city": "Brno"}}<|eot_id|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
  {
    name: 'An object after text is part of the answer',
    text: 'Like this: {"name": "get_time", "parameters": {}}',
    say: 'Like this: {"name": "get_time", "parameters": {}}',
    calls: [],
  },
  {
    name: 'An answer in JSON is not a call',
    text: '{"name": "Ada", "age": 36}',
    say: '{"name": "Ada", "age": 36}',
    calls: [],
  },
  {
    name: "An answer in JSON that contains a tool's name is not a call",
    text: '{"name": "get_time", "kind": "tool"}',
    say: '{"name": "get_time", "kind": "tool"}',
    calls: [],
  },
  {
    name: 'JSON in a fence is part of the answer',
    text: '```json\n{"name": "get_time", "parameters": {}}\n```',
    say: '```json\n{"name": "get_time", "parameters": {}}\n```',
    calls: [],
  },
  {
    name: 'Text after a call is kept',
    text: '{"name": "get_time", "parameters": {}}\nThat is the call.',
    say: '\nThat is the call.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call after leading line breaks',
    text: '\n\n{"name": "get_time", "parameters": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'An object that ends before its arguments is text',
    text: '{"name": "get_weather", "para',
    say: '{"name": "get_weather", "para',
    calls: [],
  },
  {
    name: 'A name followed by a bracket is not a call',
    text: '<|python_tag|>get_time](x)',
    say: '<|python_tag|>get_time](x)',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A program after the marker is not a call in this format',
    text: '<|python_tag|>print("hi")',
    say: '<|python_tag|>print("hi")',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'A call in the style of built-in tools after the marker',
    text: '<|python_tag|>get_weather.call(city="Brno")',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
  {
    name: 'The second of two calls with a semicolon between them lacks its last brace',
    text: '{"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Oslo"}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'The second of two calls after the marker lacks its last brace',
    text: '<|python_tag|>{"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Oslo"}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A call that lacks its last brace before a semicolon',
    text: '{"name": "get_time", "parameters": {}; {"name": "get_weather", "parameters": {"city": "Oslo"}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['repaired'],
  },
  {
    name: 'A wrapped call that lacks its last brace before a semicolon',
    text: '{"type": "function", "function": {"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Oslo"}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['repaired'],
  },
  {
    name: 'A semicolon after the last call is not text',
    text: '{"name": "get_time", "parameters": {}};{"name": "get_weather", "parameters": {"city": "Oslo"}};',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'A text that ends inside the second call makes only the first call',
    text: '{"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Os',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
];
