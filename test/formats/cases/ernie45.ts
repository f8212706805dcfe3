import { type FormatCase, large } from './case.ts';

/** ERNIE 4.5: hermes' tags, and the answer in tags of its own. */
export const ernie45: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Kyoto"}}\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
    argumentsText: ['{"city": "Kyoto"}'],
  },
  {
    name: 'two calls',
    text: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Kyoto", "days": 3}}\n</tool_call>\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Nara", "unit": "celsius"}}\n</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Kyoto', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Nara', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'One moment.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Nara"}}\n</tool_call>\nThen we shall see.',
    say: 'One moment.\n\nThen we shall see.',
    calls: [{ name: 'get_weather', arguments: { city: 'Nara' } }],
  },
  {
    name: 'no arguments',
    text: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<tool_call>\n{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\مرحبا.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tمرحبا"}}\n</tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\مرحبا.txt', content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tمرحبا' },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: '<tool_call>\n{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_call> inside </tool_call> stays"}}\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '<tool_call> inside </tool_call> stays' } }],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<tool_call>\n{"name": "plan_trip", "arguments": {"stops": [{"place": "Kyoto", "nights": 2}, {"place": "Nara", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}\n</tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Kyoto', nights: 2 },
            { place: 'Nara', nights: 1 },
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
    text: '<tool_call>\n{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<tool_call>\n{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}\n',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<tool_call>\n{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Nara", "days": 1}}\n</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Nara', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<tool_call>\n{"name": "write_file", "arguments": {"path": "run.sh", "content": "find . -name \\"*.{ts\\" -print"}}\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'find . -name "*.{ts" -print' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<tool_call>\n{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}\n</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_call>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_call>',
    tools: 'none',
    say: '<tool_call>\n{"name": "get_time", "arguments": {"zone": "UTC"}}\n</tool_call>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<tool_call>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</tool_call>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<tool_call>\n{"name": "launch_probe", "arguments": {"stage": 2}}\n</tool_call>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<tool_call>\n{"name": "launch_probe", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
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
    text: 'One moment.\n\n<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>\n\nThen we shall see.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'One moment.Then we shall see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'One moment. <tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'One moment. ',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'thoughts before a call',
    text: '<think>Which city? Kyoto.</think>\n\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Kyoto"}}\n</tool_call>',
    think: 'Which city? Kyoto.',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Nara.</think>\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Nara"}}\n</tool_call>',
    options: { startInReasoning: true },
    think: 'The user means Nara.',
    calls: [{ name: 'get_weather', arguments: { city: 'Nara' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<think>Perhaps <tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call> would do.</think><tool_call>\n{"name": "get_weather", "arguments": {"city": "Kyoto"}}\n</tool_call>',
    think: 'Perhaps <tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nThen we shall see.',
    say: 'Then we shall see.',
    calls: [],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<tool_call>\n{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<tool_call>\n{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'an object without a name stays text',
    text: '<tool_call>\n{"arguments": {"city": "Ulm"}}\n</tool_call>',
    say: '<tool_call>\n{"arguments": {"city": "Ulm"}}\n</tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<tool_call>get_weather(Ulm)</tool_call> Hm.',
    say: '<tool_call>get_weather(Ulm)</tool_call> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <tool_call> opens a call; see the manual.',
    say: 'The marker <tool_call> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a missing brace before the closing marker is mended',
    text: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Ulm"}\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: '6.1: two calls without anything between them',
    text: '<tool_call>\n{"name": "get_weather", "arguments": {"city":"Ulm"}}\n</tool_call><tool_call>\n{"name": "get_weather", "arguments": {"city":"Bern"}}\n</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<tool_call>\n{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}\n</tool_call>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'the answer stands in tags that are dropped',
    text: '<response>\nIt rains.\n</response>',
    say: 'It rains.\n',
    calls: [],
  },
  {
    name: 'thoughts, an answer and a call',
    text: 'Rain?\n</think>\n\n<response>\nLet me see.\n</response>\n\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Nara"}}\n</tool_call>\n',
    options: { startInReasoning: true },
    think: 'Rain?\n',
    say: 'Let me see.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Nara' } }],
  },
  { name: 'an answer that never closes', text: '<response>\nIt rains', say: 'It rains', calls: [] },
  { name: 'the end of the message is no text', text: '<response>Yes.</response></s>', say: 'Yes.', calls: [] },
  {
    name: "a call within the answer's tags",
    text: '<response>Now:\n<tool_call>{"name": "get_time", "arguments": {}}</tool_call></response>',
    say: 'Now:\n',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
