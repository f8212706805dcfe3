import { type FormatCase, large } from './case.ts';

/** InternLM2 and Intern-S1: an object between markers. */
export const internlm2: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent"}}<|action_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    argumentsText: ['{"city": "Gent"}'],
  },
  {
    name: 'Two calls',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent", "days": 3}}<|action_end|><|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik", "unit": "celsius"}}<|action_end|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Gent', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Luik', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Looking now.\n<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik"}}<|action_end|>\nMore once it is back.',
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Luik' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<|action_start|><|plugin|>{"name": "write_file", "parameters": {"path": "C:\\\\tmp\\\\한국어 텍스트 🇰🇷.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\t한국어 텍스트 🇰🇷"}}<|action_end|>',
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
    text: '<|action_start|><|plugin|>{"name": "write_file", "parameters": {"path": "notes.md", "content": "<|action_start|><|plugin|> inside <|action_end|> stays"}}<|action_end|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|action_start|><|plugin|> inside <|action_end|> stays' },
      },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
    text: '<|action_start|><|plugin|>{"name": "plan_trip", "parameters": {"stops": [{"place": "Gent", "nights": 2}, {"place": "Luik", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}<|action_end|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Gent', nights: 2 },
            { place: 'Luik', nights: 1 },
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
    text: '<|action_start|><|plugin|>{"name": "set_lamp", "parameters": {"serial": 12345678901234567890}}<|action_end|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<|action_start|><|plugin|>{"name": "set_lamp", "parameters": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<|action_start|><|plugin|>{"name": "write_file", "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<|action_start|><|plugin|>{"name": "set_lamp", "parameters": {"on": true}}<|action_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|><|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik", "days": 1}}<|action_end|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Luik', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<|action_start|><|plugin|>{"name": "write_file", "parameters": {"path": "run.sh", "content": "cut -d{ -f1 \\"a}\\""}}<|action_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<|action_start|><|plugin|>{"name": "plan_trip", "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}<|action_end|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <|action_start|><|plugin|>{"name": "get_time", "parameters": {"zone": "UTC"}}<|action_end|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {"zone": "UTC"}}<|action_end|>',
    tools: 'none',
    say: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {"zone": "UTC"}}<|action_end|>',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|action_start|><|plugin|>{"name": "launch_probe", "parameters": {"stage": 2}}<|action_end|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|action_start|><|plugin|>{"name": "launch_probe", "parameters": {"stage": 2}}<|action_end|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|action_start|><|plugin|>{"name": "launch_probe", "parameters": {}}<|action_end|><|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|>',
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
    text: 'Looking now.\n\n<|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|>\n\nMore once it is back.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Looking now. <|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: '<think>Which city? Gent.</think>\n\n<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent"}}<|action_end|>',
    think: 'Which city? Gent.',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Luik.</think>\n<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik"}}<|action_end|>',
    options: { startInReasoning: true },
    think: 'The user means Luik.',
    calls: [{ name: 'get_weather', arguments: { city: 'Luik' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<think>Perhaps <|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|> would do.</think><|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent"}}<|action_end|>',
    think: 'Perhaps <|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped (bug 6.26)',
    text: '</think>\n\nMore once it is back.',
    say: 'More once it is back.',
    calls: [],
  },
  {
    name: 'A space inside the marker',
    text: 'Sure.<|action_start|> <|plugin|>\n{"name": "get_time", "parameters": {}}<|action_end|>\n<|im_end|>',
    say: 'Sure.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The key "arguments" is accepted too',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "arguments": {"city": "Luik"}}<|action_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Luik' } }],
  },
  {
    name: 'The first half of the marker alone is text',
    text: 'Say <|action_start|> and go.',
    say: 'Say <|action_start|> and go.',
    calls: [],
  },
  {
    name: 'Another kind of action is text',
    text: '<|action_start|><|interpreter|>print(1)<|action_end|>',
    say: '<|action_start|><|interpreter|>print(1)<|action_end|>',
    calls: [],
  },
  {
    name: 'Single quotes are repaired',
    text: "<|action_start|><|plugin|>{'name': 'get_weather', 'parameters': {'city': 'Gent'}}<|action_end|>",
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    notices: ['repaired'],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<|action_start|><|plugin|>get_time()<|action_end|>',
    say: '<|action_start|><|plugin|>get_time()<|action_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": Gent Sint}}<|action_end|>Well.',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An extra object around the parameters is removed (bug 6.15)',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"properties": {"city": "Gent"}}}<|action_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    notices: ['repaired'],
  },
];
