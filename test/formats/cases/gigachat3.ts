import { type FormatCase, large } from './case.ts';

/** GigaChat 3: a call is a message with a role of its own. */
export const gigachat3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Riga"}}',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
    argumentsText: ['{"city": "Riga"}'],
  },
  {
    name: 'Two calls',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Riga", "days": 3}}<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis", "unit": "celsius"}}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Riga', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Cēsis', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'Sure, let me see.\n<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis"}}\nHold on.',
    say: 'Sure, let me see.\n\nHold on.',
    calls: [{ name: 'get_weather', arguments: { city: 'Cēsis' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}',
    calls: [{ name: 'get_time', arguments: {} }],
    argumentsText: ['{}'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "C:\\\\tmp\\\\ελληνικά — ∑.txt", "content": "He said \\"no\\"; if (a[0] == \'}\') { b = \\"\\\\\\\\\\"; }\\n\\tελληνικά — ∑"}}',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\ελληνικά — ∑.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tελληνικά — ∑',
        },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "notes.md", "content": "<|function_call|> inside </s> stays"}}',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '<|function_call|> inside </s> stays' } }],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "plan_trip", "arguments": {"stops": [{"place": "Riga", "nights": 2}, {"place": "Cēsis", "nights": 1}], "budget": 99.5, "traveller": {"name": "Ada", "address": {"street": "High {St} 1", "zip": "02134"}}, "note": null}}',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Riga', nights: 2 },
            { place: 'Cēsis', nights: 1 },
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
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "set_lamp", "arguments": {"serial": 12345678901234567890}}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "set_lamp", "arguments": {"on": false, "level": "low"}}',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "a.txt", "content": "half',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "set_lamp", "arguments": {"on": true}}',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis", "days": 1}}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Cēsis', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "write_file", "arguments": {"path": "run.sh", "content": "grep -c \\"}\\" log"}}',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "plan_trip", "arguments": {"traveller": {"address": {"zip": "00501"}}, "note": "null"}}',
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well. <|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {"zone": "UTC"}}',
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {"zone": "UTC"}}',
    tools: 'none',
    say: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {"zone": "UTC"}}',
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "launch_probe", "arguments": {"stage": 2}}',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "launch_probe", "arguments": {"stage": 2}}',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "launch_probe", "arguments": {}}<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}',
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
    text: 'Sure, let me see.\n\n<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}\n\nHold on.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Sure, let me see.Hold on.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Sure, let me see. <|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}} The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Sure, let me see. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '<|function_call|>{"name": "get_weather", "arguments": "{\\"city\\": \\"S\\u00e3o Paulo\\", \\"days\\": 2}"}</s>',
    calls: [{ name: 'get_weather', arguments: { city: 'São Paulo', days: 2 } }],
  },
  {
    name: 'A trailing comma is repaired',
    text: '<|function_call|>{"name": "write_file", "arguments": {"path": "a", "content": "b", "tags": ["x", "y",],}}</s>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
    notices: ['repaired'],
  },
  {
    name: 'Single quotes and Python constants are repaired',
    text: "<|function_call|>{'name': 'set_lamp', 'arguments': {'on': True, 'colour': None}}</s>",
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
    notices: ['repaired'],
  },
  {
    name: 'An object without a name stays text',
    text: '<|function_call|>{"arguments": {"city": "Ulm"}}</s>',
    say: '<|function_call|>{"arguments": {"city": "Ulm"}}',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Content between the markers that is not JSON stays text',
    text: '<|function_call|>get_weather(Ulm)</s> Hm.',
    say: '<|function_call|>get_weather(Ulm)</s> Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker <|function_call|> opens a call; see the manual.',
    say: 'The marker <|function_call|> opens a call; see the manual.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A missing brace before the closing marker is repaired',
    text: '<|function_call|>{"name": "get_weather", "arguments": {"city": "Ulm"}</s>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm' } }],
    notices: ['repaired'],
  },
  {
    name: 'Two calls with nothing between them (bug 6.1)',
    text: '<|function_call|>{"name": "get_weather", "arguments": {"city":"Ulm"}}</s><|function_call|>{"name": "get_weather", "arguments": {"city":"Bern"}}</s>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bern' } },
    ],
  },
  {
    name: 'A call whose opening marker began in the prompt (bug 6.1)',
    text: 'function call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Cēsis"}}</s>',
    calls: [{ name: 'get_weather', arguments: { city: 'Cēsis' } }],
  },
  {
    name: 'The marker of version 3.1',
    text: 'Now.<|function_call|>{"name": "get_time", "arguments": {}}',
    say: 'Now.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call that the next message ends',
    text: '<|function_call|>{"name": "get_time", "arguments": {}}<|message_sep|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Text, then a call in a message of its own',
    text: 'I will look.<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "get_time", "arguments": {}}</s>',
    say: 'I will look.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The words "function call" without the marker are prose',
    text: 'A function call is a call.',
    say: 'A function call is a call.',
    calls: [],
  },
  { name: 'An end-of-message token is not text', text: 'Yes.</s>', say: 'Yes.', calls: [] },
];
