import { type FormatCase, large } from './case.ts';

/** Nemotron Nano v2: an array in tags. */
export const nemotronV2: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr"}}]</TOOLCALL>',
    calls: [{ name: 'get_weather', arguments: { city: 'Győr' } }],
    argumentsText: ['{"city": "Győr"}'],
  },
  {
    name: 'Two calls',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Pécs", "unit": "celsius"}}]</TOOLCALL>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Győr', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Pécs', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'One moment.\n<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Pécs"}}]</TOOLCALL>\nThen we shall see.',
    say: 'One moment.\n\nThen we shall see.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pécs' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\مرحبا.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tمرحبا"}}]</TOOLCALL>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\مرحبا.txt', content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tمرحبا' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<TOOLCALL> inside </TOOLCALL> stays"}}]</TOOLCALL>',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '<TOOLCALL> inside </TOOLCALL> stays' } }],
  },
  {
    name: 'Nested objects and arrays',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '<TOOLCALL>[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]</TOOLCALL>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<TOOLCALL>[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean',
    text: '<TOOLCALL>[{"name": "set_lamp", "arguments": {"on": true}}]</TOOLCALL>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Pécs", "days": 1}}]</TOOLCALL>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Pécs', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "find . -name \\"*.{ts\\" -print"}}]</TOOLCALL>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'find . -name "*.{ts" -print' } }],
  },
  {
    name: 'Digits in a string stay a string',
    text: '<TOOLCALL>[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]</TOOLCALL>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL>',
    tools: 'none',
    say: '<TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL>',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<TOOLCALL>[{"name": "launch_probe", "arguments": {"stage": 2}}]</TOOLCALL>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<TOOLCALL>[{"name": "launch_probe", "arguments": {"stage": 2}}]</TOOLCALL>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<TOOLCALL>[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]</TOOLCALL>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'JSON in the answer is not a call',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'The policy textAround "trimmed" removes white space around a call',
    text: 'One moment.\n\n<TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL>\n\nThen we shall see.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'One moment.Then we shall see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'One moment. <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'One moment. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: '<think>Which city? Győr.</think>\n\n<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr"}}]</TOOLCALL>',
    think: 'Which city? Győr.',
    calls: [{ name: 'get_weather', arguments: { city: 'Győr' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Pécs.</think>\n<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Pécs"}}]</TOOLCALL>',
    options: { startInReasoning: true },
    think: 'The user means Pécs.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pécs' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: '<think>Perhaps <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> would do.</think><TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Győr"}}]</TOOLCALL>',
    think: 'Perhaps <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Győr' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped',
    text: '</think>\n\nThen we shall see.',
    say: 'Then we shall see.',
    calls: [],
  },
  {
    name: 'Arguments as a string of JSON',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]</TOOLCALL>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]</TOOLCALL>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'Single quotes and Python constants are repaired',
    text: "<TOOLCALL>[{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}]</TOOLCALL>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker <TOOLCALL> opens a call; see the manual.',
    say: 'The marker <TOOLCALL> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<TOOLCALL>get_weather(Ulm)</TOOLCALL> Hm.',
    say: '<TOOLCALL>get_weather(Ulm)</TOOLCALL> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An object without a name stays text',
    text: '<TOOLCALL>[{"arguments": {"city": "Ulm"}}]</TOOLCALL>',
    say: '<TOOLCALL>[{"arguments": {"city": "Ulm"}}]</TOOLCALL>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}]</TOOLCALL>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Markers with nothing between them are dropped',
    text: '<TOOLCALL></TOOLCALL>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'Two calls with nothing between them',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city":"Ulm"}}]</TOOLCALL><TOOLCALL>[{"name": "get_weather", "arguments": {"city":"Bern"}}]</TOOLCALL>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'The text between and after calls is kept',
    text: 'A <TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL> B <TOOLCALL>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</TOOLCALL> C',
    say: 'A  B  C',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'A missing brace before the closing marker is repaired',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Ulm"}]</TOOLCALL>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: 'An end-of-message token is not text',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL><SPECIAL_12>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Tags in lower case are not markers',
    text: '<toolcall>[{"name": "get_time", "arguments": {}}]</toolcall>',
    say: '<toolcall>[{"name": "get_time", "arguments": {}}]</toolcall>',
    calls: [],
  },
  {
    name: 'A list that lacks its last brackets and its closing marker is read',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'Objects without the brackets of a list are read',
    text: '<TOOLCALL>{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Oslo"}}</TOOLCALL>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'Arguments written as a string, as the template shows them',
    text: '<TOOLCALL>[{"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}]</TOOLCALL>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'An invented result after a call is cut off',
    text: '<TOOLCALL>[{"name": "get_time", "arguments": {}}]</TOOLCALL>\n<TOOL_RESPONSE>["12:00"]</TOOL_RESPONSE>\nNoon.',
    options: { policy: { inventedResults: 'cut' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['invented-result'],
  },
];
