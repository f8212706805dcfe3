import { type FormatCase, large } from './case.ts';

export const qwen3Coder: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'two calls, the second without arguments',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n<parameter=days>\n7\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Kyoto', days: 7 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Let me look.\n<tool_call>\n<function=get_time>\n<parameter=zone>\nAsia/Tokyo\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    say: 'Let me look.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Let me look.\n\n<tool_call>\n<function=get_time>\n<parameter=zone>\nAsia/Tokyo\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\nC:\\tmp\\Ä "1".txt\n</parameter>\n<parameter=content>\na = {\'k\': "v}"}\nprint(a[\'k\']) // \\n is no break, ünï 🐍 is fine\n</parameter>\n</function>\n</tool_call>',
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
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\nnotes.md\n</parameter>\n<parameter=content>\n<b></parameter> is no end, </function> neither,\n</tool_call> too\n</think>\n</parameter>\n</function>\n</tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: '<b></parameter> is no end, </function> neither,\n</tool_call> too\n</think>',
        },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<tool_call>\n<function=plan_trip>\n<parameter=stops>\n[{"place":"Tunis","nights":2},{"place":"Rome \\"N\\"","nights":0}]\n</parameter>\n<parameter=traveller>\n{"name":"Ada","address":{"zip":"02134"}}\n</parameter>\n<parameter=budget>\n-1250.5\n</parameter>\n</function>\n</tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Tunis', nights: 2 },
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
    text: '<tool_call>\n<function=set_lamp>\n<parameter=serial>\n12345678901234567890\n</parameter>\n<parameter=on>\nfalse\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<tool_call>\n<function=set_lamp>\n<parameter=level>\nlow\n</parameter>\n<parameter=colour>\nnull\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=set_lamp>\n<parameter=level>\n7\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n<parameter=zone>\n\n</parameter>\n</function>\n</tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<tool_call>\n<function=feed_cat>\n<parameter=name>\nTom\n</parameter>\n<parameter=grams>\n80\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<tool_call>\n<function=feed_cat>\n<parameter=name>\nMia\n</parameter>\n</function>\n</tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<tool_call>\n<function=feed_cat>\n<parameter=grams>\n80\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Let me look.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n<parameter=days>\n7\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    tools: 'none',
    say: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Let me look.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOs',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nLet me look.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'No need to guess: I can ask.</think><tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: '6.25: a call ends thoughts that were never closed',
    text: '<think>No need to guess: I can ask.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    think: 'No need to guess: I can ask.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: '6.24: a draft among the thoughts, ignored by policy',
    text: '<think>Perhaps <tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call> would do.</think>\nLet me look.',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call> would do.',
    say: 'Let me look.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: thoughts that are closed behind the call they led to',
    text: '<think>No need to guess: I can ask.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>\n</think>\n\nLet me look.',
    think: 'No need to guess: I can ask.\n',
    say: 'Let me look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\n02134\n</parameter>\n<parameter=days>\nsoon\n</parameter>\n<parameter=unit>\ncelsius\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<tool_call>\n<function=set_lamp>\n<parameter=on>\nTrue\n</parameter>\n<parameter=level>\nhigh\n</parameter>\n<parameter=serial>\n007\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'tags in one line',
    text: '<tool_call>\n<function=get_weather><parameter=city>Oslo</parameter><parameter=days>3</parameter></function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'only one line break at either end belongs to the tags',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n\n  x\n\n\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\n  x\n\n' } }],
  },
  {
    name: 'an empty value',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '' } }],
  },
  {
    name: 'without the section around it',
    text: 'Look: <function=get_time>\n</function>',
    say: 'Look: ',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'two calls in one section',
    text: '<tool_call>\n<function=get_time>\n</function>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: '6.20: a closing tag is missing before the next parameter',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
    notices: ['repaired'],
  },
  {
    name: "6.20: a closing tag is missing before the call's",
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: "6.20: a key's tag without its end",
    text: '<tool_call>\n<function=get_weather>\n<parameter=city\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.20: a value without an end, and an end of the section',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.19: a tag in a value that is no parameter of the tool',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nWrite <parameter=foo> here.\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'Write <parameter=foo> here.' } }],
  },
  {
    name: 'a parameter that comes twice',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nUlm\n</parameter>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: 'one parameter that holds all of them',
    text: '<tool_call>\n<function=get_weather>\n<parameter=arguments>\n{"city": "Oslo"}\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.23: the section is open, and no call in it',
    text: '<tool_call>\nI cannot.',
    say: '<tool_call>\nI cannot.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.27: the marker in prose, with a name',
    text: 'Write <function=NAME> first.',
    say: 'Write <function=NAME> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'words where parameters stand',
    text: '<tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</tool_call>Hm.',
    say: '<tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</tool_call>Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.21: a section without its end before the next',
    text: '<tool_call>\n<function=get_time>\n</function>\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: '6.4: a stray opening marker',
    text: '<tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    say: '<tool_call>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'JSON between the tags, where Hermes is enabled too',
    text: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    formats: ['qwen3_coder', 'hermes'],
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'a closing tag within a line, before words',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nx</parameter>\n</functions>\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x</parameter>\n</functions>' } }],
  },
  {
    name: 'Windows line breaks around a value',
    text: '<tool_call>\n<function=get_weather>\r\n<parameter=city>\r\nOslo\r\n</parameter>\r\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'a call that is not wanted, cut',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOs',
    options: { toolChoice: 'none' },
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'names with points, lines and letters of other scripts',
    text: '<tool_call>\n<function=srv.météo>\n</function>\n</tool_call><tool_call>\n<function=mcp__a__b>\n</function>\n</tool_call>',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'mcp__a__b', arguments: {} },
    ],
  },
  {
    name: 'a name that is none',
    text: '<function=what a day>\n</function>',
    say: '<function=what a day>\n</function>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.19: words between a closing tag and the end of the call',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\nThere.\n</function>\n</tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.19: a value that begins with its closing tag',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n</parameter> x\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '</parameter> x' } }],
  },
  {
    name: 'ends of messages',
    text: '<tool_call>\n<function=get_time>\n</function>\n</tool_call><|im_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.19: a file that shows a whole call of a tool',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na.md\n</parameter>\n<parameter=content>\nTo ask:\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>\nThat is all.\n</parameter>\n</function>\n</tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'a.md',
          content:
            'To ask:\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>\nThat is all.',
        },
      },
    ],
  },
  {
    name: '6.19: a file that shows the beginning of a call is not cut off there, and nothing in it is called',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na.md\n</parameter>\n<parameter=content>\nTo ask: <function=get_weather>\n</parameter>\n</function>\n</tool_call>',
    calls: [],
    notices: ['malformed'],
  },
];
