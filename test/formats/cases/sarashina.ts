import { type FormatCase, large } from './case.ts';

/** Sarashina: a marker, then a list of Python dictionaries. */
export const sarashina: readonly FormatCase[] = [
  {
    name: 'One call',
    text: "<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Minsk'}}]",
    calls: [{ name: 'get_weather', arguments: { city: 'Minsk' } }],
    argumentsText: ['{"city": "Minsk"}'],
  },
  {
    name: 'Two calls',
    text: "<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Minsk', 'days': 3}}, {'name': 'get_weather', 'arguments': {'city': 'Brest', 'unit': 'celsius'}}]",
    calls: [
      { name: 'get_weather', arguments: { city: 'Minsk', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Brest', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: "Looking now.\n<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Brest'}}]\nMore once it is back.",
    say: 'Looking now.\n\nMore once it is back.',
    calls: [{ name: 'get_weather', arguments: { city: 'Brest' } }],
  },
  {
    name: 'A call with empty arguments',
    text: "<|tool_calls|>[{'name': 'get_time', 'arguments': {}}]",
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'notes.md', 'content': '<|tool_calls|> inside <|tool_calls|> stays'}}]",
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|tool_calls|> inside <|tool_calls|> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: "<|tool_calls|>[{'name': 'set_lamp', 'arguments': {'serial': 12345678901234567890}}]",
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'a.txt', 'content': 'half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: "<|tool_calls|>[{'name': 'set_lamp', 'arguments': {'on': True}}]",
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: "<|tool_calls|>[{'name': 'get_time', 'arguments': {}}, {'name': 'get_weather', 'arguments': {'city': 'Brest', 'days': 1}}]",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Brest', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'run.sh', 'content': 'cut -d{ -f1 \"a}\"'}}]",
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'cut -d{ -f1 "a}"' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: "<|tool_calls|>[{'name': 'plan_trip', 'arguments': {'traveller': {'address': {'zip': '00501'}}, 'note': 'null'}}]",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: "Well. <|tool_calls|>[{'name': 'get_time', 'arguments': {'zone': 'UTC'}}]",
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: "<|tool_calls|>[{'name': 'get_time', 'arguments': {'zone': 'UTC'}}]",
    tools: 'none',
    say: "<|tool_calls|>[{'name': 'get_time', 'arguments': {'zone': 'UTC'}}]",
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: "<|tool_calls|>[{'name': 'launch_probe', 'arguments': {'stage': 2}}]",
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: "<|tool_calls|>[{'name': 'launch_probe', 'arguments': {'stage': 2}}]",
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: "<|tool_calls|>[{'name': 'launch_probe', 'arguments': {}}, {'name': 'get_time', 'arguments': {}}]",
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'The policy textAround "trimmed" removes white space around a call',
    text: "Looking now.\n\n<|tool_calls|>[{'name': 'get_time', 'arguments': {}}]\n\nMore once it is back.",
    options: { policy: { textAround: 'trimmed' } },
    say: 'Looking now.More once it is back.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: "Looking now. <|tool_calls|>[{'name': 'get_time', 'arguments': {}}] The result: 12:00",
    options: { policy: { textAfter: 'dropped' } },
    say: 'Looking now. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'JSON in place of a Python dictionary',
    text: '<|tool_calls|>[{"name": "set_lamp", "arguments": {"on": true, "colour": null}}]',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'Single and double quotes in one call',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': \"it's\", 'content': 'say \"hi\"'}}]</s>",
    calls: [{ name: 'write_file', arguments: { path: "it's", content: 'say "hi"' } }],
  },
  {
    name: 'A tuple becomes an array',
    text: "<|tool_calls|>[{'name': 'write_file', 'arguments': {'path': 'a', 'content': 'b', 'tags': ('x', 'y')}}]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'A text that ends where a brace may still open a set makes no call',
    text: "<|tool_calls|>[{'name': 'plan_trip', 'arguments': {'stops': [{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A call whose marker was stripped (bug 6.34)',
    text: "[{'name': 'get_weather', 'arguments': {'city': 'Brest'}}]",
    calls: [{ name: 'get_weather', arguments: { city: 'Brest' } }],
  },
  {
    name: 'A list that names no known tool is part of the answer',
    text: "[{'name': 'Ada', 'arguments': {}}]",
    say: "[{'name': 'Ada', 'arguments': {}}]",
    calls: [],
  },
  { name: 'A list of numbers is part of the answer', text: '[1, 2]', say: '[1, 2]', calls: [] },
  {
    name: 'A list after text is part of the answer',
    text: "Like [{'name': 'get_time', 'arguments': {}}]",
    say: "Like [{'name': 'get_time', 'arguments': {}}]",
    calls: [],
  },
  {
    name: 'Content after the marker that is not a list stays text',
    text: '<|tool_calls|>get_time()',
    say: '<|tool_calls|>get_time()',
    calls: [],
    notices: ['malformed'],
  },
];
