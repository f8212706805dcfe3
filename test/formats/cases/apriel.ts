import { type FormatCase, large } from './case.ts';

/** Apriel: an array in tags, thoughts between words of its own. */
export const apriel: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö"}}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
    argumentsText: ['{"city": "Malmö"}'],
  },
  {
    name: 'two calls',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Lund", "unit": "celsius"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Malmö', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Lund', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'I will check.\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lund"}}]</tool_calls>\nI will tell you when it is done.',
    say: 'I will check.\n\nI will tell you when it is done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Lund' } }],
  },
  {
    name: 'no arguments',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\Привет 👋🏽.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tПривет 👋🏽"}}]</tool_calls>',
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
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_calls> inside </tool_calls> stays"}}]</tool_calls>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<tool_calls> inside </tool_calls> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<tool_calls>[{"name": "plan_trip", "arguments": {"stops": [{"place": "Malmö", "nights": 2}, {"place": "Lund", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]</tool_calls>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Malmö', nights: 2 },
            { place: 'Lund', nights: 1 },
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
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Lund", "days": 1}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Lund', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "awk \'{ print $1"}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
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
    text: 'I will check.\n\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>\n\nI will tell you when it is done.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'I will check.I will tell you when it is done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'I will check. <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'I will check. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: 'Here are my reasoning steps:\nWhich city? Malmö.[BEGIN FINAL RESPONSE]\n\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö"}}]</tool_calls>',
    think: 'Which city? Malmö.',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Lund.[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lund"}}]</tool_calls>',
    options: { startInReasoning: true },
    think: 'The user means Lund.',
    calls: [{ name: 'get_weather', arguments: { city: 'Lund' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: 'Here are my reasoning steps:\nPerhaps <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> would do.[BEGIN FINAL RESPONSE]<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö"}}]</tool_calls>',
    think: 'Perhaps <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '[BEGIN FINAL RESPONSE]\n\nI will tell you when it is done.',
    say: 'I will tell you when it is done.',
    calls: [],
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
    name: 'prose that names the marker',
    text: 'The marker <tool_calls> opens a call; see the manual.',
    say: 'The marker <tool_calls> opens a call; see the manual.',
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
  {
    name: '6.1: two calls without anything between them',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city":"Ulm"}}]</tool_calls><tool_calls>[{"name": "get_weather", "arguments": {"city":"Bern"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'the other spelling of thoughts',
    text: '<thinking>Which one?</thinking>\nThis one.',
    think: 'Which one?',
    say: 'This one.',
    calls: [],
  },
  {
    name: 'the ends of the answer are no text',
    text: 'Here are my reasoning steps:\nLate.\n[BEGIN FINAL RESPONSE]\nIt is late.\n[END FINAL RESPONSE]<|end|>',
    think: 'Late.\n',
    say: 'It is late.\n',
    calls: [],
  },
  {
    name: 'ids of the model',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}, "id": "a1"}, {"id": "b2", "name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' }, id: 'b2' },
    ],
  },
  {
    name: 'the same id twice counts once',
    text: '<tool_calls>[{"id": "a1", "name": "get_time", "arguments": {}}, {"id": "a1", "name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'a1' },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
];
