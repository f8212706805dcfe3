import { type FormatCase, large } from './case.ts';

/** MiniMax M1: objects in a row in tags, one a line. */
export const minimaxM1: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Sofia"}}\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Sofia' } }],
    argumentsText: ['{"city": "Sofia"}'],
  },
  {
    name: 'two calls',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Sofia", "days": 3}}\n{"name": "get_weather", "arguments": {"city": "Varna", "unit": "celsius"}}\n</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Sofia', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Varna', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Looking now.\n<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Varna"}}\n</tool_calls>\nMore once it is back.',
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: 'no arguments',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\한국어 텍스트 🇰🇷.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\t한국어 텍스트 🇰🇷"}}\n</tool_calls>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\한국어 텍스트 🇰🇷.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\t한국어 텍스트 🇰🇷',
        },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_calls> inside </tool_calls> stays"}}\n</tool_calls>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<tool_calls> inside </tool_calls> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<tool_calls>\n{"name": "plan_trip", "arguments": {"stops": [{"place": "Sofia", "nights": 2}, {"place": "Varna", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}\n</tool_calls>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Sofia', nights: 2 },
            { place: 'Varna', nights: 1 },
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
    text: '<tool_calls>\n{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<tool_calls>\n{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}\n',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<tool_calls>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Varna", "days": 1}}\n</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Varna', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "run.sh", "content": "cut -d{ -f1 \\"a}\\""}}\n</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<tool_calls>\n{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}\n</tool_calls>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <tool_calls>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_calls>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_calls>',
    tools: 'none',
    say: '<tool_calls>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_calls>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<tool_calls>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</tool_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<tool_calls>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</tool_calls>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<tool_calls>\n{"name": "launch_probe", "arguments": {}}\n{"name": "get_time", "arguments": {}}\n</tool_calls>',
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
    text: 'Looking now.\n\n<tool_calls>\n{"name": "get_time", "arguments": {}}\n</tool_calls>\n\nMore once it is back.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Looking now. <tool_calls>\n{"name": "get_time", "arguments": {}}\n</tool_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'arguments before the name',
    text: '<tool_calls>\n{"arguments": {"zone": "CET"}, "name": "get_time"}\n</tool_calls>',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}\n</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
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
    name: 'what is no JSON stays text',
    text: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    say: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'an object without a name stays text',
    text: '<tool_calls>\n{"arguments": {"city": "Ulm"}}\n</tool_calls>',
    say: '<tool_calls>\n{"arguments": {"city": "Ulm"}}\n</tool_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}\n</tool_calls>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  { name: 'markers around nothing say nothing', text: '<tool_calls></tool_calls>Hello.', say: 'Hello.', calls: [] },
  {
    name: '6.1: two calls without anything between them',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city":"Ulm"}}\n</tool_calls><tool_calls>\n{"name": "get_weather", "arguments": {"city":"Bern"}}\n</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'a missing brace before the closing marker is mended',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Ulm"}\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: 'three calls, and one of them empty',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Varna"}}\n{"name": "get_time", "arguments": {"zone": "EET"}}\n</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Varna' } },
      { name: 'get_time', arguments: { zone: 'EET' } },
    ],
  },
  {
    name: 'the second of two is cut',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Va',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  { name: 'the end of the message is no text', text: 'Yes.<end_of_sentence>', say: 'Yes.', calls: [] },
];
