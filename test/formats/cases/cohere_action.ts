import { type FormatCase, large } from './case.ts';

/** Command R7B and later: an array between markers, thoughts and answer between others. */
export const cohereAction: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz"}}\n]<|END_ACTION|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
    argumentsText: ['{"city": "Graz"}'],
  },
  {
    name: 'two calls',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz", "days": 3}},\n    {"tool_call_id": "1", "tool_name": "get_weather", "parameters": {"city": "Linz", "unit": "celsius"}}\n]<|END_ACTION|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Graz', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Linz', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'I will check.\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Linz"}}\n]<|END_ACTION|>\nI will tell you when it is done.',
    say: 'I will check.\n\nI will tell you when it is done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Linz' } }],
  },
  {
    name: 'no arguments',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "write_file", "parameters": {"path": "C:\\\\tmp\\\\Привет 👋🏽.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tПривет 👋🏽"}}\n]<|END_ACTION|>',
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
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "write_file", "parameters": {"path": "notes.md", "content": "<|START_ACTION|> inside <|END_ACTION|> stays"}}\n]<|END_ACTION|>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|START_ACTION|> inside <|END_ACTION|> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "plan_trip", "parameters": {"stops": [{"place": "Graz", "nights": 2}, {"place": "Linz", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}\n]<|END_ACTION|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Graz', nights: 2 },
            { place: 'Linz', nights: 1 },
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
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "set_lamp", "parameters": {"serial": 12345678901234567890}}\n]<|END_ACTION|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "set_lamp", "parameters": {"on": false, "level": "low"}}\n]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "write_file", "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "set_lamp", "parameters": {"on": true}}\n]<|END_ACTION|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}},\n    {"tool_call_id": "1", "tool_name": "get_weather", "parameters": {"city": "Linz", "days": 1}}\n]<|END_ACTION|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Linz', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "write_file", "parameters": {"path": "run.sh", "content": "awk \'{ print $1"}}\n]<|END_ACTION|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "plan_trip", "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}\n]<|END_ACTION|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {"zone": "UTC"}}\n]<|END_ACTION|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {"zone": "UTC"}}\n]<|END_ACTION|>',
    tools: 'none',
    say: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {"zone": "UTC"}}\n]<|END_ACTION|>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "launch_probe", "parameters": {"stage": 2}}\n]<|END_ACTION|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "launch_probe", "parameters": {"stage": 2}}\n]<|END_ACTION|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "launch_probe", "parameters": {}},\n    {"tool_call_id": "1", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|>',
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
    text: 'I will check.\n\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|>\n\nI will tell you when it is done.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'I will check.I will tell you when it is done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'I will check. <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'I will check. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: '<|START_THINKING|>Which city? Graz.<|END_THINKING|>\n\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz"}}\n]<|END_ACTION|>',
    think: 'Which city? Graz.',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Linz.<|END_THINKING|>\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Linz"}}\n]<|END_ACTION|>',
    options: { startInReasoning: true },
    think: 'The user means Linz.',
    calls: [{ name: 'get_weather', arguments: { city: 'Linz' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<|START_THINKING|>Perhaps <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|> would do.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz"}}\n]<|END_ACTION|>',
    think:
      'Perhaps <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '<|END_THINKING|>\n\nI will tell you when it is done.',
    say: 'I will tell you when it is done.',
    calls: [],
  },
  {
    name: 'ids of the model',
    text: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}, {"tool_call_id": "1", "tool_name": "get_time", "parameters": {"zone": "CET"}}]<|END_ACTION|>',
    calls: [
      { name: 'get_time', arguments: {}, id: '0' },
      { name: 'get_time', arguments: { zone: 'CET' }, id: '1' },
    ],
  },
  {
    name: 'name and arguments mean the same',
    text: '<|START_ACTION|>[{"name": "get_weather", "arguments": {"city": "Linz"}}]<|END_ACTION|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Linz' } }],
  },
  {
    name: 'thoughts and an answer',
    text: '<|START_THINKING|>Late.<|END_THINKING|><|START_RESPONSE|>It is late.<|END_RESPONSE|><|END_OF_TURN_TOKEN|>',
    think: 'Late.',
    say: 'It is late.',
    calls: [],
  },
  {
    name: 'the other markers of an answer',
    text: '<|START_TEXT|>It is late.<|END_TEXT|>',
    say: 'It is late.',
    calls: [],
  },
  {
    name: 'an answer before a call',
    text: '<|START_RESPONSE|>I will see.<|END_RESPONSE|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}]<|END_ACTION|>',
    say: 'I will see.',
    calls: [{ name: 'get_time', arguments: {}, id: '0' }],
  },
  { name: 'an empty array says nothing', text: '<|START_ACTION|>[]<|END_ACTION|>', calls: [] },
  {
    name: 'a trailing comma is mended',
    text: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz",}}]<|END_ACTION|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
    notices: ['repaired'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<|START_ACTION|>none<|END_ACTION|>',
    say: '<|START_ACTION|>none<|END_ACTION|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": Graz Hbf}}]<|END_ACTION|>Well.',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
];
