import { type FormatCase, large } from './case.ts';

/** Jamba: an array in tags. */
export const jamba: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Cairo"}}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Cairo' } }],
    argumentsText: ['{"city": "Cairo"}'],
  },
  {
    name: 'Two calls',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Cairo", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Luxor", "unit": "celsius"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Cairo', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Luxor', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Checking the forecast.\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Luxor"}}]</tool_calls>\nBack in a second.',
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Luxor' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\emoji 👩‍👩‍👧 done.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\temoji 👩‍👩‍👧 done"}}]</tool_calls>',
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
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_calls> inside </tool_calls> stays"}}]</tool_calls>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<tool_calls> inside </tool_calls> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
    text: '<tool_calls>[{"name": "plan_trip", "arguments": {"stops": [{"place": "Cairo", "nights": 2}, {"place": "Luxor", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]</tool_calls>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Cairo', nights: 2 },
            { place: 'Luxor', nights: 1 },
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
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"on": true}}]</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Luxor", "days": 1}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Luxor', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "printf \\"%s\\\\n\\" \\"[[\\""}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<tool_calls>[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]</tool_calls>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    tools: 'none',
    say: '<tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {"stage": 2}}]</tool_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {"stage": 2}}]</tool_calls>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]</tool_calls>',
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
    text: 'Checking the forecast.\n\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Checking the forecast. <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'The arguments before the name',
    text: '<tool_calls>[{"arguments": {"zone": "CET"}, "name": "get_time"}]</tool_calls>',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '<tool_calls>[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'Single quotes and Python constants are repaired',
    text: "<tool_calls>[{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}]</tool_calls>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker <tool_calls> opens a call; see the manual.',
    say: 'The marker <tool_calls> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An incomplete marker inside the answer is text',
    text: 'So <tool_call it is.',
    say: 'So <tool_call it is.',
    calls: [],
  },
  {
    name: 'An object without a name stays text',
    text: '<tool_calls>[{"arguments": {"city": "Ulm"}}]</tool_calls>',
    say: '<tool_calls>[{"arguments": {"city": "Ulm"}}]</tool_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    say: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}]</tool_calls>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Markers with nothing between them are dropped',
    text: '<tool_calls></tool_calls>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'An extra closing marker is dropped',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>\n</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A stray opening marker before a call is text (bug 6.4)',
    text: '<tool_calls>\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>',
    say: '<tool_calls>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'Two calls with nothing between them (bug 6.1)',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city":"Ulm"}}]</tool_calls><tool_calls>[{"name": "get_weather", "arguments": {"city":"Bern"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'The text between and after calls is kept (bug 6.35)',
    text: 'A <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> B <tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls> C',
    say: 'A  B  C',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  { name: 'An empty array is dropped', text: '<tool_calls>[]</tool_calls>Hello.', say: 'Hello.', calls: [] },
  {
    name: 'An array that spans several lines',
    text: '<tool_calls>[\n  {"name": "get_time", "arguments": {}},\n  {"name": "get_weather", "arguments": {"city": "Luxor"}}\n]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Luxor' } },
    ],
  },
  {
    name: 'One object without an array',
    text: '<tool_calls>{"name": "get_time", "arguments": {}}</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A complete call in an array that is never closed is read',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}</tool_calls> Done.',
    say: ' Done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'If the second call of an array is truncated, only the first is read (bug 6.8)',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, {"name": "write_file", "arguments": {"path": "a',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  {
    name: 'If the second item of an array is not a call, the rest is text',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, 7]</tool_calls>',
    say: ' 7]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
