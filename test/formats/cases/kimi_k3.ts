import { type FormatCase, large } from './case.ts';

export const kimiK3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|><|open|>call tool="get_weather" index="2"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|open|>argument key="days" type="number"<|sep|>2<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'York', days: 2 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'One moment.\n<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|open|>argument key="zone" type="string"<|sep|>UTC<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    say: 'One moment.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'One moment.\n\n<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|open|>argument key="zone" type="string"<|sep|>UTC<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<|open|>tools<|sep|><|open|>call tool="write_file" index="1"<|sep|><|open|>argument key="path" type="string"<|sep|>C:\\tmp\\Ä "1".txt<|close|>argument<|sep|><|open|>argument key="content" type="string"<|sep|>say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<|open|>tools<|sep|><|open|>call tool="write_file" index="1"<|sep|><|open|>argument key="path" type="string"<|sep|>notes.md<|close|>argument<|sep|><|open|>argument key="content" type="string"<|sep|>a <|close|>argument<|sep|> b <|close|>call<|sep|> c <|open|> &quot;d&quot;<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: 'a <|close|>argument<|sep|> b <|close|>call<|sep|> c <|open|> &quot;d&quot;',
        },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
    text: '<|open|>tools<|sep|><|open|>call tool="plan_trip" index="1"<|sep|><|open|>argument key="stops" type="array"<|sep|>[{"place":"Hanoi","nights":2},{"place":"Rome \\"N\\"","nights":0}]<|close|>argument<|sep|><|open|>argument key="traveller" type="object"<|sep|>{"name":"Ada","address":{"zip":"02134"}}<|close|>argument<|sep|><|open|>argument key="budget" type="number"<|sep|>-1250.5<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Hanoi', nights: 2 },
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
    text: '<|open|>tools<|sep|><|open|>call tool="set_lamp" index="1"<|sep|><|open|>argument key="serial" type="number"<|sep|>12345678901234567890<|close|>argument<|sep|><|open|>argument key="on" type="boolean"<|sep|>false<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<|open|>tools<|sep|><|open|>call tool="set_lamp" index="1"<|sep|><|open|>argument key="level" type="string"<|sep|>low<|close|>argument<|sep|><|open|>argument key="colour" type="null"<|sep|>null<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool="set_lamp" index="2"<|sep|><|open|>argument key="level" type="number"<|sep|>7<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool="get_time" index="3"<|sep|><|open|>argument key="zone" type="string"<|sep|><|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="name" type="string"<|sep|>Tom<|close|>argument<|sep|><|open|>argument key="grams" type="number"<|sep|>80<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="name" type="string"<|sep|>Mia<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="grams" type="number"<|sep|>80<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool="get_time" index="2"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'One moment.\n<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|><|open|>call tool="get_weather" index="2"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|open|>argument key="days" type="number"<|sep|>2<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    tools: 'none',
    say: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'One moment.\n<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<|open|>think<|sep|>I know a tool for that.\nSo be it.<|close|>think<|sep|>\n\nOne moment.\n<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    think: 'I know a tool for that.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'I know a tool for that.<|close|>think<|sep|><|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { startInReasoning: true },
    think: 'I know a tool for that.',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<|open|>think<|sep|>Perhaps <|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|> would do.<|close|>think<|sep|>\nOne moment.',
    think:
      'Perhaps <|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<|open|>think<|sep|>I know a tool for that. <|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'I know a tool for that. ',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'Reasoning, an answer, calls and an end-of-message token',
    text: '<|open|>think<|sep|>Hm.<|close|>think<|sep|><|open|>response<|sep|>I look.<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|><|end_of_msg|>',
    think: 'Hm.',
    say: 'I look.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'All arguments in one JSON object',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>json<|sep|>{"city": "Oslo", "days": 3}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'All arguments in one JSON object with a type attribute',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>json type="object"<|sep|>{"city": "Oslo"}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A truncated JSON object of arguments makes no call',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather"<|sep|><|open|>json<|sep|>{"city": "Os',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: "The attribute decides the types of an unknown tool's arguments",
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="code" type="string"<|sep|>7<|close|>argument<|sep|><|open|>argument key="grams" type="number"<|sep|>80<|close|>argument<|sep|><|open|>argument key="fresh" type="boolean"<|sep|>true<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'feed_cat', arguments: { code: '7', grams: 80, fresh: true } }],
  },
  {
    name: 'The attribute decides the type if the schema allows several',
    text: '<|open|>tools<|sep|><|open|>call tool="plan_trip" index="1"<|sep|><|open|>argument key="note" type="string"<|sep|>null<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'plan_trip', arguments: { note: 'null' } }],
  },
  {
    name: 'The schema overrides the attribute (bug 6.30)',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="number"<|sep|>02134<|close|>argument<|sep|><|open|>argument key="days" type="string"<|sep|>3<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 3 } }],
  },
  {
    name: 'A key with escaped quotes',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="a &amp; &quot;b&quot;" type="string"<|sep|>x<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'feed_cat', arguments: { 'a & "b"': 'x' } }],
  },
  {
    name: 'A call without the section around it',
    text: '<|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired (bug 6.21)',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired (bug 6.22)',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'It writes <|open|>tools<|sep|> first.',
    say: 'It writes <|open|>tools<|sep|> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Prose in place of the arguments makes the call malformed',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|>Oslo<|close|>call<|sep|><|close|>tools<|sep|>Hm.',
    say: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|>Oslo<|close|>call<|sep|><|close|>tools<|sep|>Hm.',
    calls: [],
    notices: ['malformed'],
  },
];
