import { type FormatCase, large } from './case.ts';

/** Phi-4-mini: the word "functools" before an array. */
export const phi4Mini: readonly FormatCase[] = [
  {
    name: 'One call',
    text: 'functools[{"name": "get_weather", "arguments": {"city": "Accra"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Accra' } }],
    argumentsText: ['{"city": "Accra"}'],
  },
  {
    name: 'Two calls',
    text: 'functools[{"name": "get_weather", "arguments": {"city": "Accra", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Tema", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Accra', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Tema', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Sure, let me see.\nfunctools[{"name": "get_weather", "arguments": {"city": "Tema"}}]\nHold on.',
    say: 'Sure, let me see.\n\nHold on.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tema' } }],
  },
  {
    name: 'A call with empty arguments',
    text: 'functools[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: 'functools[{"name": "write_file", "arguments": {"path": "notes.md", "content": "functools[ inside ] stays"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'functools[ inside ] stays' } }],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: 'functools[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: 'functools[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'functools[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: 'functools[{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: 'functools[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Tema", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Tema', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: 'functools[{"name": "write_file", "arguments": {"path": "run.sh", "content": "grep -c \\"}\\" log"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: 'functools[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. functools[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: 'functools[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: 'functools[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: 'functools[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: 'functools[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: 'functools[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'JSON in the answer is not a call (bug 6.27)',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'The policy textAround "trimmed" removes white space around a call',
    text: 'Sure, let me see.\n\nfunctools[{"name": "get_time", "arguments": {}}]\n\nHold on.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Sure, let me see.Hold on.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Sure, let me see. functools[{"name": "get_time", "arguments": {}}] The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Sure, let me see. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'The arguments before the name',
    text: 'functools[{"arguments": {"zone": "CET"}, "name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: 'functools[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: 'functools[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'Single quotes and Python constants are repaired',
    text: "functools[{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}]",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'The key "parameters" is accepted for "arguments"',
    text: 'functools[{"name": "get_weather", "parameters": {"city": "Ulm"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'A name alone is a call without arguments',
    text: 'functools[{"name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Negative numbers and exponents in JSON',
    text: 'functools[{"name": "plan_trip", "arguments": {"budget": -1.5e3, "stops": [{"nights": 0}]}}]',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: 0 }] } }],
    argumentsText: ['{"budget": -1.5e3, "stops": [{"nights": 0}]}'],
  },
  {
    name: 'White space wherever JSON allows it',
    text: 'functools[\n {\t"name" : "get_weather" ,\r\n "arguments" : { "city" : "Ulm" , "days" : 2 } }\n ]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'A space before the word "functools"',
    text: ' functools[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The word "functools" with an index in prose is not a call',
    text: 'The functools[0] of Python is no call.',
    say: 'The functools[0] of Python is no call.',
    calls: [],
  },
  {
    name: 'The word "functools" alone is prose',
    text: 'import functools\nfrom functools import reduce',
    say: 'import functools\nfrom functools import reduce',
    calls: [],
  },
  { name: 'An empty array is dropped', text: 'functools[]Hello.', say: 'Hello.', calls: [] },
  {
    name: 'An end-of-message token is not text',
    text: 'functools[{"name": "get_time", "arguments": {}}]<|end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'If the second of two calls is truncated, only the first is read',
    text: 'functools[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Te',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  {
    name: 'A text that ends inside the name makes no call',
    text: 'functools[{"name": "get_t',
    say: 'functools[{"name": "get_t',
    calls: [],
  },
];
