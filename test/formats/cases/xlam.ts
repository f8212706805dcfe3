import { type FormatCase, large } from './case.ts';

/** xLAM: an array, bare, in a fence, or behind one of several markers. */
export const xlam: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '[{"name": "get_weather", "arguments": {"city": "Bergen"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Bergen' } }],
    argumentsText: ['{"city": "Bergen"}'],
  },
  {
    name: 'two calls',
    text: '[{"name": "get_weather", "arguments": {"city": "Bergen", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Voss", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Bergen', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Voss', unit: 'celsius' } },
    ],
  },
  {
    name: 'no arguments',
    text: '[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: '[{"name": "write_file", "arguments": {"path": "notes.md", "content": "[TOOL_CALLS] inside </tool_call> stays"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '[TOOL_CALLS] inside </tool_call> stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<tool_call>[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '[{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Voss", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Voss', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '[{"name": "write_file", "arguments": {"path": "run.sh", "content": "if [ -f a ]; then echo \\"{\\"; fi"}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'if [ -f a ]; then echo "{"; fi' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: '[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: '[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'an object that names no tool is an answer',
    text: '[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    say: '[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [],
  },
  {
    name: 'thoughts before a call',
    text: '<think>Which city? Bergen.</think>\n\n[{"name": "get_weather", "arguments": {"city": "Bergen"}}]',
    think: 'Which city? Bergen.',
    calls: [{ name: 'get_weather', arguments: { city: 'Bergen' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Voss.</think>\n[{"name": "get_weather", "arguments": {"city": "Voss"}}]',
    options: { startInReasoning: true },
    think: 'The user means Voss.',
    calls: [{ name: 'get_weather', arguments: { city: 'Voss' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<think>Perhaps [{"name": "get_time", "arguments": {}}] would do.</think>[{"name": "get_weather", "arguments": {"city": "Bergen"}}]',
    think: 'Perhaps [{"name": "get_time", "arguments": {}}] would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Bergen' } }],
    notices: [],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nThat is all for now.',
    say: 'That is all for now.',
    calls: [],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'in a fence',
    text: '```json\n[{"name": "get_weather", "arguments": {"city": "Voss"}}]\n```',
    calls: [{ name: 'get_weather', arguments: { city: 'Voss' } }],
  },
  {
    name: 'in a fence without a language',
    text: '```\n[{"name": "get_time", "arguments": {}}]\n```',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'in tags',
    text: '<tool_call>[{"name": "get_time", "arguments": {}}]</tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'behind a marker',
    text: 'Now. [TOOL_CALLS] [{"name": "get_time", "arguments": {}}]',
    say: 'Now. ',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'behind thoughts, in a fence',
    text: '<think>Time?</think>\n```json\n[{"name": "get_time", "arguments": {}}]\n```',
    think: 'Time?',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.9: no marker leaks, and nothing is told twice',
    text: '<think>x</think>[{"name": "get_time", "arguments": {}}, {"name": "get_time", "arguments": {"zone": "UTC"}}]<|im_end|>',
    think: 'x',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'one object without an array',
    text: '{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.27: a fence behind text is an answer',
    text: 'For example:\n```json\n[{"name": "get_time", "arguments": {}}]\n```',
    say: 'For example:\n```json\n[{"name": "get_time", "arguments": {}}]\n```',
    calls: [],
  },
  {
    name: '6.27: fenced JSON with another name is an answer',
    text: '```json\n{"name": "Ada", "age": 36}\n```',
    say: '```json\n{"name": "Ada", "age": 36}\n```',
    calls: [],
  },
  {
    name: 'a fenced program is an answer',
    text: '```js\nget_time({})\n```',
    say: '```js\nget_time({})\n```',
    calls: [],
  },
];
