import { type FormatCase, large } from './case.ts';

export const functionaryV31: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<function=get_weather>{"city":"Hanoi"}</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Hanoi' } }],
    argumentsText: ['{"city":"Hanoi"}'],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<function=get_time>{}</function><function=get_weather>{"city":"Hanoi","days":4}</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Hanoi', days: 4 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Let me look.\n<function=get_time>{"zone":"Europe/Rome"}</function>\nBack in a second.',
    say: 'Let me look.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Let me look.\n\n<function=get_time>{"zone":"Europe/Rome"}</function>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<function=write_file>{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"say \\"hello }\\" and {\\"not\\": [json\\\\\\\\]\\r\\n日本語 👩‍🚀 fin\\\\"}</function>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<function=write_file>{"path":"notes.md","content":"a </function> and <function=x>{}"}</function>',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'a </function> and <function=x>{}' } }],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<function=set_lamp>{"serial":12345678901234567890,"on":false}</function>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<function=set_lamp>{"level":"low","colour":null}</function><function=set_lamp>{"level":7}</function><function=get_time>{"zone":""}</function>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<function=feed_cat>{"name":"Tom","grams":80}</function>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<function=feed_cat>{"name":"Mia"}</function>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<function=feed_cat>{"grams":80}</function><function=get_time>{}</function>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Let me look.\n<function=get_time>{}</function><function=get_weather>{"city":"Hanoi","days":4}</function>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<function=get_weather>{"city":"Hanoi"}</function>\nBack in a second.',
    tools: 'none',
    say: '<function=get_weather>{"city":"Hanoi"}</function>\nBack in a second.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Let me look.\n<function=get_weather>{"city": "Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<function=get_weather>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'An end-of-message token after the call is not text',
    text: '<function=get_time>{}</function><|eom_id|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A line break between calls is not text',
    text: '<function=get_time>{}</function>\n<function=get_weather>{"city": "Oslo"}</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'White space around the arguments',
    text: '<function=get_weather>\n{"city": "Oslo"}\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A program as the raw body of a call',
    text: '<function=python>x = {"a": 1 < 2}\nprint(x)</function>',
    calls: [{ name: 'python', arguments: { code: 'x = {"a": 1 < 2}\nprint(x)' } }],
  },
  {
    name: 'A program inside JSON arguments',
    text: '<function=python>{"code": "print(1)"}</function>',
    calls: [{ name: 'python', arguments: { code: 'print(1)' } }],
  },
  {
    name: 'A call without an arguments object is repaired',
    text: '<function=get_time></function>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: 'A missing last brace is repaired (bug 6.3)',
    text: '<function=get_weather>{"city": "Oslo"</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing marker between two calls (bug 6.21)',
    text: '<function=get_time>{}<function=get_weather>{"city": "Oslo"}</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'Arguments that are not JSON are malformed',
    text: '<function=get_weather>sunny</function>',
    say: '<function=get_weather>sunny</function>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Unescaped quotes in a string are repaired (bug 6.14)',
    text: '<function=write_file>{"path": "a", "content": "say "hi" now"}</function>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'say "hi" now' } }],
    notices: ['repaired'],
  },
  {
    name: 'A raw line break in a string is repaired (bug 6.31)',
    text: '<function=write_file>{"path": "a", "content": "one\ntwo"}</function>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'Write <function=NAME> first.',
    say: 'Write <function=NAME> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The marker in prose without a tool name is not a call (bug 6.27)',
    text: 'Write <function=…, then go on.',
    say: 'Write <function=…, then go on.',
    calls: [],
    notices: ['malformed'],
  },
];
