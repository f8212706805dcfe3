import { type FormatCase, large } from './case.ts';

export const deepseekV31: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
    argumentsText: ['{"city":"Porto"}'],
  },
  {
    name: 'two calls, the second without arguments',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto","days":5}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Porto', days: 5 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'I will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{"zone":"Europe/Rome"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    say: 'I will check that.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'I will check that.\n\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{"zone":"Europe/Rome"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>write_file<｜tool▁sep｜>{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"a = {\'k\': \\"v}\\"}\\nprint(a[\'k\']) // \\\\n is no break, ünï 🐍 is fine"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Ä "1".txt',
          content: "a = {'k': \"v}\"}\nprint(a['k']) // \\n is no break, ünï 🐍 is fine",
        },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>write_file<｜tool▁sep｜>{"path":"notes.md","content":"<｜tool▁call▁end｜><｜tool▁calls▁end｜> and <｜tool▁sep｜>{}"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<｜tool▁call▁end｜><｜tool▁calls▁end｜> and <｜tool▁sep｜>{}' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>plan_trip<｜tool▁sep｜>{"stops":[{"place":"Izmir","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Izmir', nights: 2 },
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
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>set_lamp<｜tool▁sep｜>{"serial":12345678901234567890,"on":false}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>set_lamp<｜tool▁sep｜>{"level":"low","colour":null}<｜tool▁call▁end｜><｜tool▁call▁begin｜>set_lamp<｜tool▁sep｜>{"level":7}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{"zone":""}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>feed_cat<｜tool▁sep｜>{"name":"Tom","grams":80}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>feed_cat<｜tool▁sep｜>{"name":"Mia"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>feed_cat<｜tool▁sep｜>{"grams":80}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'I will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto","days":5}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    tools: 'none',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'I will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo", "days": ',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nI will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'I will check that.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'No need to guess: I can ask.</think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<think>Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.</think>\nI will check that.',
    think:
      'Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.',
    say: 'I will check that.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<think>No need to guess: I can ask. <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: 'the markers in ASCII',
    text: '<|tool▁calls▁begin|><|tool▁call▁begin|>get_weather<|tool▁sep|>{"city": "Oslo"}<|tool▁call▁end|><|tool▁calls▁end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'in the spelling of V3',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'without the section around it',
    text: 'Look: <｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜>\nOk.',
    say: 'Look: \nOk.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'no arguments at all',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜><｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: '6.3: the last brace is missing',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
    notices: ['repaired'],
  },
  {
    name: 'a brace too many',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: '6.23: a sibling that cannot be read',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>nothing<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>nothing<｜tool▁call▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: '6.36: arguments deeper than anybody can write again',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>plan_trip<｜tool▁sep｜>{"stops": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'thoughts without a thought',
    text: '<think>\n\n</think>\n\nHello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'thoughts twice',
    text: '<think>One.</think>First.\n<think>Two.</think><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜>',
    think: 'One.Two.',
    say: 'First.\n',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'thoughts that never end',
    text: '<think>And on it goes',
    think: 'And on it goes',
    calls: [],
  },
  {
    name: 'thoughts that the prompt and the model have opened',
    text: '<think>Hm.</think>Hello.',
    options: { startInReasoning: true },
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: '6.29: arguments within a string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>"{\\"city\\": \\"Oslo\\"}"<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'a wrapper around the arguments',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"arguments": {"city": "Oslo"}}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.27: the markers in prose',
    text: 'It begins with <｜tool▁call▁begin｜> and ends with <｜tool▁call▁end｜>.',
    say: 'It begins with <｜tool▁call▁begin｜> and ends with <｜tool▁call▁end｜>.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a section that holds words',
    text: '<｜tool▁calls▁begin｜>I cannot do that.<｜tool▁calls▁end｜>',
    say: '<｜tool▁calls▁begin｜>I cannot do that.<｜tool▁calls▁end｜>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a member that comes twice',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Ulm", "city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
    argumentsText: ['{"city": "Ulm", "city": "Oslo"}'],
  },
];
