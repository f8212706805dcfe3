import { type FormatCase, large } from './case.ts';

/** Sarashina: a marker, then a list of Python dictionaries. */
export const sarashina: readonly FormatCase[] = [
  {
    name: 'one call',
    text: "<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Minsk'}}]",
    calls: [{ name: 'get_weather', arguments: { city: 'Minsk' } }],
    argumentsText: ['{"city": "Minsk"}'],
  },
  {
    name: 'two calls',
    text: "<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Minsk', 'days': 3}}, {'name': 'get_weather', 'arguments': {'city': 'Brest', 'unit': 'celsius'}}]",
    calls: [
      { name: 'get_weather', arguments: { city: 'Minsk', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Brest', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: "Looking now.\n<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Brest'}}]\nMore once it is back.",
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Brest' } }],
  },
  {
    name: 'no arguments',
    text: "<|tool_calls|>[{'name': 'get_time', 'arguments': {}}]",
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'C:\\\\tmp\\\\한국어 텍스트 🇰🇷.txt', 'content': 'He said \"no\"; if (a[0] == \\'}\\') { b = \"\\\\\\\\\"; }\\n\\t한국어 텍스트 🇰🇷'}}]",
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
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'notes.md', 'content': '<|tool_calls|> inside <|tool_calls|> stays'}}]",
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|tool_calls|> inside <|tool_calls|> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: "<|tool_calls|>[{'name': 'plan_trip', 'arguments': {'stops': [{'place': 'Minsk', 'nights': 2}, {'place': 'Brest', 'nights': 1}], 'budget': 99.5, 'traveller': {'name': 'Ada', 'address': {'street': 'High {St} 1', 'zip': '02134'}}, 'note': None}}]",
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Minsk', nights: 2 },
            { place: 'Brest', nights: 1 },
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
    text: "<|tool_calls|>[{'name': 'set_lamp', 'arguments': {'serial': 12345678901234567890}}]",
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'cut within the arguments',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'a.txt', 'content': 'half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: "<|tool_calls|>[{'name': 'set_lamp', 'arguments': {'on': True}}]",
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: "<|tool_calls|>[{'name': 'get_time', 'arguments': {}}, {'name': 'get_weather', 'arguments': {'city': 'Brest', 'days': 1}}]",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Brest', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'run.sh', 'content': 'cut -d{ -f1 \"a}\"'}}]",
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: "<|tool_calls|>[{'name': 'plan_trip', 'arguments': {'traveller': {'address': {'zip': '00501'}}, 'note': 'null'}}]",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: "Well. <|tool_calls|>[{'name': 'get_time', 'arguments': {'zone': 'UTC'}}]",
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: "<|tool_calls|>[{'name': 'get_time', 'arguments': {'zone': 'UTC'}}]",
    tools: 'none',
    say: "<|tool_calls|>[{'name': 'get_time', 'arguments': {'zone': 'UTC'}}]",
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: "<|tool_calls|>[{'name': 'launch_probe', 'arguments': {'stage': 2}}]",
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: "<|tool_calls|>[{'name': 'launch_probe', 'arguments': {'stage': 2}}]",
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: "<|tool_calls|>[{'name': 'launch_probe', 'arguments': {}}, {'name': 'get_time', 'arguments': {}}]",
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'white space around a call goes where the policy says so',
    text: "Looking now.\n\n<|tool_calls|>[{'name': 'get_time', 'arguments': {}}]\n\nMore once it is back.",
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: "Looking now. <|tool_calls|>[{'name': 'get_time', 'arguments': {}}] The result: 12:00",
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'JSON is Python too',
    text: '<|tool_calls|>[{"name": "set_lamp", "arguments": {"on": true, "colour": null}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'quotes of both kinds',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': \"it's\", 'content': 'say \"hi\"'}}]</s>",
    calls: [{ name: 'write_file', arguments: { path: "it's", content: 'say "hi"' } }],
  },
  {
    name: 'a tuple is an array',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'a', 'content': 'b', 'tags': ('x', 'y')}}]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'cut where a brace may still open a set',
    text: "<|tool_calls|>[{'name': 'plan_trip', 'arguments': {'stops': [{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.34: the marker was stripped',
    text: "[{'name': 'get_weather', 'arguments': {'city': 'Brest'}}]",
    calls: [{ name: 'get_weather', arguments: { city: 'Brest' } }],
  },
  {
    name: 'a list that names no tool is an answer',
    text: "[{'name': 'Ada', 'arguments': {}}]",
    say: "[{'name': 'Ada', 'arguments': {}}]",
    calls: [],
  },
  { name: 'a list of numbers is an answer', text: '[1, 2]', say: '[1, 2]', calls: [] },
  {
    name: 'a list behind text is an answer',
    text: "Like [{'name': 'get_time', 'arguments': {}}]",
    say: "Like [{'name': 'get_time', 'arguments': {}}]",
    calls: [],
  },
  {
    name: 'what is no list stays text',
    text: '<|tool_calls|>get_time()',
    say: '<|tool_calls|>get_time()',
    calls: [],
    notices: ['malformed'],
  },
];
