import { type FormatCase, large } from './case.ts';

/** Mistral before v11: a marker, then an array. Some servers strip the marker. */
export const mistralV3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Hanoi"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Hanoi' } }],
    argumentsText: ['{"city": "Hanoi"}'],
  },
  {
    name: 'Two calls',
    text: '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Hanoi", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Huế", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Hanoi', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Huế', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Checking the forecast.\n[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Huế"}}]\nBack in a second.',
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Huế' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\emoji 👩‍👩‍👧 done.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\temoji 👩‍👩‍👧 done"}}]',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\emoji 👩‍👩‍👧 done.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\temoji 👩‍👩‍👧 done',
        },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "notes.md", "content": "[TOOL_CALLS] inside [TOOL_CALLS] stays"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '[TOOL_CALLS] inside [TOOL_CALLS] stays' } }],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
    text: '[TOOL_CALLS] [{"name": "plan_trip", "arguments": {"stops": [{"place": "Hanoi", "nights": 2}, {"place": "Huế", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Hanoi', nights: 2 },
            { place: 'Huế', nights: 1 },
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
    text: '[TOOL_CALLS] [{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '[TOOL_CALLS] [{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Huế", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Huế', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "run.sh", "content": "printf \\"%s\\\\n\\" \\"[[\\""}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '[TOOL_CALLS] [{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. [TOOL_CALLS] [{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: '[TOOL_CALLS] [{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '[TOOL_CALLS] [{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '[TOOL_CALLS] [{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '[TOOL_CALLS] [{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'The policy textAround "trimmed" removes white space around a call',
    text: 'Checking the forecast.\n\n[TOOL_CALLS] [{"name": "get_time", "arguments": {}}]\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Checking the forecast. [TOOL_CALLS] [{"name": "get_time", "arguments": {}}] The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'The arguments before the name',
    text: '[TOOL_CALLS] [{"arguments": {"zone": "CET"}, "name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '[TOOL_CALLS] [{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'An object without a name stays text',
    text: '[TOOL_CALLS] [{"arguments": {"city": "Ulm"}}]',
    say: '[TOOL_CALLS] [{"arguments": {"city": "Ulm"}}]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker [TOOL_CALLS] opens a call; see the manual.',
    say: 'The marker [TOOL_CALLS] opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An incomplete marker inside the answer is text',
    text: 'So [TOOL_CALL it is.',
    say: 'So [TOOL_CALL it is.',
    calls: [],
  },
  {
    name: 'An id of nine characters',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {}, "id": "Ab3dE6gH9"}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'An id before the name',
    text: '[TOOL_CALLS][{"id": "Ab3dE6gH9", "name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {}, id: 'Ab3dE6gH9' }],
  },
  {
    name: 'Two calls, each after a marker of its own, with prose around them (bug 6.35)',
    text: 'First:\n[TOOL_CALLS][{"name": "get_time", "arguments": {}}]\n[TOOL_CALLS][{"name": "get_time", "arguments": {"zone": "ICT"}}]\nDone.',
    say: 'First:\n\nDone.',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'ICT' } },
    ],
  },
  {
    name: 'A call whose marker was stripped (bug 6.34)',
    text: '[{"name": "get_weather", "arguments": {"city": "Huế"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Huế' } }],
  },
  {
    name: 'A call with an id whose marker was stripped (bug 6.34)',
    text: ' [{"name": "get_weather", "arguments": {"city": "Huế"}, "id": "abcdefghi"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Huế' } }],
  },
  {
    name: 'An array that names no known tool is part of the answer',
    text: '[{"name": "Ada", "arguments": {"age": 36}}]',
    say: '[{"name": "Ada", "arguments": {"age": 36}}]',
    calls: [],
  },
  { name: 'An array of numbers is part of the answer', text: '[1, 2, 3]', say: '[1, 2, 3]', calls: [] },
  {
    name: 'An array after text is part of the answer (bug 6.27)',
    text: 'For example: [{"name": "get_time", "arguments": {}}]',
    say: 'For example: [{"name": "get_time", "arguments": {}}]',
    calls: [],
  },
  {
    name: 'Markers without a meaning are dropped',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}][/TOOL_CALLS]</s>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Text and two calls (bug 6.6)',
    text: 'Both:[TOOL_CALLS][{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Hanoi"}}]',
    say: 'Both:',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Hanoi' } },
    ],
  },
];
