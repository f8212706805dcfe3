import { type FormatCase, large } from './case.ts';

/** InternLM2 and Intern-S1: an object between markers. */
export const internlm2: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent"}}<|action_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    argumentsText: ['{"city": "Gent"}'],
  },
  {
    name: 'two calls',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent", "days": 3}}<|action_end|><|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik", "unit": "celsius"}}<|action_end|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Gent', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Luik', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Looking now.\n<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik"}}<|action_end|>\nMore once it is back.',
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Luik' } }],
  },
  {
    name: 'no arguments',
    text: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: '<|action_start|><|plugin|>{"name": "write_file", "parameters": {"path": "notes.md", "content": "<|action_start|><|plugin|> inside <|action_end|> stays"}}<|action_end|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|action_start|><|plugin|> inside <|action_end|> stays' },
      },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '<|action_start|><|plugin|>{"name": "set_lamp", "parameters": {"serial": 12345678901234567890}}<|action_end|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<|action_start|><|plugin|>{"name": "set_lamp", "parameters": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<|action_start|><|plugin|>{"name": "write_file", "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<|action_start|><|plugin|>{"name": "set_lamp", "parameters": {"on": true}}<|action_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|><|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik", "days": 1}}<|action_end|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Luik', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<|action_start|><|plugin|>{"name": "write_file", "parameters": {"path": "run.sh", "content": "cut -d{ -f1 \\"a}\\""}}<|action_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<|action_start|><|plugin|>{"name": "plan_trip", "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}<|action_end|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <|action_start|><|plugin|>{"name": "get_time", "parameters": {"zone": "UTC"}}<|action_end|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {"zone": "UTC"}}<|action_end|>',
    tools: 'none',
    say: '<|action_start|><|plugin|>{"name": "get_time", "parameters": {"zone": "UTC"}}<|action_end|>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<|action_start|><|plugin|>{"name": "launch_probe", "parameters": {"stage": 2}}<|action_end|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|action_start|><|plugin|>{"name": "launch_probe", "parameters": {"stage": 2}}<|action_end|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<|action_start|><|plugin|>{"name": "launch_probe", "parameters": {}}<|action_end|><|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|>',
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
    text: 'Looking now.\n\n<|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|>\n\nMore once it is back.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Looking now. <|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: '<think>Which city? Gent.</think>\n\n<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent"}}<|action_end|>',
    think: 'Which city? Gent.',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Luik.</think>\n<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Luik"}}<|action_end|>',
    options: { startInReasoning: true },
    think: 'The user means Luik.',
    calls: [{ name: 'get_weather', arguments: { city: 'Luik' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<think>Perhaps <|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|> would do.</think><|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Gent"}}<|action_end|>',
    think: 'Perhaps <|action_start|><|plugin|>{"name": "get_time", "parameters": {}}<|action_end|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nMore once it is back.',
    say: 'More once it is back.',
    calls: [],
  },
  {
    name: 'a space within the marker',
    text: 'Sure.<|action_start|> <|plugin|>\n{"name": "get_time", "parameters": {}}<|action_end|>\n<|im_end|>',
    say: 'Sure.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'arguments mean the same',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "arguments": {"city": "Luik"}}<|action_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Luik' } }],
  },
  {
    name: 'half of the marker is text',
    text: 'Say <|action_start|> and go.',
    say: 'Say <|action_start|> and go.',
    calls: [],
  },
  {
    name: 'another kind of action is text',
    text: '<|action_start|><|interpreter|>print(1)<|action_end|>',
    say: '<|action_start|><|interpreter|>print(1)<|action_end|>',
    calls: [],
  },
  {
    name: 'single quotes are mended',
    text: "<|action_start|><|plugin|>{'name': 'get_weather', 'parameters': {'city': 'Gent'}}<|action_end|>",
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    notices: ['repaired'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<|action_start|><|plugin|>get_time()<|action_end|>',
    say: '<|action_start|><|plugin|>get_time()<|action_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": Gent Sint}}<|action_end|>Well.',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.15: parameters within a wrapper',
    text: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"properties": {"city": "Gent"}}}<|action_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Gent' } }],
    notices: ['repaired'],
  },
];
