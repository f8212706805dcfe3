import { type FormatCase, large } from './case.ts';

/** Nemotron Nano v2: an array in tags. */
export const nemotronV2: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr"}}]</TOOLCALL>',
    calls: [{ name: 'get_weather', arguments: { city: 'Győr' } }],
    argumentsText: ['{"city": "Győr"}'],
  },
  {
    name: 'two calls',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Pécs", "unit": "celsius"}}]</TOOLCALL>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Győr', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Pécs', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'One moment.\n<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Pécs"}}]</TOOLCALL>\nThen we shall see.',
    say: 'One moment.\n\nThen we shall see.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pécs' } }],
  },
  {
    name: 'no arguments',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\مرحبا.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tمرحبا"}}]</TOOLCALL>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\مرحبا.txt', content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tمرحبا' },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<TOOLCALL> inside </TOOLCALL> stays"}}]</TOOLCALL>',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '<TOOLCALL> inside </TOOLCALL> stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<TOOLCALL>[{"name": "plan_trip", "arguments": {"stops": [{"place": "Győr", "nights": 2}, {"place": "Pécs", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]</TOOLCALL>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Győr', nights: 2 },
            { place: 'Pécs', nights: 1 },
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
    text: '<TOOLCALL>[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]</TOOLCALL>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<TOOLCALL>[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<TOOLCALL>[{"name": "set_lamp", "arguments": {"on": true}}]</TOOLCALL>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Pécs", "days": 1}}]</TOOLCALL>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Pécs', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "find . -name \\"*.{ts\\" -print"}}]</TOOLCALL>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'find . -name "*.{ts" -print' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<TOOLCALL>[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]</TOOLCALL>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL>',
    tools: 'none',
    say: '<TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<TOOLCALL>[{"name": "launch_probe", "arguments": {"stage": 2}}]</TOOLCALL>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<TOOLCALL>[{"name": "launch_probe", "arguments": {"stage": 2}}]</TOOLCALL>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<TOOLCALL>[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]</TOOLCALL>',
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
    text: 'One moment.\n\n<TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL>\n\nThen we shall see.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'One moment.Then we shall see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'One moment. <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'One moment. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: '<think>Which city? Győr.</think>\n\n<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr"}}]</TOOLCALL>',
    think: 'Which city? Győr.',
    calls: [{ name: 'get_weather', arguments: { city: 'Győr' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Pécs.</think>\n<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Pécs"}}]</TOOLCALL>',
    options: { startInReasoning: true },
    think: 'The user means Pécs.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pécs' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<think>Perhaps <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> would do.</think><TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr"}}]</TOOLCALL>',
    think: 'Perhaps <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Győr' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nThen we shall see.',
    say: 'Then we shall see.',
    calls: [],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]</TOOLCALL>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]</TOOLCALL>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'single quotes and Python constants are mended',
    text: "<TOOLCALL>[{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}]</TOOLCALL>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <TOOLCALL> opens a call; see the manual.',
    say: 'The marker <TOOLCALL> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<TOOLCALL>get_weather(Ulm)</TOOLCALL> Hm.',
    say: '<TOOLCALL>get_weather(Ulm)</TOOLCALL> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'an object without a name stays text',
    text: '<TOOLCALL>[{"arguments": {"city": "Ulm"}}]</TOOLCALL>',
    say: '<TOOLCALL>[{"arguments": {"city": "Ulm"}}]</TOOLCALL>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}]</TOOLCALL>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  { name: 'markers around nothing say nothing', text: '<TOOLCALL></TOOLCALL>Hello.', say: 'Hello.', calls: [] },
  {
    name: '6.1: two calls without anything between them',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city":"Ulm"}}]</TOOLCALL><TOOLCALL>[{"name": "get_weather", "arguments": {"city":"Bern"}}]</TOOLCALL>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: '6.35: text between calls and behind them is kept',
    text: 'A <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> B <TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL> C',
    say: 'A  B  C',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'a missing brace before the closing marker is mended',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Ulm"}]</TOOLCALL>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: 'the end of the message is no text',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL><SPECIAL_12>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'tags in small letters are others',
    text: '<toolcall>[{"name": "get_time", "arguments": {}}]</toolcall>',
    say: '<toolcall>[{"name": "get_time", "arguments": {}}]</toolcall>',
    calls: [],
  },
];
