import { type FormatCase, large } from './case.ts';

/** Granite 20B: a marker before each object, and nothing behind it. */
export const granite20bFc: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<function_call> {"name": "get_weather", "arguments": {"city": "Delhi"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Delhi' } }],
    argumentsText: ['{"city": "Delhi"}'],
  },
  {
    name: 'two calls',
    text: '<function_call> {"name": "get_weather", "arguments": {"city": "Delhi", "days": 3}}\n<function_call> {"name": "get_weather", "arguments": {"city": "Pune", "unit": "celsius"}}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Delhi', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Pune', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Sure, let me see.\n<function_call> {"name": "get_weather", "arguments": {"city": "Pune"}}\nHold on.',
    say: 'Sure, let me see.\n\nHold on.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pune' } }],
  },
  {
    name: 'no arguments',
    text: '<function_call> {"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\ελληνικά — ∑.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tελληνικά — ∑"}}',
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
    text: '<function_call> {"name": "write_file", "arguments": {"path": "notes.md", "content": "<function_call> inside <function_call> stays"}}',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<function_call> inside <function_call> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<function_call> {"name": "plan_trip", "arguments": {"stops": [{"place": "Delhi", "nights": 2}, {"place": "Pune", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Delhi', nights: 2 },
            { place: 'Pune', nights: 1 },
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
    text: '<function_call> {"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'cut within the arguments',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<function_call> {"name": "set_lamp", "arguments": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<function_call> {"name": "get_time", "arguments": {}}\n<function_call> {"name": "get_weather", "arguments": {"city": "Pune", "days": 1}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Pune', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "run.sh", "content": "grep -c \\"}\\" log"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<function_call> {"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <function_call> {"name": "get_time", "arguments": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<function_call> {"name": "get_time", "arguments": {"zone": "UTC"}}',
    tools: 'none',
    say: '<function_call> {"name": "get_time", "arguments": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<function_call> {"name": "launch_probe", "arguments": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<function_call> {"name": "launch_probe", "arguments": {"stage": 2}}',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<function_call> {"name": "launch_probe", "arguments": {}}\n<function_call> {"name": "get_time", "arguments": {}}',
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
    text: 'Sure, let me see.\n\n<function_call> {"name": "get_time", "arguments": {}}\n\nHold on.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Sure, let me see.Hold on.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Sure, let me see. <function_call> {"name": "get_time", "arguments": {}} The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Sure, let me see. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<function_call> {"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'single quotes and Python constants are mended',
    text: "<function_call> {'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <function_call> opens a call; see the manual.',
    say: 'The marker <function_call> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'half a marker within the answer is text',
    text: 'So <function_cal it is.',
    say: 'So <function_cal it is.',
    calls: [],
  },
  {
    name: 'an object without a name stays text',
    text: '<function_call> {"arguments": {"city": "Ulm"}}',
    say: '<function_call> {"arguments": {"city": "Ulm"}}',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<function_call>get_weather(Ulm) Hm.',
    say: '<function_call>get_weather(Ulm) Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.4: an opening marker before the real one is told as text',
    text: '<function_call>\n<function_call> {"name": "get_time", "arguments": {}}',
    say: '<function_call>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: '6.1: two calls without anything between them',
    text: '<function_call>{"name": "get_time", "arguments": {}}<function_call>{"name": "get_weather", "arguments": {"city": "Pune"}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Pune' } },
    ],
  },
  {
    name: 'the end of the text is no text',
    text: '<function_call> {"name": "get_time", "arguments": {}}<|endoftext|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'prose behind an object',
    text: '<function_call> {"name": "get_time", "arguments": {}} is what I would call.',
    say: ' is what I would call.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
