import { type FormatCase, large } from './case.ts';

/** JSON alone: whatever shape a model gives it. */
export const pureJson: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '{"name": "get_weather", "arguments": {"city": "Seoul"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Seoul' } }],
    argumentsText: ['{"city": "Seoul"}'],
  },
  {
    name: 'two calls',
    text: '[{"name": "get_weather", "arguments": {"city": "Seoul", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Busan", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Seoul', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Busan', unit: 'celsius' } },
    ],
  },
  {
    name: 'no arguments',
    text: '{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\مرحبا.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tمرحبا"}}',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\مرحبا.txt', content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tمرحبا' },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: '{"name": "write_file", "arguments": {"path": "notes.md", "content": "{\\"name\\": inside } stays"}}',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '{"name": inside } stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '{"name": "plan_trip", "arguments": {"stops": [{"place": "Seoul", "nights": 2}, {"place": "Busan", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Seoul', nights: 2 },
            { place: 'Busan', nights: 1 },
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
    text: '{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'cut within the arguments',
    text: '{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '{"name": "set_lamp", "arguments": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Busan", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Busan', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '{"name": "write_file", "arguments": {"path": "run.sh", "content": "find . -name \\"*.{ts\\" -print"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'find . -name "*.{ts" -print' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: '{"name": "get_time", "arguments": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '{"name": "get_time", "arguments": {"zone": "UTC"}}',
    tools: 'none',
    say: '{"name": "get_time", "arguments": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '{"name": "launch_probe", "arguments": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'an object that names no tool is an answer',
    text: '{"name": "launch_probe", "arguments": {"stage": 2}}',
    say: '{"name": "launch_probe", "arguments": {"stage": 2}}',
    calls: [],
  },
  {
    name: 'in a fence',
    text: '```json\n{"name": "get_weather", "arguments": {"city": "Busan"}}\n```',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'parameters, args and input mean arguments',
    text: '[{"name": "get_time", "parameters": {"zone": "A"}}, {"name": "get_time", "args": {"zone": "B"}}, {"name": "get_time", "input": {"zone": "C"}}]',
    calls: [
      { name: 'get_time', arguments: { zone: 'A' } },
      { name: 'get_time', arguments: { zone: 'B' } },
      { name: 'get_time', arguments: { zone: 'C' } },
    ],
  },
  {
    name: 'tool_name, _name and function mean the name',
    text: '[{"tool_name": "get_time", "arguments": {}}, {"_name": "get_time", "arguments": {}}, {"function": "get_time", "arguments": {}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'tool_call around it',
    text: '{"tool_call": {"name": "get_weather", "arguments": {"city": "Busan"}}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'tool_calls around an array of one',
    text: '{"tool_calls": [{"name": "get_weather", "arguments": {"city": "Busan"}}]}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'tool_calls around an array of two',
    text: '{"tool_calls": [{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Busan"}}]}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Busan' } },
    ],
  },
  {
    name: "OpenAI's shape",
    text: '{"type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Busan\\"}"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'one object a line',
    text: '{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Busan"}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Busan' } },
    ],
  },
  {
    name: '6.27: an answer in JSON',
    text: '{"name": "Ada", "arguments": {"against": 2}}',
    say: '{"name": "Ada", "arguments": {"against": 2}}',
    calls: [],
  },
  {
    name: '6.27: an answer that names a tool and has other members',
    text: '{"name": "get_time", "description": "the time"}',
    say: '{"name": "get_time", "description": "the time"}',
    calls: [],
  },
  {
    name: '6.27: JSON behind text is an answer',
    text: 'Sure: {"name": "get_time", "arguments": {}}',
    say: 'Sure: {"name": "get_time", "arguments": {}}',
    calls: [],
  },
  {
    name: '6.27: an example in a fence behind text is an answer',
    text: 'For example:\n```json\n{"name": "get_time", "arguments": {}}\n```',
    say: 'For example:\n```json\n{"name": "get_time", "arguments": {}}\n```',
    calls: [],
  },
  {
    name: 'a list of calls whose second nobody knows',
    text: '[{"name": "get_time", "arguments": {}}, {"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'launch_probe', arguments: { stage: 2 } },
    ],
  },
  {
    name: 'an array of tool_calls whose second is none',
    text: '{"tool_calls": [{"name": "get_time", "arguments": {}}, {"x": 1}]}',
    say: ', {"x": 1}]}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: "a whole call of OpenAI's, with its id",
    text: '{"id": "call_7", "type": "function", "function": {"name": "get_time", "arguments": "{}"}}',
    calls: [{ name: 'get_time', arguments: {}, id: 'call_7' }],
  },
  {
    name: 'a member behind the arguments means nothing',
    text: '{"name": "get_weather", "arguments": {"city": "Busan"}, "reason": "it rains"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '{"name": "get_weather", "arguments": {"city": Busan}} Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  { name: 'a response is an answer', text: '{"response": "Hello."}', say: '{"response": "Hello."}', calls: [] },
  { name: 'an empty array is an answer', text: '[]', say: '[]', calls: [] },
  {
    name: 'arguments before the name',
    text: '{"arguments": {"city": "Busan"}, "name": "get_weather"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '{"name": "get_weather", "arguments": {"city": "Busan",}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
    notices: ['repaired'],
  },
];
