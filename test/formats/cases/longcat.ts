import { type FormatCase, large } from './case.ts';

/** LongCat: an object in tags of its own, one for each call. */
export const longcat: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima"}}\n</longcat_tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
    argumentsText: ['{"city": "Lima"}'],
  },
  {
    name: 'two calls',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}\n</longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Quito", "unit": "celsius"}}\n</longcat_tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Lima', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Quito', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'I will check.\n<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Quito"}}\n</longcat_tool_call>\nI will tell you when it is done.',
    say: 'I will check.\n\nI will tell you when it is done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' } }],
  },
  {
    name: 'no arguments',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\Привет 👋🏽.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tПривет 👋🏽"}}\n</longcat_tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Привет 👋🏽.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tПривет 👋🏽',
        },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "notes.md", "content": "<longcat_tool_call> inside </longcat_tool_call> stays"}}\n</longcat_tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<longcat_tool_call> inside </longcat_tool_call> stays' },
      },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<longcat_tool_call>\n{"name": "plan_trip", "arguments": {"stops": [{"place": "Lima", "nights": 2}, {"place": "Quito", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}\n</longcat_tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Lima', nights: 2 },
            { place: 'Quito', nights: 1 },
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
    text: '<longcat_tool_call>\n{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}\n</longcat_tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<longcat_tool_call>\n{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}\n',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<longcat_tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</longcat_tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Quito", "days": 1}}\n</longcat_tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Quito', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "run.sh", "content": "awk \'{ print $1"}}\n</longcat_tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<longcat_tool_call>\n{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}\n</longcat_tool_call>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call>',
    tools: 'none',
    say: '<longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<longcat_tool_call>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</longcat_tool_call>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<longcat_tool_call>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</longcat_tool_call>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<longcat_tool_call>\n{"name": "launch_probe", "arguments": {}}\n</longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>',
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
    text: 'I will check.\n\n<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>\n\nI will tell you when it is done.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'I will check.I will tell you when it is done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'I will check. <longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'I will check. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'arguments before the name',
    text: '<longcat_tool_call>\n{"arguments": {"zone": "CET"}, "name": "get_time"}\n</longcat_tool_call>',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}\n</longcat_tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}\n</longcat_tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'single quotes and Python constants are mended',
    text: "<longcat_tool_call>\n{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}\n</longcat_tool_call>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'an object without a name stays text',
    text: '<longcat_tool_call>\n{"arguments": {"city": "Ulm"}}\n</longcat_tool_call>',
    say: '<longcat_tool_call>\n{"arguments": {"city": "Ulm"}}\n</longcat_tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<longcat_tool_call>get_weather(Ulm)</longcat_tool_call> Hm.',
    say: '<longcat_tool_call>get_weather(Ulm)</longcat_tool_call> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <longcat_tool_call> opens a call; see the manual.',
    say: 'The marker <longcat_tool_call> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'half a marker within the answer is text',
    text: 'So <longcat_tool_cal it is.',
    say: 'So <longcat_tool_cal it is.',
    calls: [],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}\n</longcat_tool_call>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a missing brace before the closing marker is mended',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Ulm"}\n</longcat_tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: 'a closing marker too many says nothing',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>\n</longcat_tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.4: an opening marker before the real one is told as text',
    text: '<longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>',
    say: '<longcat_tool_call>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: '6.21: two calls, and no closing marker between them',
    text: '<longcat_tool_call>{"name": "get_time", "arguments": {}}\n<longcat_tool_call>{"name": "get_weather", "arguments": {"city": "Ulm"}}</longcat_tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Ulm' } },
    ],
  },
  {
    name: '6.1: two calls without anything between them',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city":"Ulm"}}\n</longcat_tool_call><longcat_tool_call>\n{"name": "get_weather", "arguments": {"city":"Bern"}}\n</longcat_tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: '6.35: text between calls and behind them is kept',
    text: 'A <longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call> B <longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call> C',
    say: 'A  B  C',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'tags of hermes are prose',
    text: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    say: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    calls: [],
  },
];
