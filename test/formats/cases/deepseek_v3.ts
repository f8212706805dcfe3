import { type FormatCase, large } from './case.ts';

export const deepseekV3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
    argumentsText: ['{"city":"Lima"}'],
  },
  {
    name: 'Two calls, the first without arguments',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima","days":3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Lima', days: 3 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'One moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{"zone":"Asia/Tokyo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    say: 'One moment.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'One moment.\n\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{"zone":"Asia/Tokyo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write_file\n```json\n{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"say \\"hello }\\" and {\\"not\\": [json\\\\\\\\]\\r\\n日本語 👩‍🚀 fin\\\\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string',
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
    name: 'Nested values, and digits that are a string',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>set_lamp\n```json\n{"serial":12345678901234567890,"on":false}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>set_lamp\n```json\n{"level":"low","colour":null}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>set_lamp\n```json\n{"level":7}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{"zone":""}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>feed_cat\n```json\n{"name":"Tom","grams":80}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>feed_cat\n```json\n{"name":"Mia"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>feed_cat\n```json\n{"grams":80}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'One moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima","days":3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    tools: 'none',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nBack in a second.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'One moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Os',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call',
    text: '<think>I know a tool for that.\nSo be it.</think>\n\nOne moment.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    think: 'I know a tool for that.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'I know a tool for that.</think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { startInReasoning: true },
    think: 'I know a tool for that.',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: '<think>Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.</think>\nOne moment.',
    think:
      'Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning',
    text: '<think>I know a tool for that. <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'I know a tool for that. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }],
  },
  {
    name: 'The ASCII spelling of the markers',
    text: '<|tool▁calls▁begin|><|tool▁call▁begin|>function<|tool▁sep|>get_weather\n```json\n{"city": "Oslo"}\n```<|tool▁call▁end|><|tool▁calls▁end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: "A call in V3.1's spelling",
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call without the section around it',
    text: '<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without its fence',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'An end-of-message token after the calls is not text',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Calls without closing markers between them',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'A missing last brace is repaired',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A call is read although the call before it is malformed',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\noops\n```<｜tool▁call▁end｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\noops\n```<｜tool▁call▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['malformed'],
  },
  {
    name: 'The marker in prose is not a call',
    text: '<｜tool▁calls▁begin｜> opens the calls.',
    say: '<｜tool▁calls▁begin｜> opens the calls.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A section without calls is dropped',
    text: 'Nothing to do. <｜tool▁calls▁begin｜><｜tool▁calls▁end｜>',
    say: 'Nothing to do. ',
    calls: [],
  },
  {
    name: 'A stray closing marker of reasoning is dropped',
    text: '</think>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'An echoed outcome loses only its markers',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>noon<｜tool▁output▁end｜><｜tool▁outputs▁end｜>',
    say: 'noon',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'An invented result is cut off, although its markers are ignored otherwise',
    text: 'Look.<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>noon<｜tool▁output▁end｜>',
    options: { policy: { inventedResults: 'cut' } },
    say: 'Look.',
    calls: [],
    notices: ['invented-result'],
  },
];
