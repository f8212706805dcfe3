import { type FormatCase, large } from './case.ts';

/** LongCat: one object in a pair of tags for each call. */
export const longcat: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima"}}\n</longcat_tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
    argumentsText: ['{"city": "Lima"}'],
  },
  {
    name: 'Two calls',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}\n</longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Quito", "unit": "celsius"}}\n</longcat_tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Lima', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Quito', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'I will check.\n<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Quito"}}\n</longcat_tool_call>\nI will tell you when it is done.',
    say: 'I will check.\n\nI will tell you when it is done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Quito' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "notes.md", "content": "<longcat_tool_call> inside </longcat_tool_call> stays"}}\n</longcat_tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<longcat_tool_call> inside </longcat_tool_call> stays' },
      },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '<longcat_tool_call>\n{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}\n</longcat_tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<longcat_tool_call>\n{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}\n',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<longcat_tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</longcat_tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Quito", "days": 1}}\n</longcat_tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Quito', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "run.sh", "content": "awk \'{ print $1"}}\n</longcat_tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<longcat_tool_call>\n{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}\n</longcat_tool_call>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call>',
    tools: 'none',
    say: '<longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call>',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<longcat_tool_call>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</longcat_tool_call>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<longcat_tool_call>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</longcat_tool_call>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<longcat_tool_call>\n{"name": "launch_probe", "arguments": {}}\n</longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>',
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
    text: 'I will check.\n\n<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>\n\nI will tell you when it is done.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'I will check.I will tell you when it is done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'I will check. <longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'I will check. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'The arguments before the name',
    text: '<longcat_tool_call>\n{"arguments": {"zone": "CET"}, "name": "get_time"}\n</longcat_tool_call>',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}\n</longcat_tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<longcat_tool_call>\n{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}\n</longcat_tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'Single quotes and Python constants are repaired',
    text: "<longcat_tool_call>\n{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}\n</longcat_tool_call>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'An object without a name stays text',
    text: '<longcat_tool_call>\n{"arguments": {"city": "Ulm"}}\n</longcat_tool_call>',
    say: '<longcat_tool_call>\n{"arguments": {"city": "Ulm"}}\n</longcat_tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<longcat_tool_call>get_weather(Ulm)</longcat_tool_call> Hm.',
    say: '<longcat_tool_call>get_weather(Ulm)</longcat_tool_call> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker <longcat_tool_call> opens a call; see the manual.',
    say: 'The marker <longcat_tool_call> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An incomplete marker inside the answer is text',
    text: 'So <longcat_tool_cal it is.',
    say: 'So <longcat_tool_cal it is.',
    calls: [],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}\n</longcat_tool_call>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A missing brace before the closing marker is repaired',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Ulm"}\n</longcat_tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: 'An extra closing marker is dropped',
    text: '<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>\n</longcat_tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A stray opening marker before a call is text (bug 6.4)',
    text: '<longcat_tool_call>\n<longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call>',
    say: '<longcat_tool_call>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'Two calls without a closing marker between them (bug 6.21)',
    text: '<longcat_tool_call>{"name": "get_time", "arguments": {}}\n<longcat_tool_call>{"name": "get_weather", "arguments": {"city": "Ulm"}}</longcat_tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Ulm' } },
    ],
  },
  {
    name: 'Two calls with nothing between them (bug 6.1)',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city":"Ulm"}}\n</longcat_tool_call><longcat_tool_call>\n{"name": "get_weather", "arguments": {"city":"Bern"}}\n</longcat_tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'The text between and after calls is kept (bug 6.35)',
    text: 'A <longcat_tool_call>\n{"name": "get_time", "arguments": {}}\n</longcat_tool_call> B <longcat_tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</longcat_tool_call> C',
    say: 'A  B  C',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'Hermes tags are prose',
    text: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    say: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    calls: [],
  },
];
