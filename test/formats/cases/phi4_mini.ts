import { type FormatCase, large } from './case.ts';

/** Phi-4-mini: the word functools before an array. */
export const phi4Mini: readonly FormatCase[] = [
  {
    name: 'one call',
    text: 'functools[{"name": "get_weather", "arguments": {"city": "Accra"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Accra' } }],
    argumentsText: ['{"city": "Accra"}'],
  },
  {
    name: 'two calls',
    text: 'functools[{"name": "get_weather", "arguments": {"city": "Accra", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Tema", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Accra', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Tema', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Sure, let me see.\nfunctools[{"name": "get_weather", "arguments": {"city": "Tema"}}]\nHold on.',
    say: 'Sure, let me see.\n\nHold on.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tema' } }],
  },
  {
    name: 'no arguments',
    text: 'functools[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: 'functools[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\ελληνικά — ∑.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tελληνικά — ∑"}}]',
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
    text: 'functools[{"name": "write_file", "arguments": {"path": "notes.md", "content": "functools[ inside ] stays"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'functools[ inside ] stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: 'functools[{"name": "plan_trip", "arguments": {"stops": [{"place": "Accra", "nights": 2}, {"place": "Tema", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Accra', nights: 2 },
            { place: 'Tema', nights: 1 },
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
    text: 'functools[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: 'functools[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: 'functools[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: 'functools[{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: 'functools[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Tema", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Tema', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: 'functools[{"name": "write_file", "arguments": {"path": "run.sh", "content": "grep -c \\"}\\" log"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: 'functools[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. functools[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: 'functools[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: 'functools[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: 'functools[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: 'functools[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: 'functools[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]',
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
    text: 'Sure, let me see.\n\nfunctools[{"name": "get_time", "arguments": {}}]\n\nHold on.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Sure, let me see.Hold on.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Sure, let me see. functools[{"name": "get_time", "arguments": {}}] The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Sure, let me see. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'arguments before the name',
    text: 'functools[{"arguments": {"zone": "CET"}, "name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: 'functools[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: 'functools[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'single quotes and Python constants are mended',
    text: "functools[{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}]",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'parameters mean arguments',
    text: 'functools[{"name": "get_weather", "parameters": {"city": "Ulm"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'a name alone is a call without arguments',
    text: 'functools[{"name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'numbers as JSON writes them',
    text: 'functools[{"name": "plan_trip", "arguments": {"budget": -1.5e3, "stops": [{"nights": 0}]}}]',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: 0 }] } }],
    argumentsText: ['{"budget": -1.5e3, "stops": [{"nights": 0}]}'],
  },
  {
    name: 'white space wherever JSON allows it',
    text: 'functools[\n {\t"name" : "get_weather" ,\r\n "arguments" : { "city" : "Ulm" , "days" : 2 } }\n ]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'a space before the word',
    text: ' functools[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'prose that names the word',
    text: 'The functools[0] of Python is no call.',
    say: 'The functools[0] of Python is no call.',
    calls: [],
  },
  {
    name: 'the word alone is prose',
    text: 'import functools\nfrom functools import reduce',
    say: 'import functools\nfrom functools import reduce',
    calls: [],
  },
  { name: 'an empty array says nothing', text: 'functools[]Hello.', say: 'Hello.', calls: [] },
  {
    name: 'the end of the message is no text',
    text: 'functools[{"name": "get_time", "arguments": {}}]<|end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'the second of two is cut',
    text: 'functools[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Te',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  { name: 'cut within the name', text: 'functools[{"name": "get_t', say: 'functools[{"name": "get_t', calls: [] },
];
