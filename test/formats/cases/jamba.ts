import { type FormatCase, large } from './case.ts';

/** Jamba: an array in tags. */
export const jamba: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Cairo"}}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Cairo' } }],
    argumentsText: ['{"city": "Cairo"}'],
  },
  {
    name: 'two calls',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Cairo", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Luxor", "unit": "celsius"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Cairo', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Luxor', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Checking the forecast.\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Luxor"}}]</tool_calls>\nBack in a second.',
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Luxor' } }],
  },
  {
    name: 'no arguments',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_calls> inside </tool_calls> stays"}}]</tool_calls>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<tool_calls> inside </tool_calls> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"on": true}}]</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Luxor", "days": 1}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Luxor', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "printf \\"%s\\\\n\\" \\"[[\\""}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<tool_calls>[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]</tool_calls>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    tools: 'none',
    say: '<tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {"stage": 2}}]</tool_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {"stage": 2}}]</tool_calls>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]</tool_calls>',
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
    text: 'Checking the forecast.\n\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Checking the forecast. <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'arguments before the name',
    text: '<tool_calls>[{"arguments": {"zone": "CET"}, "name": "get_time"}]</tool_calls>',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<tool_calls>[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'single quotes and Python constants are mended',
    text: "<tool_calls>[{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}]</tool_calls>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <tool_calls> opens a call; see the manual.',
    say: 'The marker <tool_calls> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'half a marker within the answer is text',
    text: 'So <tool_call it is.',
    say: 'So <tool_call it is.',
    calls: [],
  },
  {
    name: 'an object without a name stays text',
    text: '<tool_calls>[{"arguments": {"city": "Ulm"}}]</tool_calls>',
    say: '<tool_calls>[{"arguments": {"city": "Ulm"}}]</tool_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    say: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}]</tool_calls>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  { name: 'markers around nothing say nothing', text: '<tool_calls></tool_calls>Hello.', say: 'Hello.', calls: [] },
  {
    name: 'a closing marker too many says nothing',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>\n</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.4: an opening marker before the real one is told as text',
    text: '<tool_calls>\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>',
    say: '<tool_calls>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: '6.1: two calls without anything between them',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city":"Ulm"}}]</tool_calls><tool_calls>[{"name": "get_weather", "arguments": {"city":"Bern"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: '6.35: text between calls and behind them is kept',
    text: 'A <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> B <tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls> C',
    say: 'A  B  C',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  { name: 'an empty array says nothing', text: '<tool_calls>[]</tool_calls>Hello.', say: 'Hello.', calls: [] },
  {
    name: 'the array on lines of its own',
    text: '<tool_calls>[\n  {"name": "get_time", "arguments": {}},\n  {"name": "get_weather", "arguments": {"city": "Luxor"}}\n]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Luxor' } },
    ],
  },
  {
    name: 'one object without an array',
    text: '<tool_calls>{"name": "get_time", "arguments": {}}</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'an array that never closes',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}</tool_calls> Done.',
    say: ' Done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.8: the second call of an array is cut',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, {"name": "write_file", "arguments": {"path": "a',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  {
    name: 'the second call of an array is no call',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, 7]</tool_calls>',
    say: ' 7]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
