import { type FormatCase, large } from './case.ts';

/** MiniMax M1: objects in one pair of tags, one per line. */
export const minimaxM1: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Sofia"}}\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Sofia' } }],
    argumentsText: ['{"city": "Sofia"}'],
  },
  {
    name: 'Two calls',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Sofia", "days": 3}}\n{"name": "get_weather", "arguments": {"city": "Varna", "unit": "celsius"}}\n</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Sofia', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Varna', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Looking now.\n<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Varna"}}\n</tool_calls>\nMore once it is back.',
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_calls> inside </tool_calls> stays"}}\n</tool_calls>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<tool_calls> inside </tool_calls> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '<tool_calls>\n{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<tool_calls>\n{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}\n',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<tool_calls>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Varna", "days": 1}}\n</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Varna', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "run.sh", "content": "cut -d{ -f1 \\"a}\\""}}\n</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<tool_calls>\n{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}\n</tool_calls>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <tool_calls>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_calls>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_calls>',
    tools: 'none',
    say: '<tool_calls>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_calls>',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<tool_calls>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</tool_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<tool_calls>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</tool_calls>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<tool_calls>\n{"name": "launch_probe", "arguments": {}}\n{"name": "get_time", "arguments": {}}\n</tool_calls>',
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
    text: 'Looking now.\n\n<tool_calls>\n{"name": "get_time", "arguments": {}}\n</tool_calls>\n\nMore once it is back.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Looking now. <tool_calls>\n{"name": "get_time", "arguments": {}}\n</tool_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'The arguments before the name',
    text: '<tool_calls>\n{"arguments": {"zone": "CET"}, "name": "get_time"}\n</tool_calls>',
    calls: [{ name: 'get_time', arguments: { zone: 'CET' } }],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<tool_calls>\n{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}\n</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
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
    name: 'Content between the markers that is not JSON stays text',
    text: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    say: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An object without a name stays text',
    text: '<tool_calls>\n{"arguments": {"city": "Ulm"}}\n</tool_calls>',
    say: '<tool_calls>\n{"arguments": {"city": "Ulm"}}\n</tool_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}\n</tool_calls>\nDone.',
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
    name: 'Two calls with nothing between them (bug 6.1)',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city":"Ulm"}}\n</tool_calls><tool_calls>\n{"name": "get_weather", "arguments": {"city":"Bern"}}\n</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'A missing brace before the closing marker is repaired',
    text: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Ulm"}\n</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: 'Three calls, one of them without arguments',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Varna"}}\n{"name": "get_time", "arguments": {"zone": "EET"}}\n</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Varna' } },
      { name: 'get_time', arguments: { zone: 'EET' } },
    ],
  },
  {
    name: 'If the second of two calls is truncated, only the first is read',
    text: '<tool_calls>\n{"name": "get_time", "arguments": {}}\n{"name": "get_weather", "arguments": {"city": "Va',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  { name: 'An end-of-message token is not text', text: 'Yes.<end_of_sentence>', say: 'Yes.', calls: [] },
];
