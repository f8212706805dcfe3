import { type FormatCase, large } from './case.ts';

/** Inkling: typed blocks; one of the types is a call. */
export const inkling: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis"}}<|end_message|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
    argumentsText: ['{"city": "Tunis"}'],
  },
  {
    name: 'Two calls',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis", "days": 3}}<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax", "unit": "celsius"}}<|end_message|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Tunis', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Sfax', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Let me look that up.\n<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax"}}<|end_message|>\nThat is all for now.',
    say: 'Let me look that up.\n\nThat is all for now.',
    calls: [{ name: 'get_weather', arguments: { city: 'Sfax' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: '<|content_invoke_tool_json|>{"name": "write_file", "args": {"path": "notes.md", "content": "<|content_invoke_tool_json|> inside <|end_message|> stays"}}<|end_message|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|content_invoke_tool_json|> inside <|end_message|> stays' },
      },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '<|content_invoke_tool_json|>{"name": "set_lamp", "args": {"serial": 12345678901234567890}}<|end_message|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<|content_invoke_tool_json|>{"name": "set_lamp", "args": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<|content_invoke_tool_json|>{"name": "write_file", "args": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<|content_invoke_tool_json|>{"name": "set_lamp", "args": {"on": true}}<|end_message|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax", "days": 1}}<|end_message|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Sfax', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<|content_invoke_tool_json|>{"name": "write_file", "args": {"path": "run.sh", "content": "if [ -f a ]; then echo \\"{\\"; fi"}}<|end_message|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'if [ -f a ]; then echo "{"; fi' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<|content_invoke_tool_json|>{"name": "plan_trip", "args": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}<|end_message|>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <|content_invoke_tool_json|>{"name": "get_time", "args": {"zone": "UTC"}}<|end_message|>',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|content_invoke_tool_json|>{"name": "launch_probe", "args": {"stage": 2}}<|end_message|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|content_invoke_tool_json|>{"name": "launch_probe", "args": {"stage": 2}}<|end_message|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|content_invoke_tool_json|>{"name": "launch_probe", "args": {}}<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
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
    text: 'Let me look that up.\n\n<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>\n\nThat is all for now.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Let me look that up.That is all for now.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Let me look that up. <|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Let me look that up. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: '<|content_thinking|>Which city? Tunis.<|end_message|>\n\n<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis"}}<|end_message|>',
    think: 'Which city? Tunis.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user means Sfax.<|end_message|>\n<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Sfax"}}<|end_message|>',
    options: { startInReasoning: true },
    think: 'The user means Sfax.',
    calls: [{ name: 'get_weather', arguments: { city: 'Sfax' } }],
  },
  {
    name: 'A leading closing marker of reasoning is dropped (bug 6.26)',
    text: '<|end_message|>\n\nThat is all for now.',
    say: 'That is all for now.',
    calls: [],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<|content_thinking|>Perhaps <|content_invoke_tool_json|>{"name": "get_time", "args": {}} would do.<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Tunis"}}<|end_message|>',
    think: 'Perhaps <|content_invoke_tool_json|>{"name": "get_time", "args": {}} would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tunis' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
    tools: 'none',
    say: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}',
    calls: [],
  },
  {
    name: 'Reasoning, an answer and a call',
    text: '<|message_model|><|content_thinking|>Late?<|end_message|><|message_model|><|content_text|>Let me see.<|end_message|><|message_model|><|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|><|content_model_end_sampling|>',
    think: 'Late?',
    say: 'Let me see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Blocks of other types are text',
    text: '<|content_invoke_tool_text|>ls -l<|end_message|><|message_model|><|content_tool_error|>no such tool<|end_message|>',
    say: 'ls -lno such tool',
    calls: [],
  },
  {
    name: 'The key "arguments" is accepted too',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "arguments": {"city": "Sfax"}}<|end_message|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Sfax' } }],
  },
  {
    name: 'A name between the header and the type of a block is not text',
    text: '<|message_model|>get_time<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|end_message|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call that the end-of-sampling token ends',
    text: '<|content_invoke_tool_json|>{"name": "get_time", "args": {}}<|content_model_end_sampling|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  { name: 'A first block without its type is text', text: 'Hello.<|end_message|>', say: 'Hello.', calls: [] },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<|content_invoke_tool_json|>get_time()<|end_message|>',
    say: '<|content_invoke_tool_json|>get_time()',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An invalid value makes the call malformed, and the answer continues after it',
    text: '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": Sfax Nord}}<|end_message|><|message_model|><|content_text|>Well.<|end_message|>',
    say: 'Well.',
    calls: [],
    notices: ['malformed'],
  },
];
