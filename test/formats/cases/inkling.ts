import { type FormatCase, large } from './case.ts';

/** Inkling: typed blocks, one of them for a call. */
export const inkling: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis"}}<|end_message|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
    argumentsText: ['{"city": "Tunis"}'],
  },
  {
    name: 'two calls',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis", "days": 3}}<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax", "unit": "celsius"}}<|end_message|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Tunis', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Sfax', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'Let me look that up.\n<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax"}}<|end_message|>\nThat is all for now.',
    say: 'Let me look that up.\n\nThat is all for now.',
    calls: [{ name: 'get_weather', arguments: { city: 'Sfax' } }],
  },
  {
    name: 'no arguments',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<|content_invoke_tool_json|>{"name": "write_file", "args": {"path": "C:\\\\tmp\\\\東京タワー 🗼.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\t東京タワー 🗼"}}<|end_message|>',
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
    text: '<|content_invoke_tool_json|>{"name": "write_file", "args": {"path": "notes.md", "content": "<|content_invoke_tool_json|> inside <|end_message|> stays"}}<|end_message|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|content_invoke_tool_json|> inside <|end_message|> stays' },
      },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: '<|content_invoke_tool_json|>{"name": "plan_trip", "args": {"stops": [{"place": "Tunis", "nights": 2}, {"place": "Sfax", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}<|end_message|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Tunis', nights: 2 },
            { place: 'Sfax', nights: 1 },
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
    text: '<|content_invoke_tool_json|>{"name": "set_lamp", "args": {"serial": 12345678901234567890}}<|end_message|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: '<|content_invoke_tool_json|>{"name": "set_lamp", "args": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: '<|content_invoke_tool_json|>{"name": "write_file", "args": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<|content_invoke_tool_json|>{"name": "set_lamp", "args": {"on": true}}<|end_message|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax", "days": 1}}<|end_message|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Sfax', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<|content_invoke_tool_json|>{"name": "write_file", "args": {"path": "run.sh", "content": "if [ -f a ]; then echo \\"{\\"; fi"}}<|end_message|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'if [ -f a ]; then echo "{"; fi' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: '<|content_invoke_tool_json|>{"name": "plan_trip", "args": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}<|end_message|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well. <|content_invoke_tool_json|>{"name": "get_time", "args": {"zone": "UTC"}}<|end_message|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<|content_invoke_tool_json|>{"name": "launch_probe", "args": {"stage": 2}}<|end_message|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|content_invoke_tool_json|>{"name": "launch_probe", "args": {"stage": 2}}<|end_message|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<|content_invoke_tool_json|>{"name": "launch_probe", "args": {}}<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
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
    text: 'Let me look that up.\n\n<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>\n\nThat is all for now.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Let me look that up.That is all for now.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Let me look that up. <|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Let me look that up. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: '<|content_thinking|>Which city? Tunis.<|end_message|>\n\n<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis"}}<|end_message|>',
    think: 'Which city? Tunis.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: 'The user means Sfax.<|end_message|>\n<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax"}}<|end_message|>',
    options: { startInReasoning: true },
    think: 'The user means Sfax.',
    calls: [{ name: 'get_weather', arguments: { city: 'Sfax' } }],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '<|end_message|>\n\nThat is all for now.',
    say: 'That is all for now.',
    calls: [],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: '<|content_thinking|>Perhaps <|content_invoke_tool_json|>{"name": "get_time", "args": {}} would do.<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis"}}<|end_message|>',
    think: 'Perhaps <|content_invoke_tool_json|>{"name": "get_time", "args": {}} would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'without tools it is text',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
    tools: 'none',
    say: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}',
    calls: [],
  },
  {
    name: 'thoughts, an answer and a call',
    text: '<|message_model|><|content_thinking|>Late?<|end_message|><|message_model|><|content_text|>Let me see.<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|><|content_model_end_sampling|>',
    think: 'Late?',
    say: 'Let me see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'blocks that are text',
    text: '<|content_invoke_tool_text|>ls -l<|end_message|><|message_model|><|content_tool_error|>no such tool<|end_message|>',
    say: 'ls -lno such tool',
    calls: [],
  },
  {
    name: 'arguments mean the same',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "arguments": {"city": "Sfax"}}<|end_message|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Sfax' } }],
  },
  {
    name: 'a name between header and kind is no text',
    text: '<|message_model|>get_time<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'closed by the end of the sampling',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|content_model_end_sampling|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  { name: 'a first block without its kind is text', text: 'Hello.<|end_message|>', say: 'Hello.', calls: [] },
  {
    name: 'what is no JSON stays text',
    text: '<|content_invoke_tool_json|>get_time()<|end_message|>',
    say: '<|content_invoke_tool_json|>get_time()',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken value ends the call, and the answer goes on behind it',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": Sfax Nord}}<|end_message|><|message_model|><|content_text|>Well.<|end_message|>',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
];
