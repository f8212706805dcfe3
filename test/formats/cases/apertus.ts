import { type FormatCase, large } from './case.ts';

/** Apertus: an array of objects, each with the name of the tool as its only key. */
export const apertus: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
    argumentsText: ['{"city": "Perth"}'],
  },
  {
    name: 'Two calls',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Perth", "days": 3}}, {"get_weather": {"city": "Hobart", "unit": "celsius"}}]<|tools_suffix|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Perth', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Hobart', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Checking the forecast.\n<|tools_prefix|>[{"get_weather": {"city": "Hobart"}}]<|tools_suffix|>\nBack in a second.',
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Hobart' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<|tools_prefix|>[{"get_time": {}}]<|tools_suffix|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<|tools_prefix|>[{"write_file": {"path": "C:\\\\tmp\\\\emoji 👩‍👩‍👧 done.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\temoji 👩‍👩‍👧 done"}}]<|tools_suffix|>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\emoji 👩‍👩‍👧 done.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\temoji 👩‍👩‍👧 done',
        },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: '<|tools_prefix|>[{"write_file": {"path": "notes.md", "content": "<|tools_prefix|> inside <|tools_suffix|> stays"}}]<|tools_suffix|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|tools_prefix|> inside <|tools_suffix|> stays' },
      },
    ],
  },
  {
    name: 'Nested objects and arrays',
    text: '<|tools_prefix|>[{"plan_trip": {"stops": [{"place": "Perth", "nights": 2}, {"place": "Hobart", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]<|tools_suffix|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Perth', nights: 2 },
            { place: 'Hobart', nights: 1 },
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
    text: '<|tools_prefix|>[{"set_lamp": {"serial": 12345678901234567890}}]<|tools_suffix|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<|tools_prefix|>[{"set_lamp": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<|tools_prefix|>[{"write_file": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean',
    text: '<|tools_prefix|>[{"set_lamp": {"on": true}}]<|tools_suffix|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments',
    text: '<|tools_prefix|>[{"get_time": {}}, {"get_weather": {"city": "Hobart", "days": 1}}]<|tools_suffix|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Hobart', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command',
    text: '<|tools_prefix|>[{"write_file": {"path": "run.sh", "content": "printf \\"%s\\\\n\\" \\"[[\\""}}]<|tools_suffix|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: 'Digits in a string stay a string',
    text: '<|tools_prefix|>[{"plan_trip": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]<|tools_suffix|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <|tools_prefix|>[{"get_time": {"zone": "UTC"}}]<|tools_suffix|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<|tools_prefix|>[{"get_time": {"zone": "UTC"}}]<|tools_suffix|>',
    tools: 'none',
    say: '<|tools_prefix|>[{"get_time": {"zone": "UTC"}}]<|tools_suffix|>',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|tools_prefix|>[{"launch_probe": {"stage": 2}}]<|tools_suffix|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|tools_prefix|>[{"launch_probe": {"stage": 2}}]<|tools_suffix|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|tools_prefix|>[{"launch_probe": {}}, {"get_time": {}}]<|tools_suffix|>',
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
    text: 'Checking the forecast.\n\n<|tools_prefix|>[{"get_time": {}}]<|tools_suffix|>\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Checking the forecast. <|tools_prefix|>[{"get_time": {}}]<|tools_suffix|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: '<|inner_prefix|>Which city? Perth.<|inner_suffix|>\n\n<|tools_prefix|>[{"get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    think: 'Which city? Perth.',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Hobart.<|inner_suffix|>\n<|tools_prefix|>[{"get_weather": {"city": "Hobart"}}]<|tools_suffix|>',
    options: { startInReasoning: true },
    think: 'The user means Hobart.',
    calls: [{ name: 'get_weather', arguments: { city: 'Hobart' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: '<|inner_prefix|>Perhaps <|tools_prefix|>[{"get_time": {}}]<|tools_suffix|> would do.<|inner_suffix|><|tools_prefix|>[{"get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    think: 'Perhaps <|tools_prefix|>[{"get_time": {}}]<|tools_suffix|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped',
    text: '<|inner_suffix|>\n\nBack in a second.',
    say: 'Back in a second.',
    calls: [],
  },
  {
    name: 'An end-of-message token is not text',
    text: '<|tools_prefix|>[{"get_time": {}}]<|tools_suffix|><|assistant_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'One object without an array',
    text: '<|tools_prefix|>{"get_time": {}}<|tools_suffix|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  { name: 'An empty array is dropped', text: 'Hello.<|tools_prefix|>[]<|tools_suffix|>', say: 'Hello.', calls: [] },
  {
    name: 'An empty object is not a call',
    text: '<|tools_prefix|>[{}]<|tools_suffix|>',
    say: '<|tools_prefix|>[{}]<|tools_suffix|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Perth",}}]<|tools_suffix|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
    notices: ['repaired'],
  },
  {
    name: 'A tool named "name"',
    text: '<|tools_prefix|>[{"name": {"of": "it"}}]<|tools_suffix|>',
    tools: 'open',
    calls: [{ name: 'name', arguments: { of: 'it' } }],
  },
  {
    name: 'A tool named like an inherited property is called like any other',
    text: '<|tools_prefix|>[{"constructor": {}}]<|tools_suffix|>',
    calls: [{ name: 'constructor', arguments: {} }],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<|tools_prefix|>get_time<|tools_suffix|>',
    say: '<|tools_prefix|>get_time<|tools_suffix|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<|tools_prefix|>[{"get_weather": {"city": Perth Zoo}}]<|tools_suffix|>Well.',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Two tools in one object are two calls',
    text: '<|tools_prefix|>[{"get_time": {}, "get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Perth' } },
    ],
  },
  {
    name: 'A call that lacks all its closing brackets and its marker is read',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'Arguments that lack their last brace at the end of the text are read',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Oslo"',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'The second of two calls lacks its end',
    text: '<|tools_prefix|>[{"get_time": {}}, {"get_weather": {"city": "Oslo"}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A call whose closing marker is truncated at the end of the text is read',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]<|tools_suf',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A text that ends inside a nested value makes no call',
    text: '<|tools_prefix|>[{"write_file": {"path": "a", "content": "b", "tags": ["x"',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A text that ends before a required argument makes no call',
    text: '<|tools_prefix|>[{"write_file": {"path": "a"',
    calls: [],
    notices: ['incomplete'],
  },
];
