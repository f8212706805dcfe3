import { type FormatCase, large } from './case.ts';

/** Granite 3: a marker, then an array. */
export const granite3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
    argumentsText: ['{"city": "Porto"}'],
  },
  {
    name: 'two calls',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Faro", "unit": "celsius"}}]',
    calls: [
      { name: 'get_weather', arguments: { city: 'Porto', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Faro', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Looking now.\n<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Faro"}}]\nMore once it is back.',
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  {
    name: 'no arguments',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<|tool_call|> inside <|tool_call|> stays"}}]',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|tool_call|> inside <|tool_call|> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '<|tool_call|>[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'cut within the arguments',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<|tool_call|>[{"name": "set_lamp", "arguments": {"on": true}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Faro", "days": 1}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Faro', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "cut -d{ -f1 \\"a}\\""}}]',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<|tool_call|>[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <|tool_call|>[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    tools: 'none',
    say: '<|tool_call|>[{"name": "get_time", "arguments": {"zone": "UTC"}}]',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<|tool_call|>[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|tool_call|>[{"name": "launch_probe", "arguments": {"stage": 2}}]',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<|tool_call|>[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]',
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
    text: 'Looking now.\n\n<|tool_call|>[{"name": "get_time", "arguments": {}}]\n\nMore once it is back.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Looking now. <|tool_call|>[{"name": "get_time", "arguments": {}}] The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: '<think>Which city? Porto.</think>\n\n<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto"}}]',
    think: 'Which city? Porto.',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Faro.</think>\n<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Faro"}}]',
    options: { startInReasoning: true },
    think: 'The user means Faro.',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<think>Perhaps <|tool_call|>[{"name": "get_time", "arguments": {}}] would do.</think><|tool_call|>[{"name": "get_weather", "arguments": {"city": "Porto"}}]',
    think: 'Perhaps <|tool_call|>[{"name": "get_time", "arguments": {}}] would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nMore once it is back.',
    say: 'More once it is back.',
    calls: [],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: '6.31: escaped letters mean what they are',
    text: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Z\\u00fcrich \\ud83c\\uddE8\\ud83c\\uddED"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Zürich 🇨🇭' } }],
    argumentsText: ['{"city": "Z\\u00fcrich \\ud83c\\uddE8\\ud83c\\uddED"}'],
  },
  {
    name: 'a trailing comma is mended',
    text: '<|tool_call|>[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'parameters mean arguments',
    text: '<|tool_call|>[{"name": "get_weather", "parameters": {"city": "Ulm"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
  },
  {
    name: 'a name alone is a call without arguments',
    text: '<|tool_call|>[{"name": "get_time"}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <|tool_call|> opens a call; see the manual.',
    say: 'The marker <|tool_call|> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'half a marker within the answer is text',
    text: 'So <|tool_call it is.',
    say: 'So <|tool_call it is.',
    calls: [],
  },
  {
    name: 'an object without a name stays text',
    text: '<|tool_call|>[{"arguments": {"city": "Ulm"}}]',
    say: '<|tool_call|>[{"arguments": {"city": "Ulm"}}]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'cut within the name',
    text: '<|tool_call|>[{"name": "get_w',
    say: '<|tool_call|>[{"name": "get_w',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'the other spelling of the marker',
    text: '<tool_call>[{"name": "get_weather", "arguments": {"city": "Faro"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  {
    name: 'one object without an array',
    text: '<|tool_call|>{"name": "get_weather", "arguments": {"city": "Faro"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Faro' } }],
  },
  { name: 'an empty array says nothing', text: '<|tool_call|>[]', calls: [] },
  {
    name: 'the marker twice',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}]\n<|tool_call|>[{"name": "get_time", "arguments": {"zone": "WET"}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'WET' } },
    ],
  },
  {
    name: 'a space behind the marker, and the end of the text',
    text: '<|tool_call|> [{"name": "get_time", "arguments": {}}]<|end_of_text|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'thoughts and an answer in tags',
    text: '<think>Hm.</think><response>It is late.</response>',
    think: 'Hm.',
    say: 'It is late.',
    calls: [],
  },
  {
    name: 'an array that never closes',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'the second call of an array is cut',
    text: '<|tool_call|>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"ci',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
];
