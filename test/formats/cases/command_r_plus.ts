import { type FormatCase, large } from './case.ts';

/** Command R+: an array in a fence after the word "Action:". */
export const commandRPlus: readonly FormatCase[] = [
  {
    name: 'One call',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "Leeds"}\n    }\n]\n```',
    calls: [{ name: 'get_weather', arguments: { city: 'Leeds' } }],
    argumentsText: ['{"city": "Leeds"}'],
  },
  {
    name: 'Two calls',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "Leeds", "days": 3}\n    },\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "York", "unit": "celsius"}\n    }\n]\n```',
    calls: [
      { name: 'get_weather', arguments: { city: 'Leeds', days: 3 } },
      { name: 'get_weather', arguments: { city: 'York', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'One moment.\nAction:\n```json\n[\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "York"}\n    }\n]\n```\nThen we shall see.',
    say: 'One moment.\n\nThen we shall see.',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'A call with empty arguments',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    }\n]\n```',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "C:\\\\tmp\\\\مرحبا.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tمرحبا"}\n    }\n]\n```',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\مرحبا.txt', content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tمرحبا' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "notes.md", "content": "Action: inside ``` stays"}\n    }\n]\n```',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'Action: inside ``` stays' } }],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "set_lamp",\n        "parameters": {"serial": 12345678901234567890}\n    }\n]\n```',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "set_lamp",\n        "parameters": {"on": false, "level": "low"}\n    }\n]\n',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "set_lamp",\n        "parameters": {"on": true}\n    }\n]\n```',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    },\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "York", "days": 1}\n    }\n]\n```',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'York', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "write_file",\n        "parameters": {"path": "run.sh", "content": "find . -name \\"*.{ts\\" -print"}\n    }\n]\n```',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'find . -name "*.{ts" -print' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "plan_trip",\n        "parameters": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}\n    }\n]\n```',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {"zone": "UTC"}\n    }\n]\n```',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {"zone": "UTC"}\n    }\n]\n```',
    tools: 'none',
    say: 'Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {"zone": "UTC"}\n    }\n]\n```',
    calls: [],
  },
  {
    name: 'JSON in the answer is not a call (bug 6.27)',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'The policy textAround "trimmed" removes white space around a call',
    text: 'One moment.\n\nAction:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    }\n]\n```\n\nThen we shall see.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'One moment.Then we shall see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'One moment. Action:\n```json\n[\n    {\n        "tool_name": "get_time",\n        "parameters": {}\n    }\n]\n``` The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'One moment. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: 'Action: ```json\n[{"tool_name": "launch_probe", "parameters": {"stage": 2}}]\n```',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is prose',
    text: 'Action:\n```json\n[{"tool_name": "launch_probe", "parameters": {}}]\n```',
    say: 'Action:\n```json\n[{"tool_name": "launch_probe", "parameters": {}}]\n```',
    calls: [],
  },
  {
    name: 'The pseudo-tool "directly-answer" is not a call',
    text: 'Action: ```json\n[\n    {\n        "tool_name": "directly-answer",\n        "parameters": {}\n    }\n]\n```',
    calls: [],
  },
  {
    name: 'The pseudo-tool "directly_answer" next to a call',
    text: 'Action: ```json\n[{"tool_name": "directly_answer", "parameters": {}}, {"tool_name": "get_time", "parameters": {}}]\n```',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without its fence',
    text: 'Action: [{"tool_name": "get_time", "parameters": {}}]',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A plan before the action is text',
    text: 'Plan: I will look at the clock.\nAction: ```json\n[{"tool_name": "get_time", "parameters": {}}]\n```',
    say: 'Plan: I will look at the clock.\n',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The word "Action:" in prose is not a call',
    text: 'Action: we should leave now.',
    say: 'Action: we should leave now.',
    calls: [],
  },
  {
    name: 'An end-of-message token is not text',
    text: 'Action: ```json\n[{"tool_name": "get_time", "parameters": {}}]\n```<|END_OF_TURN_TOKEN|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A fence inside a value stays part of the value',
    text: 'Action: ```json\n[{"tool_name": "write_file", "parameters": {"path": "a.md", "content": "```\\ncode\\n```"}}]\n```',
    calls: [{ name: 'write_file', arguments: { path: 'a.md', content: '```\ncode\n```' } }],
  },
];
