import { type FormatCase, large } from './case.ts';

export const kimiK3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|><|open|>call tool="get_weather" index="2"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|open|>argument key="days" type="number"<|sep|>2<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'York', days: 2 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'One moment.\n<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|open|>argument key="zone" type="string"<|sep|>UTC<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    say: 'One moment.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'One moment.\n\n<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|open|>argument key="zone" type="string"<|sep|>UTC<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<|open|>tools<|sep|><|open|>call tool="write_file" index="1"<|sep|><|open|>argument key="path" type="string"<|sep|>C:\\tmp\\Ä "1".txt<|close|>argument<|sep|><|open|>argument key="content" type="string"<|sep|>say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
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
    name: '6.15, 6.30: nested values, and digits that are a string',
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
    name: 'a number of twenty digits',
    text: '<|open|>tools<|sep|><|open|>call tool="set_lamp" index="1"<|sep|><|open|>argument key="serial" type="number"<|sep|>12345678901234567890<|close|>argument<|sep|><|open|>argument key="on" type="boolean"<|sep|>false<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<|open|>tools<|sep|><|open|>call tool="set_lamp" index="1"<|sep|><|open|>argument key="level" type="string"<|sep|>low<|close|>argument<|sep|><|open|>argument key="colour" type="null"<|sep|>null<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool="set_lamp" index="2"<|sep|><|open|>argument key="level" type="number"<|sep|>7<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool="get_time" index="3"<|sep|><|open|>argument key="zone" type="string"<|sep|><|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="name" type="string"<|sep|>Tom<|close|>argument<|sep|><|open|>argument key="grams" type="number"<|sep|>80<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="name" type="string"<|sep|>Mia<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="grams" type="number"<|sep|>80<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool="get_time" index="2"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'One moment.\n<|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|><|open|>call tool="get_weather" index="2"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|open|>argument key="days" type="number"<|sep|>2<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    tools: 'none',
    say: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\nBack in a second.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'One moment.\n<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<|open|>think<|sep|>I know a tool for that.\nSo be it.<|close|>think<|sep|>\n\nOne moment.\n<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    think: 'I know a tool for that.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'I know a tool for that.<|close|>think<|sep|><|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { startInReasoning: true },
    think: 'I know a tool for that.',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<|open|>think<|sep|>Perhaps <|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|> would do.<|close|>think<|sep|>\nOne moment.',
    think:
      'Perhaps <|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<|open|>think<|sep|>I know a tool for that. <|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>York<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'I know a tool for that. ',
    calls: [{ name: 'get_weather', arguments: { city: 'York' } }],
  },
  {
    name: 'thoughts, an answer, calls, an end',
    text: '<|open|>think<|sep|>Hm.<|close|>think<|sep|><|open|>response<|sep|>I look.<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|><|end_of_msg|>',
    think: 'Hm.',
    say: 'I look.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'all arguments in one object',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>json<|sep|>{"city": "Oslo", "days": 3}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'all arguments in one object, with its type',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>json type="object"<|sep|>{"city": "Oslo"}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'one object, cut',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather"<|sep|><|open|>json<|sep|>{"city": "Os',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'an attribute decides where nobody knows the tool',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="code" type="string"<|sep|>7<|close|>argument<|sep|><|open|>argument key="grams" type="number"<|sep|>80<|close|>argument<|sep|><|open|>argument key="fresh" type="boolean"<|sep|>true<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'feed_cat', arguments: { code: '7', grams: 80, fresh: true } }],
  },
  {
    name: 'an attribute decides where the schema leaves it open',
    text: '<|open|>tools<|sep|><|open|>call tool="plan_trip" index="1"<|sep|><|open|>argument key="note" type="string"<|sep|>null<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'plan_trip', arguments: { note: 'null' } }],
  },
  {
    name: '6.30: the schema decides against the attribute',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="number"<|sep|>02134<|close|>argument<|sep|><|open|>argument key="days" type="string"<|sep|>3<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 3 } }],
  },
  {
    name: 'quotes in a key',
    text: '<|open|>tools<|sep|><|open|>call tool="feed_cat" index="1"<|sep|><|open|>argument key="a &amp; &quot;b&quot;" type="string"<|sep|>x<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'feed_cat', arguments: { 'a & "b"': 'x' } }],
  },
  {
    name: 'without the section around it',
    text: '<|open|>call tool="get_time" index="1"<|sep|><|close|>call<|sep|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: "6.21: the call's end is missing before the section's",
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.27: the marker in prose',
    text: 'It writes <|open|>tools<|sep|> first.',
    say: 'It writes <|open|>tools<|sep|> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'words where arguments stand',
    text: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|>Oslo<|close|>call<|sep|><|close|>tools<|sep|>Hm.',
    say: '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|>Oslo<|close|>call<|sep|><|close|>tools<|sep|>Hm.',
    calls: [],
    notices: ['malformed'],
  },
];
