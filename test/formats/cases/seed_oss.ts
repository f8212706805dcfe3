import { type FormatCase, large } from './case.ts';

export const seedOss: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<seed:tool_call>\n<function=get_time>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n<parameter=days>\n9\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Malmö', days: 9 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'One moment.\n<seed:tool_call>\n<function=get_time>\n<parameter=zone>\nEurope/Rome\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    say: 'One moment.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'One moment.\n\n<seed:tool_call>\n<function=get_time>\n<parameter=zone>\nEurope/Rome\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\nC:\\tmp\\Ä "1".txt\n</parameter>\n<parameter=content>\n{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\nnotes.md\n</parameter>\n<parameter=content>\na </parameter> b </function> c </seed:tool_call> d\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: 'a </parameter> b </function> c </seed:tool_call> d' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<seed:tool_call>\n<function=plan_trip>\n<parameter=stops>\n[{"place":"Ulm","nights":2},{"place":"Rome \\"N\\"","nights":0}]\n</parameter>\n<parameter=traveller>\n{"name":"Ada","address":{"zip":"02134"}}\n</parameter>\n<parameter=budget>\n-1250.5\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Ulm', nights: 2 },
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
    text: '<seed:tool_call>\n<function=set_lamp>\n<parameter=serial>\n12345678901234567890\n</parameter>\n<parameter=on>\nfalse\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<seed:tool_call>\n<function=set_lamp>\n<parameter=level>\nlow\n</parameter>\n<parameter=colour>\nnull\n</parameter>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=set_lamp>\n<parameter=level>\n7\n</parameter>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_time>\n<parameter=zone>\n\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<seed:tool_call>\n<function=feed_cat>\n<parameter=name>\nTom\n</parameter>\n<parameter=grams>\n80\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<seed:tool_call>\n<function=feed_cat>\n<parameter=name>\nMia\n</parameter>\n</function>\n</seed:tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<seed:tool_call>\n<function=feed_cat>\n<parameter=grams>\n80\n</parameter>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_time>\n</function>\n</seed:tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'One moment.\n<seed:tool_call>\n<function=get_time>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n<parameter=days>\n9\n</parameter>\n</function>\n</seed:tool_call>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    tools: 'none',
    say: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'One moment.\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOs',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<seed:think>First the weather, then the time.\nSo be it.</seed:think>\n\nOne moment.\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'First the weather, then the time.</seed:think><seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<seed:think>Perhaps <seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call> would do.</seed:think>\nOne moment.',
    think:
      'Perhaps <seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
    alone: 'families with the same markers end their thoughts with a call',
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<seed:think>First the weather, then the time. <seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'First the weather, then the time. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\n02134\n</parameter>\n<parameter=days>\nsoon\n</parameter>\n<parameter=unit>\ncelsius\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<seed:tool_call>\n<function=set_lamp>\n<parameter=on>\nTrue\n</parameter>\n<parameter=level>\nhigh\n</parameter>\n<parameter=serial>\n007\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'tags in one line',
    text: '<seed:tool_call>\n<function=get_weather><parameter=city>Oslo</parameter><parameter=days>3</parameter></function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'only one line break at either end belongs to the tags',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n\n  x\n\n\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\n  x\n\n' } }],
  },
  {
    name: 'an empty value',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n</parameter>\n</function>\n</seed:tool_call>',
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
    text: '<seed:tool_call>\n<function=get_time>\n</function>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: '6.20: a closing tag is missing before the next parameter',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n<parameter=days>\n3\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
    notices: ['repaired'],
  },
  {
    name: "6.20: a closing tag is missing before the call's",
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: "6.20: a key's tag without its end",
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city\nOslo\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.20: a value without an end, and an end of the section',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</seed:tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.22: a closing tag that comes twice',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.19: a tag in a value that is no parameter of the tool',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nWrite <parameter=foo> here.\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'Write <parameter=foo> here.' } }],
  },
  {
    name: 'a parameter that comes twice',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nUlm\n</parameter>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: 'one parameter that holds all of them',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=arguments>\n{"city": "Oslo"}\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.23: the section is open, and no call in it',
    text: '<seed:tool_call>\nI cannot.',
    say: '<seed:tool_call>\nI cannot.',
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
    text: '<seed:tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</seed:tool_call>Hm.',
    say: '<seed:tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</seed:tool_call>Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a budget among the thoughts',
    text: '<seed:think>Hm <seed:cot_budget_reflect>10 of 20 used</seed:cot_budget_reflect> ok.</seed:think>Hello.<seed:eos>',
    think: 'Hm <seed:cot_budget_reflect>10 of 20 used</seed:cot_budget_reflect> ok.',
    say: 'Hello.',
    calls: [],
  },
];
