import { type FormatCase, large } from './case.ts';

/** Apertus: an array of objects whose one key is the name. */
export const apertus: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
    argumentsText: ['{"city": "Perth"}'],
  },
  {
    name: 'two calls',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Perth", "days": 3}}, {"get_weather": {"city": "Hobart", "unit": "celsius"}}]<|tools_suffix|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Perth', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Hobart', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Checking the forecast.\n<|tools_prefix|>[{"get_weather": {"city": "Hobart"}}]<|tools_suffix|>\nBack in a second.',
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Hobart' } }],
  },
  {
    name: 'no arguments',
    text: '<|tools_prefix|>[{"get_time": {}}]<|tools_suffix|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: '<|tools_prefix|>[{"write_file": {"path": "notes.md", "content": "<|tools_prefix|> inside <|tools_suffix|> stays"}}]<|tools_suffix|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|tools_prefix|> inside <|tools_suffix|> stays' },
      },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '<|tools_prefix|>[{"set_lamp": {"serial": 12345678901234567890}}]<|tools_suffix|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<|tools_prefix|>[{"set_lamp": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<|tools_prefix|>[{"write_file": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<|tools_prefix|>[{"set_lamp": {"on": true}}]<|tools_suffix|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<|tools_prefix|>[{"get_time": {}}, {"get_weather": {"city": "Hobart", "days": 1}}]<|tools_suffix|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Hobart', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<|tools_prefix|>[{"write_file": {"path": "run.sh", "content": "printf \\"%s\\\\n\\" \\"[[\\""}}]<|tools_suffix|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<|tools_prefix|>[{"plan_trip": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]<|tools_suffix|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <|tools_prefix|>[{"get_time": {"zone": "UTC"}}]<|tools_suffix|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<|tools_prefix|>[{"get_time": {"zone": "UTC"}}]<|tools_suffix|>',
    tools: 'none',
    say: '<|tools_prefix|>[{"get_time": {"zone": "UTC"}}]<|tools_suffix|>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<|tools_prefix|>[{"launch_probe": {"stage": 2}}]<|tools_suffix|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|tools_prefix|>[{"launch_probe": {"stage": 2}}]<|tools_suffix|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<|tools_prefix|>[{"launch_probe": {}}, {"get_time": {}}]<|tools_suffix|>',
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
    text: 'Checking the forecast.\n\n<|tools_prefix|>[{"get_time": {}}]<|tools_suffix|>\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Checking the forecast. <|tools_prefix|>[{"get_time": {}}]<|tools_suffix|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: '<|inner_prefix|>Which city? Perth.<|inner_suffix|>\n\n<|tools_prefix|>[{"get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    think: 'Which city? Perth.',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Hobart.<|inner_suffix|>\n<|tools_prefix|>[{"get_weather": {"city": "Hobart"}}]<|tools_suffix|>',
    options: { startInReasoning: true },
    think: 'The user means Hobart.',
    calls: [{ name: 'get_weather', arguments: { city: 'Hobart' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<|inner_prefix|>Perhaps <|tools_prefix|>[{"get_time": {}}]<|tools_suffix|> would do.<|inner_suffix|><|tools_prefix|>[{"get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    think: 'Perhaps <|tools_prefix|>[{"get_time": {}}]<|tools_suffix|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '<|inner_suffix|>\n\nBack in a second.',
    say: 'Back in a second.',
    calls: [],
  },
  {
    name: 'the end of the message is no text',
    text: '<|tools_prefix|>[{"get_time": {}}]<|tools_suffix|><|assistant_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'one object without an array',
    text: '<|tools_prefix|>{"get_time": {}}<|tools_suffix|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  { name: 'an empty array says nothing', text: 'Hello.<|tools_prefix|>[]<|tools_suffix|>', say: 'Hello.', calls: [] },
  {
    name: 'an empty object is no call',
    text: '<|tools_prefix|>[{}]<|tools_suffix|>',
    say: '<|tools_prefix|>[{}]<|tools_suffix|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a trailing comma is mended',
    text: '<|tools_prefix|>[{"get_weather": {"city": "Perth",}}]<|tools_suffix|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Perth' } }],
    notices: ['repaired'],
  },
  {
    name: 'a tool called name',
    text: '<|tools_prefix|>[{"name": {"of": "it"}}]<|tools_suffix|>',
    tools: 'open',
    calls: [{ name: 'name', arguments: { of: 'it' } }],
  },
  {
    name: 'the key of an inherited member is a name like any other',
    text: '<|tools_prefix|>[{"constructor": {}}]<|tools_suffix|>',
    calls: [{ name: 'constructor', arguments: {} }],
  },
  {
    name: 'what is no JSON stays text',
    text: '<|tools_prefix|>get_time<|tools_suffix|>',
    say: '<|tools_prefix|>get_time<|tools_suffix|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<|tools_prefix|>[{"get_weather": {"city": Perth Zoo}}]<|tools_suffix|>Well.',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'two tools in one object are two calls',
    text: '<|tools_prefix|>[{"get_time": {}, "get_weather": {"city": "Perth"}}]<|tools_suffix|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Perth' } },
    ],
  },
];
