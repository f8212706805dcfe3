import { type FormatCase, large } from './case.ts';

/** Mistral before v11: a marker, then an array; without the marker where a server strips it. */
export const mistralV3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Hanoi"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Hanoi' } }],
    argumentsText: ['{"city": "Hanoi"}'],
  },
  {
    name: 'two calls',
    text: '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Hanoi", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Huế", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Hanoi', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Huế', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Checking the forecast.\n[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Huế"}}]\nBack in a second.',
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Huế' } }],
  },
  {
    name: 'no arguments',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "notes.md", "content": "[TOOL_CALLS] inside [TOOL_CALLS] stays"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '[TOOL_CALLS] inside [TOOL_CALLS] stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '[TOOL_CALLS] [{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'cut within the arguments',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '[TOOL_CALLS] [{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Huế", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Huế', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "run.sh", "content": "printf \\"%s\\\\n\\" \\"[[\\""}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '[TOOL_CALLS] [{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. [TOOL_CALLS] [{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: '[TOOL_CALLS] [{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '[TOOL_CALLS] [{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '[TOOL_CALLS] [{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '[TOOL_CALLS] [{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'white space around a call goes where the policy says so',
    text: 'Checking the forecast.\n\n[TOOL_CALLS] [{"name": "get_time", "arguments": {}}]\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Checking the forecast. [TOOL_CALLS] [{"name": "get_time", "arguments": {}}] The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'arguments before the name',
    text: '[TOOL_CALLS] [{"arguments": {"zone": "CET"}, "name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '[TOOL_CALLS] [{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'an object without a name stays text',
    text: '[TOOL_CALLS] [{"arguments": {"city": "Ulm"}}]',
    say: '[TOOL_CALLS] [{"arguments": {"city": "Ulm"}}]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker [TOOL_CALLS] opens a call; see the manual.',
    say: 'The marker [TOOL_CALLS] opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'half a marker within the answer is text',
    text: 'So [TOOL_CALL it is.',
    say: 'So [TOOL_CALL it is.',
    calls: [],
  },
  {
    name: 'ids of nine letters',
    text: '[TOOL_CALLS] [{"name": "get_time", "arguments": {}, "id": "Ab3dE6gH9"}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'an id before the name',
    text: '[TOOL_CALLS][{"id": "Ab3dE6gH9", "name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {}, id: 'Ab3dE6gH9' }],
  },
  {
    name: '6.35: the marker twice, and prose',
    text: 'First:\n[TOOL_CALLS][{"name": "get_time", "arguments": {}}]\n[TOOL_CALLS][{"name": "get_time", "arguments": {"zone": "ICT"}}]\nDone.',
    say: 'First:\n\nDone.',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'ICT' } },
    ],
  },
  {
    name: '6.34: the marker was stripped',
    text: '[{"name": "get_weather", "arguments": {"city": "Huế"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Huế' } }],
  },
  {
    name: '6.34: the marker was stripped, with an id',
    text: ' [{"name": "get_weather", "arguments": {"city": "Huế"}, "id": "abcdefghi"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Huế' } }],
  },
  {
    name: 'an array that names no tool is an answer',
    text: '[{"name": "Ada", "arguments": {"age": 36}}]',
    say: '[{"name": "Ada", "arguments": {"age": 36}}]',
    calls: [],
  },
  { name: 'an array of numbers is an answer', text: '[1, 2, 3]', say: '[1, 2, 3]', calls: [] },
  {
    name: '6.27: an array behind text is an answer',
    text: 'For example: [{"name": "get_time", "arguments": {}}]',
    say: 'For example: [{"name": "get_time", "arguments": {}}]',
    calls: [],
  },
  {
    name: 'markers that say nothing',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}][/TOOL_CALLS]</s>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.6: text and two calls',
    text: 'Both:[TOOL_CALLS][{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Hanoi"}}]',
    say: 'Both:',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Hanoi' } },
    ],
  },
];
