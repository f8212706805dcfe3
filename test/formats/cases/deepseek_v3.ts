import { type FormatCase, large } from './case.ts';

export const deepseekV3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
    argumentsText: ['{"city":"Lima"}'],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima","days":3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Lima', days: 3 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'One moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{"zone":"Asia/Tokyo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    say: 'One moment.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'One moment.\n\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{"zone":"Asia/Tokyo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write_file\n```json\n{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"say \\"hello }\\" and {\\"not\\": [json\\\\\\\\]\\r\\n日本語 👩‍🚀 fin\\\\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write_file\n```json\n{"path":"notes.md","content":"a fence:\\n```json\\n{}\\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜> </think>"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: 'a fence:\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜> </think>',
        },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>plan_trip\n```json\n{"stops":[{"place":"Cusco","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Cusco', nights: 2 },
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
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>set_lamp\n```json\n{"serial":12345678901234567890,"on":false}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>set_lamp\n```json\n{"level":"low","colour":null}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>set_lamp\n```json\n{"level":7}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{"zone":""}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>feed_cat\n```json\n{"name":"Tom","grams":80}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>feed_cat\n```json\n{"name":"Mia"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>feed_cat\n```json\n{"grams":80}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'One moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima","days":3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    tools: 'none',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'One moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>I know a tool for that.\nSo be it.</think>\n\nOne moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    think: 'I know a tool for that.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'I know a tool for that.</think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { startInReasoning: true },
    think: 'I know a tool for that.',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<think>Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.</think>\nOne moment.',
    think:
      'Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<think>I know a tool for that. <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'I know a tool for that. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
  },
  {
    name: 'the markers in ASCII',
    text: '<|tool▁calls▁begin|><|tool▁call▁begin|>function<|tool▁sep|>get_weather\n```json\n{"city": "Oslo"}\n```<|tool▁call▁end|><|tool▁calls▁end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'in the spelling of V3.1',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'without the section around it',
    text: '<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'without a fence',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'an end of the message behind the calls',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.21: calls without closing markers between them',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: '6.3: the last brace is missing',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.23: a sibling that cannot be read',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\noops\n```<｜tool▁call▁end｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\noops\n```<｜tool▁call▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['malformed'],
  },
  {
    name: '6.27: the marker in prose',
    text: '<｜tool▁calls▁begin｜> opens the calls.',
    say: '<｜tool▁calls▁begin｜> opens the calls.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a section without calls',
    text: 'Nothing to do. <｜tool▁calls▁begin｜><｜tool▁calls▁end｜>',
    say: 'Nothing to do. ',
    calls: [],
  },
  {
    name: '6.26: only the closing marker of thoughts, nobody knew of',
    text: '</think>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: '6.32: an echo of an outcome loses its markers only',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>noon<｜tool▁output▁end｜><｜tool▁outputs▁end｜>',
    say: 'noon',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
