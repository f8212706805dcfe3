import { type FormatCase, large } from './case.ts';

/** Hunyuan A13B: an array in tags, and the answer in tags of its own. */
export const hunyuanA13b: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Turin"}}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Turin' } }],
    argumentsText: ['{"city": "Turin"}'],
  },
  {
    name: 'two calls',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Turin", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Pisa", "unit": "celsius"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Turin', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Pisa', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Let me look that up.\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Pisa"}}]</tool_calls>\nThat is all for now.',
    say: 'Let me look that up.\n\nThat is all for now.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pisa' } }],
  },
  {
    name: 'no arguments',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\東京タワー 🗼.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\t東京タワー 🗼"}}]</tool_calls>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\東京タワー 🗼.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\t東京タワー 🗼',
        },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "notes.md", "content": "<tool_calls> inside </tool_calls> stays"}}]</tool_calls>',
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<tool_calls> inside </tool_calls> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<tool_calls>[{"name": "plan_trip", "arguments": {"stops": [{"place": "Turin", "nights": 2}, {"place": "Pisa", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}]</tool_calls>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Turin', nights: 2 },
            { place: 'Pisa', nights: 1 },
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
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}]</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<tool_calls>[{"name": "set_lamp", "arguments": {"on": true}}]</tool_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<tool_calls>[{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Pisa", "days": 1}}]</tool_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Pisa', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "run.sh", "content": "if [ -f a ]; then echo \\"{\\"; fi"}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'if [ -f a ]; then echo "{"; fi' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<tool_calls>[{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}]</tool_calls>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '<tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    tools: 'none',
    say: '<tool_calls>[{"name": "get_time", "arguments": {"zone": "UTC"}}]</tool_calls>',
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {"stage": 2}}]</tool_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {"stage": 2}}]</tool_calls>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<tool_calls>[{"name": "launch_probe", "arguments": {}}, {"name": "get_time", "arguments": {}}]</tool_calls>',
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
    text: 'Let me look that up.\n\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls>\n\nThat is all for now.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Let me look that up.That is all for now.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Let me look that up. <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Let me look that up. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: '<think>Which city? Turin.</think>\n\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Turin"}}]</tool_calls>',
    think: 'Which city? Turin.',
    calls: [{ name: 'get_weather', arguments: { city: 'Turin' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Pisa.</think>\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Pisa"}}]</tool_calls>',
    options: { startInReasoning: true },
    think: 'The user means Pisa.',
    calls: [{ name: 'get_weather', arguments: { city: 'Pisa' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<think>Perhaps <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> would do.</think><tool_calls>[{"name": "get_weather", "arguments": {"city": "Turin"}}]</tool_calls>',
    think: 'Perhaps <tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Turin' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nThat is all for now.',
    say: 'That is all for now.',
    calls: [],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '<tool_calls>[{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}]</tool_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'a trailing comma is mended',
    text: '<tool_calls>[{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}]</tool_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'prose that names the marker',
    text: 'The marker <tool_calls> opens a call; see the manual.',
    say: 'The marker <tool_calls> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'what is no JSON stays text',
    text: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    say: '<tool_calls>get_weather(Ulm)</tool_calls> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  { name: 'markers around nothing say nothing', text: '<tool_calls></tool_calls>Hello.', say: 'Hello.', calls: [] },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city": Ulm Cathedral}}]</tool_calls>\nDone.',
    say: '\nDone.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.1: two calls without anything between them',
    text: '<tool_calls>[{"name": "get_weather", "arguments": {"city":"Ulm"}}]</tool_calls><tool_calls>[{"name": "get_weather", "arguments": {"city":"Bern"}}]</tool_calls>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'thoughts and an answer in tags',
    text: '<think>\nLate?\n</think>\n<answer>\nIt is late.\n</answer>',
    think: 'Late?\n',
    say: 'It is late.\n',
    calls: [],
  },
  {
    name: "a call in the answer's tags",
    text: '<think>\nTime.\n</think>\n<answer>\n<tool_calls>[{"name": "get_time", "arguments": {}}]</tool_calls></answer>',
    think: 'Time.\n',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.15: five levels deep',
    text: '<tool_calls>[{"name": "open_box", "arguments": {"a": {"b": {"c": {"d": [[{"e": "}]"}]]}}}}}]</tool_calls>',
    tools: 'open',
    calls: [{ name: 'open_box', arguments: { a: { b: { c: { d: [[{ e: '}]' }]] } } } } }],
  },
  { name: 'the end of the message is no text', text: 'Yes.<|eos|>', say: 'Yes.', calls: [] },
];
