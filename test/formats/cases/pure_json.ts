import { type FormatCase, large } from './case.ts';

/** Pure JSON: a message that consists of JSON, in any of the shapes that models write. */
export const pureJson: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '{"name": "get_weather", "arguments": {"city": "Seoul"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Seoul' } }],
    argumentsText: ['{"city": "Seoul"}'],
  },
  {
    name: 'Two calls',
    text: '[{"name": "get_weather", "arguments": {"city": "Seoul", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Busan", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Seoul', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Busan', unit: 'celsius' } },
    ],
  },
  {
    name: 'A call with empty arguments',
    text: '{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\مرحبا.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tمرحبا"}}',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\مرحبا.txt', content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tمرحبا' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: '{"name": "write_file", "arguments": {"path": "notes.md", "content": "{\\"name\\": inside } stays"}}',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '{"name": inside } stays' } }],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '{"name": "set_lamp", "arguments": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Busan", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Busan', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '{"name": "write_file", "arguments": {"path": "run.sh", "content": "find . -name \\"*.{ts\\" -print"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'find . -name "*.{ts" -print' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: '{"name": "get_time", "arguments": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '{"name": "get_time", "arguments": {"zone": "UTC"}}',
    tools: 'none',
    say: '{"name": "get_time", "arguments": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '{"name": "launch_probe", "arguments": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'An object that names no known tool is part of the answer',
    text: '{"name": "launch_probe", "arguments": {"stage": 2}}',
    say: '{"name": "launch_probe", "arguments": {"stage": 2}}',
    calls: [],
  },
  {
    name: 'A call in a fence',
    text: '```json\n{"name": "get_weather", "arguments": {"city": "Busan"}}\n```',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'The keys "parameters", "args" and "input" are accepted for "arguments"',
    text: '[{"name": "get_time", "parameters": {"zone": "A"}}, {"name": "get_time", "args": {"zone": "B"}}, {"name": "get_time", "input": {"zone": "C"}}]',
    calls: [
      { name: 'get_time', arguments: { zone: 'A' } },
      { name: 'get_time', arguments: { zone: 'B' } },
      { name: 'get_time', arguments: { zone: 'C' } },
    ],
  },
  {
    name: 'The keys "tool_name", "_name" and "function" are accepted for "name"',
    text: '[{"tool_name": "get_time", "arguments": {}}, {"_name": "get_time", "arguments": {}}, {"function": "get_time", "arguments": {}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'A call inside a "tool_call" object',
    text: '{"tool_call": {"name": "get_weather", "arguments": {"city": "Busan"}}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'A "tool_calls" array with one call',
    text: '{"tool_calls": [{"name": "get_weather", "arguments": {"city": "Busan"}}]}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'A "tool_calls" array with two calls',
    text: '{"tool_calls": [{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Busan"}}]}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Busan' } },
    ],
  },
  {
    name: "A call in OpenAI's shape",
    text: '{"type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Busan\\"}"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'One object per line',
    text: '{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Busan"}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Busan' } },
    ],
  },
  {
    name: 'An answer in JSON is not a call (bug 6.27)',
    text: '{"name": "Ada", "arguments": {"against": 2}}',
    say: '{"name": "Ada", "arguments": {"against": 2}}',
    calls: [],
  },
  {
    name: "An answer in JSON with a tool's name and other fields is not a call (bug 6.27)",
    text: '{"name": "get_time", "description": "the time"}',
    say: '{"name": "get_time", "description": "the time"}',
    calls: [],
  },
  {
    name: 'JSON after text is part of the answer (bug 6.27)',
    text: 'Sure: {"name": "get_time", "arguments": {}}',
    say: 'Sure: {"name": "get_time", "arguments": {}}',
    calls: [],
  },
  {
    name: 'An example in a fence after text is part of the answer (bug 6.27)',
    text: 'For example:\n```json\n{"name": "get_time", "arguments": {}}\n```',
    say: 'For example:\n```json\n{"name": "get_time", "arguments": {}}\n```',
    calls: [],
  },
  {
    name: 'In a list of calls, an unknown second tool is passed on',
    text: '[{"name": "get_time", "arguments": {}}, {"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'launch_probe', arguments: { stage: 2 } },
    ],
  },
  {
    name: 'If the second item of a "tool_calls" array is not a call, the rest is text',
    text: '{"tool_calls": [{"name": "get_time", "arguments": {}}, {"x": 1}]}',
    say: ', {"x": 1}]}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A complete OpenAI call with its id',
    text: '{"id": "call_7", "type": "function", "function": {"name": "get_time", "arguments": "{}"}}',
    calls: [{ name: 'get_time', arguments: {}, id: 'call_7' }],
  },
  {
    name: 'A field after the arguments is ignored',
    text: '{"name": "get_weather", "arguments": {"city": "Busan"}, "reason": "it rains"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '{"name": "get_weather", "arguments": {"city": Busan}} Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A "response" object is part of the answer',
    text: '{"response": "Hello."}',
    say: '{"response": "Hello."}',
    calls: [],
  },
  { name: 'An empty array is part of the answer', text: '[]', say: '[]', calls: [] },
  {
    name: 'The arguments before the name',
    text: '{"arguments": {"city": "Busan"}, "name": "get_weather"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '{"name": "get_weather", "arguments": {"city": "Busan",}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Busan' } }],
    notices: ['repaired'],
  },
];
