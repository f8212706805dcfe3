import { type FormatCase, large } from './case.ts';

/** GigaChat 3: a role of its own for a call. */
export const gigachat3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Riga"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
    argumentsText: ['{"city": "Riga"}'],
  },
  {
    name: 'two calls',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Riga", "days": 3}}<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis", "unit": "celsius"}}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Riga', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Cēsis', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Sure, let me see.\n<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis"}}\nHold on.',
    say: 'Sure, let me see.\n\nHold on.',
    calls: [{ name: 'get_weather', arguments: { city: 'Cēsis' } }],
  },
  {
    name: 'no arguments',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\ελληνικά — ∑.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tελληνικά — ∑"}}',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\ελληνικά — ∑.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tελληνικά — ∑',
        },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "notes.md", "content": "<|function_call|> inside </s> stays"}}',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '<|function_call|> inside </s> stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "plan_trip", "arguments": {"stops": [{"place": "Riga", "nights": 2}, {"place": "Cēsis", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Riga', nights: 2 },
            { place: 'Cēsis', nights: 1 },
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
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "set_lamp", "arguments": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis", "days": 1}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Cēsis', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "run.sh", "content": "grep -c \\"}\\" log"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {"zone": "UTC"}}',
    tools: 'none',
    say: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "launch_probe", "arguments": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "launch_probe", "arguments": {"stage": 2}}',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "launch_probe", "arguments": {}}<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: '6.27: JSON in an answer is no call',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'white space around a call goes where the policy says so',
    text: 'Sure, let me see.\n\n<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}\n\nHold on.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Sure, let me see.Hold on.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Sure, let me see. <|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}} The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Sure, let me see. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<|function_call|>{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}</s>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<|function_call|>{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}</s>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'single quotes and Python constants are mended',
    text: "<|function_call|>{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}</s>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'an object without a name stays text',
    text: '<|function_call|>{"arguments": {"city": "Ulm"}}</s>',
    say: '<|function_call|>{"arguments": {"city": "Ulm"}}',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<|function_call|>get_weather(Ulm)</s> Hm.',
    say: '<|function_call|>get_weather(Ulm)</s> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <|function_call|> opens a call; see the manual.',
    say: 'The marker <|function_call|> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a missing brace before the closing marker is mended',
    text: '<|function_call|>{"name": "get_weather", "arguments": {"city": "Ulm"}</s>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: '6.1: two calls without anything between them',
    text: '<|function_call|>{"name": "get_weather", "arguments": {"city":"Ulm"}}</s><|function_call|>{"name": "get_weather", "arguments": {"city":"Bern"}}</s>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: '6.1: a call in the role that the prompt began',
    text: 'function call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis"}}</s>',
    calls: [{ name: 'get_weather', arguments: { city: 'Cēsis' } }],
  },
  {
    name: 'the marker of 3.1',
    text: 'Now.<|function_call|>{"name": "get_time", "arguments": {}}',
    say: 'Now.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'closed by the next message',
    text: '<|function_call|>{"name": "get_time", "arguments": {}}<|message_sep|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text, then a call in a role of its own',
    text: 'I will look.<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}</s>',
    say: 'I will look.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'the words without their marker are prose',
    text: 'A function call is a call.',
    say: 'A function call is a call.',
    calls: [],
  },
  { name: 'the end of the message is no text', text: 'Yes.</s>', say: 'Yes.', calls: [] },
];
