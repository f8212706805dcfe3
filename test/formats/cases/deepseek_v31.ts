import { type FormatCase, large } from './case.ts';

export const deepseekV31: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
    argumentsText: ['{"city":"Porto"}'],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto","days":5}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Porto', days: 5 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'I will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{"zone":"Europe/Rome"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    say: 'I will check that.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'I will check that.\n\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{"zone":"Europe/Rome"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
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
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>write_file<｜tool▁sep｜>{"path":"notes.md","content":"<｜tool▁call▁end｜><｜tool▁calls▁end｜> and <｜tool▁sep｜>{}"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<｜tool▁call▁end｜><｜tool▁calls▁end｜> and <｜tool▁sep｜>{}' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>set_lamp<｜tool▁sep｜>{"serial":12345678901234567890,"on":false}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>set_lamp<｜tool▁sep｜>{"level":"low","colour":null}<｜tool▁call▁end｜><｜tool▁call▁begin｜>set_lamp<｜tool▁sep｜>{"level":7}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{"zone":""}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>feed_cat<｜tool▁sep｜>{"name":"Tom","grams":80}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>feed_cat<｜tool▁sep｜>{"name":"Mia"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>feed_cat<｜tool▁sep｜>{"grams":80}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'I will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto","days":5}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    tools: 'none',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nNow I wait.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'I will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo", "days": ',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nI will check that.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'I will check that.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'No need to guess: I can ask.</think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<think>Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.</think>\nI will check that.',
    think:
      'Perhaps <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜> would do.',
    say: 'I will check that.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<think>No need to guess: I can ask. <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Porto"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Porto' } }],
  },
  {
    name: 'The ASCII spelling of the markers',
    text: '<|tool▁calls▁begin|><|tool▁call▁begin|>get_weather<|tool▁sep|>{"city": "Oslo"}<|tool▁call▁end|><|tool▁calls▁end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: "Calls in V3's spelling",
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'A call without the section around it',
    text: 'Look: <｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜>\nOk.',
    say: 'Look: \nOk.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A call without an arguments object is repaired',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜><｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['repaired'],
  },
  {
    name: 'A missing last brace is repaired (bug 6.3)',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
    notices: ['repaired'],
  },
  {
    name: 'An extra closing brace is ignored',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'A call is read although the call before it is malformed (bug 6.23)',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>nothing<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    say: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>nothing<｜tool▁call▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'Arguments that are nested too deeply are malformed (bug 6.36)',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>plan_trip<｜tool▁sep｜>{"stops": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'Empty reasoning',
    text: '<think>\n\n</think>\n\nHello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'Two blocks of reasoning',
    text: '<think>One.</think>First.\n<think>Two.</think><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜>',
    think: 'One.Two.',
    say: 'First.\n',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Reasoning without its closing marker',
    text: '<think>And on it goes',
    think: 'And on it goes',
    calls: [],
  },
  {
    name: 'Reasoning that both the prompt and the model opened',
    text: '<think>Hm.</think>Hello.',
    options: { startInReasoning: true },
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>"{\\"city\\": \\"Oslo\\"}"<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'An extra object around the arguments is removed',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"arguments": {"city": "Oslo"}}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'The markers in prose are not a call (bug 6.27)',
    text: 'It begins with <｜tool▁call▁begin｜> and ends with <｜tool▁call▁end｜>.',
    say: 'It begins with <｜tool▁call▁begin｜> and ends with <｜tool▁call▁end｜>.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A section that contains prose is text',
    text: '<｜tool▁calls▁begin｜>I cannot do that.<｜tool▁calls▁end｜>',
    say: '<｜tool▁calls▁begin｜>I cannot do that.<｜tool▁calls▁end｜>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An argument that occurs twice causes the notice "inexact"',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Ulm", "city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
    argumentsText: ['{"city": "Ulm", "city": "Oslo"}'],
  },
];
