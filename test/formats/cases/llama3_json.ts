import { type FormatCase, large } from './case.ts';

/** Llama 3 and 4: an object where the message begins, behind a marker or not. */
export const llama3Json: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '{"name": "get_weather", "parameters": {"city": "Brno"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
    argumentsText: ['{"city": "Brno"}'],
  },
  {
    name: 'two calls',
    text: '{"name": "get_weather", "parameters": {"city": "Brno", "days": 3}}; {"name": "get_weather", "parameters": {"city": "Plzeň", "unit": "celsius"}}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Brno', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Plzeň', unit: 'celsius' } },
    ],
  },
  {
    name: 'no arguments',
    text: '{"name": "get_time", "parameters": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: '{"name": "write_file", "parameters": {"path": "notes.md", "content": "<|python_tag|> inside <|python_tag|> stays"}}',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|python_tag|> inside <|python_tag|> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '{"name": "set_lamp", "parameters": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'cut within the arguments',
    text: '{"name": "write_file", "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '{"name": "set_lamp", "parameters": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '{"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Plzeň", "days": 1}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Plzeň', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '{"name": "write_file", "parameters": {"path": "run.sh", "content": "awk \'{ print $1"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '{"name": "plan_trip", "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: '{"name": "get_time", "parameters": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '{"name": "get_time", "parameters": {"zone": "UTC"}}',
    tools: 'none',
    say: '{"name": "get_time", "parameters": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '{"name": "launch_probe", "parameters": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'an object that names no tool is an answer',
    text: '{"name": "launch_probe", "parameters": {"stage": 2}}',
    say: '{"name": "launch_probe", "parameters": {"stage": 2}}',
    calls: [],
  },
  {
    name: 'behind its marker',
    text: '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Plzeň"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Plzeň' } }],
  },
  {
    name: 'behind its marker, two',
    text: '<|python_tag|>{"name": "get_time", "parameters": {}}; {"name": "get_weather", "parameters": {"city": "Brno"}}<|eom_id|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Brno' } },
    ],
  },
  {
    name: 'behind text and its marker',
    text: 'I will look.<|python_tag|>{"name": "get_time", "parameters": {}}',
    say: 'I will look.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'behind its marker a tool that nobody knows is passed on',
    text: '<|python_tag|>{"name": "launch_probe", "parameters": {}}',
    calls: [{ name: 'launch_probe', arguments: {} }],
  },
  {
    name: "OpenAI's shape",
    text: '{"type": "function", "function": {"name": "get_weather", "parameters": {"city": "Brno"}}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
  {
    name: 'the type beside the name',
    text: '{"type": "function", "name": "get_weather", "parameters": {"city": "Brno"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
  {
    name: 'arguments mean the same',
    text: '{"name": "get_weather", "arguments": {"city": "Brno"}}<|eot_id|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
  {
    name: '6.27: an object behind text is an answer',
    text: 'Like this: {"name": "get_time", "parameters": {}}',
    say: 'Like this: {"name": "get_time", "parameters": {}}',
    calls: [],
  },
  { name: '6.27: an answer in JSON', text: '{"name": "Ada", "age": 36}', say: '{"name": "Ada", "age": 36}', calls: [] },
  {
    name: "6.27: an answer in JSON with a tool's name",
    text: '{"name": "get_time", "kind": "tool"}',
    say: '{"name": "get_time", "kind": "tool"}',
    calls: [],
  },
  {
    name: '6.27: fenced JSON is an answer',
    text: '```json\n{"name": "get_time", "parameters": {}}\n```',
    say: '```json\n{"name": "get_time", "parameters": {}}\n```',
    calls: [],
  },
  {
    name: 'text behind a call is kept',
    text: '{"name": "get_time", "parameters": {}}\nThat is the call.',
    say: '\nThat is the call.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'a call behind line breaks',
    text: '\n\n{"name": "get_time", "parameters": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'an object that breaks off before its arguments is text',
    text: '{"name": "get_weather", "para',
    say: '{"name": "get_weather", "para',
    calls: [],
  },
  {
    name: 'a name before a bracket is no call',
    text: '<|python_tag|>get_time](x)',
    say: '<|python_tag|>get_time](x)',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a program behind the marker is no call here',
    text: '<|python_tag|>print("hi")',
    say: '<|python_tag|>print("hi")',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: "a built-in tool's call behind the marker",
    text: '<|python_tag|>get_weather.call(city="Brno")',
    calls: [{ name: 'get_weather', arguments: { city: 'Brno' } }],
  },
];
