import { type FormatCase, large } from './case.ts';

/** Granite 3: a marker, then an array. */
export const granite3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
    argumentsText: ['{"city": "Porto"}'],
  },
  {
    name: 'Two calls',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Faro", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Porto', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Faro', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Looking now.\n<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Faro"}}]\nMore once it is back.',
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\한국어 텍스트 🇰🇷.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\t한국어 텍스트 🇰🇷"}}]',
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
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<|tool_call|> inside <|tool_call|> stays"}}]',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|tool_call|> inside <|tool_call|> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
    text: '<|tool_call|>[{"name": "plan_trip", "arguments": {"stops": [{"place": "Porto", "nights": 2}, {"place": "Faro", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Porto', nights: 2 },
            { place: 'Faro', nights: 1 },
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
    text: '<|tool_call|>[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<|tool_call|>[{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Faro", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Faro', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "cut -d{ -f1 \\"a}\\""}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<|tool_call|>[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <|tool_call|>[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: '<|tool_call|>[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|tool_call|>[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|tool_call|>[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|tool_call|>[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]',
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
    text: 'Looking now.\n\n<|tool_call|>[{"name": "get_time", "arguments": {}}]\n\nMore once it is back.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Looking now. <|tool_call|>[{"name": "get_time", "arguments": {}}] The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: '<think>Which city? Porto.</think>\n\n<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto"}}]',
    think: 'Which city? Porto.',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Faro.</think>\n<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Faro"}}]',
    options: { startInReasoning: true },
    think: 'The user means Faro.',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<think>Perhaps <|tool_call|>[{"name": "get_time", "arguments": {}}] would do.</think><|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto"}}]',
    think: 'Perhaps <|tool_call|>[{"name": "get_time", "arguments": {}}] would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped (bug 6.26)',
    text: '</think>\n\nMore once it is back.',
    say: 'More once it is back.',
    calls: [],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'Escaped characters are decoded (bug 6.31)',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Z\\u00fcrich \\ud83c\\uddE8\\ud83c\\uddED"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Zürich 🇨🇭' } }],
    argumentsText: ['{"city": "Z\\u00fcrich \\ud83c\\uddE8\\ud83c\\uddED"}'],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'The key "parameters" is accepted for "arguments"',
    text: '<|tool_call|>[{"name": "get_weather", "parameters": {"city": "Ulm"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'A name alone is a call without arguments',
    text: '<|tool_call|>[{"name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker <|tool_call|> opens a call; see the manual.',
    say: 'The marker <|tool_call|> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An incomplete marker inside the answer is text',
    text: 'So <|tool_call it is.',
    say: 'So <|tool_call it is.',
    calls: [],
  },
  {
    name: 'An object without a name stays text',
    text: '<|tool_call|>[{"arguments": {"city": "Ulm"}}]',
    say: '<|tool_call|>[{"arguments": {"city": "Ulm"}}]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A text that ends inside the name makes no call',
    text: '<|tool_call|>[{"name": "get_w',
    say: '<|tool_call|>[{"name": "get_w',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'The alternative spelling of the marker',
    text: '<tool_call>[{"name": "get_weather", "arguments": {"city": "Faro"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  {
    name: 'One object without an array',
    text: '<|tool_call|>{"name": "get_weather", "arguments": {"city": "Faro"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  { name: 'An empty array is dropped', text: '<|tool_call|>[]', calls: [] },
  {
    name: 'Two calls, each after a marker of its own',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}]\n<|tool_call|>[{"name": "get_time", "arguments": {"zone": "WET"}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'WET' } },
    ],
  },
  {
    name: 'A space after the marker and an end-of-text token',
    text: '<|tool_call|> [{"name": "get_time", "arguments": {}}]<|end_of_text|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Reasoning and an answer, each in tags',
    text: '<think>Hm.</think><response>It is late.</response>',
    think: 'Hm.',
    say: 'It is late.',
    calls: [],
  },
  {
    name: 'A complete call in an array that is never closed is read',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'If the second call of an array is truncated, only the first is read',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"ci',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
];
