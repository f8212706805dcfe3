import { type FormatCase, large } from './case.ts';

/** Command R+: an array in a fence behind the word Action. */
export const commandRPlus: readonly FormatCase[] = [
  {
    name: 'one call',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "Leeds"}\n    }\n]\n```',
    calls: [{ name: 'get_weather', arguments: { city: 'Leeds' } }],
    argumentsText: ['{"city": "Leeds"}'],
  },
  {
    name: 'two calls',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "Leeds", "days": 3}\n    },\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "York", "unit": "celsius"}\n    }\n]\n```',
    calls: [
      { name: 'get_weather', arguments: { city: 'Leeds', days: 3 } },
      { name: 'get_weather', arguments: { city: 'York', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'One moment.\nAction:\n```json\n[\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "York"}\n    }\n]\n```\nThen we shall see.',
    say: 'One moment.\n\nThen we shall see.',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'no arguments',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    }\n]\n```',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "C:\\\\tmp\\\\مرحبا.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tمرحبا"}\n    }\n]\n```',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\مرحبا.txt', content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tمرحبا' },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "notes.md", "content": "Action: inside ``` stays"}\n    }\n]\n```',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'Action: inside ``` stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "plan_trip",\n        "parameters": {"stops": [{"place": "Leeds", "nights": 2}, {"place": "York", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}\n    }\n]\n```',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Leeds', nights: 2 },
            { place: 'York', nights: 1 },
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
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "set_lamp",\n        "parameters": {"serial": 12345678901234567890}\n    }\n]\n```',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "set_lamp",\n        "parameters": {"on": false, "level": "low"}\n    }\n]\n',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "set_lamp",\n        "parameters": {"on": true}\n    }\n]\n```',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    },\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "York", "days": 1}\n    }\n]\n```',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'York', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "run.sh", "content": "find . -name \\"*.{ts\\" -print"}\n    }\n]\n```',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'find . -name "*.{ts" -print' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "plan_trip",\n        "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}\n    }\n]\n```',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {"zone": "UTC"}\n    }\n]\n```',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {"zone": "UTC"}\n    }\n]\n```',
    tools: 'none',
    say: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {"zone": "UTC"}\n    }\n]\n```',
    calls: [],
  },
  {
    name: '6.27: JSON in an answer is no call',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'white space around a call goes where the policy says so',
    text: 'One moment.\n\nAction:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    }\n]\n```\n\nThen we shall see.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'One moment.Then we shall see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'One moment. Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    }\n]\n``` The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'One moment. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: 'Action: ```json\n[{"tool_name": "launch_probe", "parameters": {"stage": 2}}]\n```',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is prose',
    text: 'Action:\n```json\n[{"tool_name": "launch_probe", "parameters": {}}]\n```',
    say: 'Action:\n```json\n[{"tool_name": "launch_probe", "parameters": {}}]\n```',
    calls: [],
  },
  {
    name: 'a direct answer is no call',
    text: 'Action: ```json\n[\n    {\n        "tool_name": "directly-answer",\n        "parameters": {}\n    }\n]\n```',
    calls: [],
  },
  {
    name: 'a direct answer beside a call',
    text: 'Action: ```json\n[{"tool_name": "directly_answer", "parameters": {}}, {"tool_name": "get_time", "parameters": {}}]\n```',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'without a fence',
    text: 'Action: [{"tool_name": "get_time", "parameters": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'a plan before the action',
    text: 'Plan: I will look at the clock.\nAction: ```json\n[{"tool_name": "get_time", "parameters": {}}]\n```',
    say: 'Plan: I will look at the clock.\n',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  { name: 'the word in prose', text: 'Action: we should leave now.', say: 'Action: we should leave now.', calls: [] },
  {
    name: 'the end of the message is no text',
    text: 'Action: ```json\n[{"tool_name": "get_time", "parameters": {}}]\n```<|END_OF_TURN_TOKEN|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'a fence within a value',
    text: 'Action: ```json\n[{"tool_name": "write_file", "parameters": {"path": "a.md", "content": "```\\ncode\\n```"}}]\n```',
    calls: [{ name: 'write_file', arguments: { path: 'a.md', content: '```\ncode\n```' } }],
  },
];
