import { type FormatCase, large } from './case.ts';

/** xLAM: an array without a marker, in a fence, or after one of several markers. */
export const xlam: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '[{"name": "get_weather", "arguments": {"city": "Bergen"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Bergen' } }],
    argumentsText: ['{"city": "Bergen"}'],
  },
  {
    name: 'Two calls',
    text: '[{"name": "get_weather", "arguments": {"city": "Bergen", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Voss", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Bergen', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Voss', unit: 'celsius' } },
    ],
  },
  {
    name: 'A call with empty arguments',
    text: '[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\東京タワー 🗼.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\t東京タワー 🗼"}}]',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\東京タワー 🗼.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\t東京タワー 🗼',
        },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: '[{"name": "write_file", "arguments": {"path": "notes.md", "content": "[TOOL_CALLS] inside </tool_call> stays"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '[TOOL_CALLS] inside </tool_call> stays' } }],
  },
  {
    name: 'Nested objects and arrays',
    text: '[{"name": "plan_trip", "arguments": {"stops": [{"place": "Bergen", "nights": 2}, {"place": "Voss", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Bergen', nights: 2 },
            { place: 'Voss', nights: 1 },
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
    text: '[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<tool_call>[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean',
    text: '[{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments',
    text: '[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Voss", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Voss', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command',
    text: '[{"name": "write_file", "arguments": {"path": "run.sh", "content": "if [ -f a ]; then echo \\"{\\"; fi"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'if [ -f a ]; then echo "{"; fi' } }],
  },
  {
    name: 'Digits in a string stay a string',
    text: '[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: '[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: '[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'An object that names no known tool is part of the answer',
    text: '[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    say: '[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [],
  },
  {
    name: 'Reasoning before a call',
    text: '<think>Which city? Bergen.</think>\n\n[{"name": "get_weather", "arguments": {"city": "Bergen"}}]',
    think: 'Which city? Bergen.',
    calls: [{ name: 'get_weather', arguments: { city: 'Bergen' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Voss.</think>\n[{"name": "get_weather", "arguments": {"city": "Voss"}}]',
    options: { startInReasoning: true },
    think: 'The user means Voss.',
    calls: [{ name: 'get_weather', arguments: { city: 'Voss' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: '<think>Perhaps [{"name": "get_time", "arguments": {}}] would do.</think>[{"name": "get_weather", "arguments": {"city": "Bergen"}}]',
    think: 'Perhaps [{"name": "get_time", "arguments": {}}] would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Bergen' } }],
    notices: [],
  },
  {
    name: 'A leading closing marker of reasoning is dropped',
    text: '</think>\n\nThat is all for now.',
    say: 'That is all for now.',
    calls: [],
  },
  {
    name: 'Arguments as a string of JSON',
    text: '[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'A call in a fence',
    text: '```json\n[{"name": "get_weather", "arguments": {"city": "Voss"}}]\n```',
    calls: [{ name: 'get_weather', arguments: { city: 'Voss' } }],
  },
  {
    name: 'A call in a fence without a language',
    text: '```\n[{"name": "get_time", "arguments": {}}]\n```',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call in tags',
    text: '<tool_call>[{"name": "get_time", "arguments": {}}]</tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call after a marker',
    text: 'Now. [TOOL_CALLS] [{"name": "get_time", "arguments": {}}]',
    say: 'Now. ',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call in a fence after reasoning',
    text: '<think>Time?</think>\n```json\n[{"name": "get_time", "arguments": {}}]\n```',
    think: 'Time?',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Reasoning and two calls without leaked markers or duplicates',
    text: '<think>x</think>[{"name": "get_time", "arguments": {}}, {"name": "get_time", "arguments": {"zone": "UTC"}}]<|im_end|>',
    think: 'x',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'One object without an array',
    text: '{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A fence after text is part of the answer',
    text: 'For example:\n```json\n[{"name": "get_time", "arguments": {}}]\n```',
    say: 'For example:\n```json\n[{"name": "get_time", "arguments": {}}]\n```',
    calls: [],
  },
  {
    name: 'JSON in a fence with another name is part of the answer',
    text: '```json\n{"name": "Ada", "age": 36}\n```',
    say: '```json\n{"name": "Ada", "age": 36}\n```',
    calls: [],
  },
  {
    name: 'A program in a fence is part of the answer',
    text: '```js\nget_time({})\n```',
    say: '```js\nget_time({})\n```',
    calls: [],
  },
  {
    name: 'A list that lacks its last brackets at the end of the text is read',
    text: '[{"name": "get_weather", "arguments": {"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'The second of two calls lacks its end',
    text: '[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Oslo"}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A call after the marker lacks its last brackets and its closing marker',
    text: '<tool_call>[{"name": "get_weather", "arguments": {"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A fence that is not closed, around a list that lacks its last bracket',
    text: '```json\n[{"name": "get_weather", "arguments": {"city": "Oslo"}}\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A list that ends after a comma is incomplete',
    text: '[{"name": "get_weather", "arguments": {"city": "Oslo"}},',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['incomplete'],
  },
];
