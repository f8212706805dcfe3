import { type FormatCase, large } from './case.ts';

/** Apriel: an array in tags, and reasoning between fixed sentences. */
export const apriel: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö"}}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
    argumentsText: ['{"city": "Malmö"}'],
  },
  {
    name: 'Two calls',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Lund", "unit": "celsius"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Malmö', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Lund', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'I will check.\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lund"}}]</tool_calls>\nI will tell you when it is done.',
    say: 'I will check.\n\nI will tell you when it is done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Lund' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_calls> inside </tool_calls> stays"}}]</tool_calls>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<tool_calls> inside </tool_calls> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays',
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
    name: 'Several closing brackets directly after a boolean',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"on": true}}]</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Lund", "days": 1}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Lund', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "awk \'{ print $1"}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
  },
  {
    name: 'Digits in a string stay a string',
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
    name: 'JSON in the answer is not a call',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'The policy textAround "trimmed" removes white space around a call',
    text: 'I will check.\n\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>\n\nI will tell you when it is done.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'I will check.I will tell you when it is done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'I will check. <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'I will check. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: 'Here are my reasoning steps:\nWhich city? Malmö.[BEGIN FINAL RESPONSE]\n\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö"}}]</tool_calls>',
    think: 'Which city? Malmö.',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Lund.[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lund"}}]</tool_calls>',
    options: { startInReasoning: true },
    think: 'The user means Lund.',
    calls: [{ name: 'get_weather', arguments: { city: 'Lund' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: 'Here are my reasoning steps:\nPerhaps <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> would do.[BEGIN FINAL RESPONSE]<tool_calls>[{"name": "get_weather", "arguments": {"city": "Malmö"}}]</tool_calls>',
    think: 'Perhaps <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped',
    text: '[BEGIN FINAL RESPONSE]\n\nI will tell you when it is done.',
    say: 'I will tell you when it is done.',
    calls: [],
  },
  {
    name: 'Arguments as a string of JSON',
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
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker <tool_calls> opens a call; see the manual.',
    say: 'The marker <tool_calls> opens a call; see the manual.',
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
    name: 'Two calls with nothing between them',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city":"Ulm"}}]</tool_calls><tool_calls>[{"name": "get_weather", "arguments": {"city":"Bern"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'The alternative spelling of the reasoning tags',
    text: '<thinking>Which one?</thinking>\nThis one.',
    think: 'Which one?',
    say: 'This one.',
    calls: [],
  },
  {
    name: 'The end markers of the answer are not text',
    text: 'Here are my reasoning steps:\nLate.\n[BEGIN FINAL RESPONSE]\nIt is late.\n[END FINAL RESPONSE]<|end|>',
    think: 'Late.\n',
    say: 'It is late.\n',
    calls: [],
  },
  {
    name: 'The ids that the model wrote are kept',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}, "id": "a1"}, {"id": "b2", "name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' }, id: 'b2' },
    ],
  },
  {
    name: 'If an id occurs twice, only the first call keeps it',
    text: '<tool_calls>[{"id": "a1", "name": "get_time", "arguments": {}}, {"id": "a1", "name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'a1' },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'A list that lacks its last brackets and its closing marker is read',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A list between the tags that the sentence of the template names',
    text: '<tool_call>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
];
