import { type FormatCase, large } from './case.ts';

/** Command R7B and later: an array between markers. The reasoning and the answer have markers of their own. */
export const cohereAction: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz"}}\n]<|END_ACTION|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
    argumentsText: ['{"city": "Graz"}'],
  },
  {
    name: 'Two calls',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz", "days": 3}},\n    {"tool_call_id": "1", "tool_name": "get_weather", "parameters": {"city": "Linz", "unit": "celsius"}}\n]<|END_ACTION|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Graz', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Linz', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'I will check.\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Linz"}}\n]<|END_ACTION|>\nI will tell you when it is done.',
    say: 'I will check.\n\nI will tell you when it is done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Linz' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "write_file", "parameters": {"path": "notes.md", "content": "<|START_ACTION|> inside <|END_ACTION|> stays"}}\n]<|END_ACTION|>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|START_ACTION|> inside <|END_ACTION|> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "set_lamp", "parameters": {"serial": 12345678901234567890}}\n]<|END_ACTION|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "set_lamp", "parameters": {"on": false, "level": "low"}}\n]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "write_file", "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "set_lamp", "parameters": {"on": true}}\n]<|END_ACTION|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}},\n    {"tool_call_id": "1", "tool_name": "get_weather", "parameters": {"city": "Linz", "days": 1}}\n]<|END_ACTION|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Linz', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "write_file", "parameters": {"path": "run.sh", "content": "awk \'{ print $1"}}\n]<|END_ACTION|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: "awk '{ print $1" } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "plan_trip", "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}\n]<|END_ACTION|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {"zone": "UTC"}}\n]<|END_ACTION|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {"zone": "UTC"}}\n]<|END_ACTION|>',
    tools: 'none',
    say: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {"zone": "UTC"}}\n]<|END_ACTION|>',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "launch_probe", "parameters": {"stage": 2}}\n]<|END_ACTION|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "launch_probe", "parameters": {"stage": 2}}\n]<|END_ACTION|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "launch_probe", "parameters": {}},\n    {"tool_call_id": "1", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|>',
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
    text: 'I will check.\n\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|>\n\nI will tell you when it is done.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'I will check.I will tell you when it is done.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'I will check. <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'I will check. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: '<|START_THINKING|>Which city? Graz.<|END_THINKING|>\n\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz"}}\n]<|END_ACTION|>',
    think: 'Which city? Graz.',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Linz.<|END_THINKING|>\n<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Linz"}}\n]<|END_ACTION|>',
    options: { startInReasoning: true },
    think: 'The user means Linz.',
    calls: [{ name: 'get_weather', arguments: { city: 'Linz' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<|START_THINKING|>Perhaps <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|> would do.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz"}}\n]<|END_ACTION|>',
    think:
      'Perhaps <|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}\n]<|END_ACTION|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped (bug 6.26)',
    text: '<|END_THINKING|>\n\nI will tell you when it is done.',
    say: 'I will tell you when it is done.',
    calls: [],
  },
  {
    name: 'The ids that the model wrote are kept',
    text: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}, {"tool_call_id": "1", "tool_name": "get_time", "parameters": {"zone": "CET"}}]<|END_ACTION|>',
    calls: [
      { name: 'get_time', arguments: {}, id: '0' },
      { name: 'get_time', arguments: { zone: 'CET' }, id: '1' },
    ],
  },
  {
    name: 'The keys "name" and "arguments" are accepted too',
    text: '<|START_ACTION|>[{"name": "get_weather", "arguments": {"city": "Linz"}}]<|END_ACTION|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Linz' } }],
  },
  {
    name: 'Reasoning and an answer',
    text: '<|START_THINKING|>Late.<|END_THINKING|><|START_RESPONSE|>It is late.<|END_RESPONSE|><|END_OF_TURN_TOKEN|>',
    think: 'Late.',
    say: 'It is late.',
    calls: [],
  },
  {
    name: 'The alternative markers of an answer',
    text: '<|START_TEXT|>It is late.<|END_TEXT|>',
    say: 'It is late.',
    calls: [],
  },
  {
    name: 'An answer before a call',
    text: '<|START_RESPONSE|>I will see.<|END_RESPONSE|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_time", "parameters": {}}]<|END_ACTION|>',
    say: 'I will see.',
    calls: [{ name: 'get_time', arguments: {}, id: '0' }],
  },
  { name: 'An empty array is dropped', text: '<|START_ACTION|>[]<|END_ACTION|>', calls: [] },
  {
    name: 'A trailing comma is repaired',
    text: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Graz",}}]<|END_ACTION|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Graz' } }],
    notices: ['repaired'],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<|START_ACTION|>none<|END_ACTION|>',
    say: '<|START_ACTION|>none<|END_ACTION|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": Graz Hbf}}]<|END_ACTION|>Well.',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
];
