import { type FormatCase, large } from './case.ts';

/** Granite 20B: a marker before each object, and no closing marker. */
export const granite20bFc: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<function_call> {"name": "get_weather", "arguments": {"city": "Delhi"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Delhi' } }],
    argumentsText: ['{"city": "Delhi"}'],
  },
  {
    name: 'Two calls',
    text: '<function_call> {"name": "get_weather", "arguments": {"city": "Delhi", "days": 3}}\n<function_call> {"name": "get_weather", "arguments": {"city": "Pune", "unit": "celsius"}}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Delhi', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Pune', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Sure, let me see.\n<function_call> {"name": "get_weather", "arguments": {"city": "Pune"}}\nHold on.',
    say: 'Sure, let me see.\n\nHold on.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pune' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<function_call> {"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "notes.md", "content": "<function_call> inside <function_call> stays"}}',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<function_call> inside <function_call> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '<function_call> {"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<function_call> {"name": "set_lamp", "arguments": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<function_call> {"name": "get_time", "arguments": {}}\n<function_call> {"name": "get_weather", "arguments": {"city": "Pune", "days": 1}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Pune', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "run.sh", "content": "grep -c \\"}\\" log"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<function_call> {"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <function_call> {"name": "get_time", "arguments": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<function_call> {"name": "get_time", "arguments": {"zone": "UTC"}}',
    tools: 'none',
    say: '<function_call> {"name": "get_time", "arguments": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<function_call> {"name": "launch_probe", "arguments": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<function_call> {"name": "launch_probe", "arguments": {"stage": 2}}',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<function_call> {"name": "launch_probe", "arguments": {}}\n<function_call> {"name": "get_time", "arguments": {}}',
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
    text: 'Sure, let me see.\n\n<function_call> {"name": "get_time", "arguments": {}}\n\nHold on.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Sure, let me see.Hold on.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Sure, let me see. <function_call> {"name": "get_time", "arguments": {}} The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Sure, let me see. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '<function_call> {"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<function_call> {"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'Single quotes and Python constants are repaired',
    text: "<function_call> {'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker <function_call> opens a call; see the manual.',
    say: 'The marker <function_call> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An incomplete marker inside the answer is text',
    text: 'So <function_cal it is.',
    say: 'So <function_cal it is.',
    calls: [],
  },
  {
    name: 'An object without a name stays text',
    text: '<function_call> {"arguments": {"city": "Ulm"}}',
    say: '<function_call> {"arguments": {"city": "Ulm"}}',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<function_call>get_weather(Ulm) Hm.',
    say: '<function_call>get_weather(Ulm) Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A stray opening marker before a call is text (bug 6.4)',
    text: '<function_call>\n<function_call> {"name": "get_time", "arguments": {}}',
    say: '<function_call>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'Two calls with nothing between them (bug 6.1)',
    text: '<function_call>{"name": "get_time", "arguments": {}}<function_call>{"name": "get_weather", "arguments": {"city": "Pune"}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Pune' } },
    ],
  },
  {
    name: 'An end-of-text token is not text',
    text: '<function_call> {"name": "get_time", "arguments": {}}<|endoftext|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Prose after the object is kept',
    text: '<function_call> {"name": "get_time", "arguments": {}} is what I would call.',
    say: ' is what I would call.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
