import { type FormatCase, large } from './case.ts';

export const functionaryV31: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<function=get_weather>{"city":"Hanoi"}</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Hanoi' } }],
    argumentsText: ['{"city":"Hanoi"}'],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<function=get_time>{}</function><function=get_weather>{"city":"Hanoi","days":4}</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Hanoi', days: 4 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Let me look.\n<function=get_time>{"zone":"Europe/Rome"}</function>\nBack in a second.',
    say: 'Let me look.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Let me look.\n\n<function=get_time>{"zone":"Europe/Rome"}</function>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<function=write_file>{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"say \\"hello }\\" and {\\"not\\": [json\\\\\\\\]\\r\\n日本語 👩‍🚀 fin\\\\"}</function>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<function=write_file>{"path":"notes.md","content":"a </function> and <function=x>{}"}</function>',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'a </function> and <function=x>{}' } }],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<function=plan_trip>{"stops":[{"place":"Nice","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}</function>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Nice', nights: 2 },
            { place: 'Rome "N"', nights: 0 },
          ],
          traveller: { name: 'Ada', address: { zip: '02134' } },
          budget: -1250.5,
        },
      },
    ],
  },
  {
    name: 'a number of twenty digits',
    text: '<function=set_lamp>{"serial":12345678901234567890,"on":false}</function>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<function=set_lamp>{"level":"low","colour":null}</function><function=set_lamp>{"level":7}</function><function=get_time>{"zone":""}</function>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<function=feed_cat>{"name":"Tom","grams":80}</function>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<function=feed_cat>{"name":"Mia"}</function>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<function=feed_cat>{"grams":80}</function><function=get_time>{}</function>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Let me look.\n<function=get_time>{}</function><function=get_weather>{"city":"Hanoi","days":4}</function>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<function=get_weather>{"city":"Hanoi"}</function>\nBack in a second.',
    tools: 'none',
    say: '<function=get_weather>{"city":"Hanoi"}</function>\nBack in a second.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Let me look.\n<function=get_weather>{"city": "Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<function=get_weather>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'an end of the message behind the call',
    text: '<function=get_time>{}</function><|eom_id|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'a line break between calls',
    text: '<function=get_time>{}</function>\n<function=get_weather>{"city": "Oslo"}</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'white space around the arguments',
    text: '<function=get_weather>\n{"city": "Oslo"}\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'a program as it stands',
    text: '<function=python>x = {"a": 1 < 2}\nprint(x)</function>',
    calls: [{ name: 'python', arguments: { code: 'x = {"a": 1 < 2}\nprint(x)' } }],
  },
  {
    name: 'a program within JSON',
    text: '<function=python>{"code": "print(1)"}</function>',
    calls: [{ name: 'python', arguments: { code: 'print(1)' } }],
  },
  {
    name: 'no arguments at all',
    text: '<function=get_time></function>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: '6.3: the last brace is missing',
    text: '<function=get_weather>{"city": "Oslo"</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.21: a closing marker is missing between calls',
    text: '<function=get_time>{}<function=get_weather>{"city": "Oslo"}</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'arguments that are no JSON',
    text: '<function=get_weather>sunny</function>',
    say: '<function=get_weather>sunny</function>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.14: a quote too many in a string',
    text: '<function=write_file>{"path": "a", "content": "say "hi" now"}</function>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'say "hi" now' } }],
    notices: ['repaired'],
  },
  {
    name: '6.31: a line break in a string, as it stands',
    text: '<function=write_file>{"path": "a", "content": "one\ntwo"}</function>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.27: the marker in prose',
    text: 'Write <function=NAME> first.',
    say: 'Write <function=NAME> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.27: the marker in prose, with nothing like a name',
    text: 'Write <function=…, then go on.',
    say: 'Write <function=…, then go on.',
    calls: [],
    notices: ['malformed'],
  },
];
