import { type FormatCase, large } from './case.ts';

export const seedOss: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<seed:tool_call>\n<function=get_time>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n<parameter=days>\n9\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Malmö', days: 9 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'One moment.\n<seed:tool_call>\n<function=get_time>\n<parameter=zone>\nEurope/Rome\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    say: 'One moment.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'One moment.\n\n<seed:tool_call>\n<function=get_time>\n<parameter=zone>\nEurope/Rome\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'One moment.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\nC:\\tmp\\Ä "1".txt\n</parameter>\n<parameter=content>\n{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\nnotes.md\n</parameter>\n<parameter=content>\na </parameter> b </function> c </seed:tool_call> d\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: 'a </parameter> b </function> c </seed:tool_call> d' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<seed:tool_call>\n<function=set_lamp>\n<parameter=serial>\n12345678901234567890\n</parameter>\n<parameter=on>\nfalse\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<seed:tool_call>\n<function=set_lamp>\n<parameter=level>\nlow\n</parameter>\n<parameter=colour>\nnull\n</parameter>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=set_lamp>\n<parameter=level>\n7\n</parameter>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_time>\n<parameter=zone>\n\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<seed:tool_call>\n<function=feed_cat>\n<parameter=name>\nTom\n</parameter>\n<parameter=grams>\n80\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<seed:tool_call>\n<function=feed_cat>\n<parameter=name>\nMia\n</parameter>\n</function>\n</seed:tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<seed:tool_call>\n<function=feed_cat>\n<parameter=grams>\n80\n</parameter>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_time>\n</function>\n</seed:tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'One moment.\n<seed:tool_call>\n<function=get_time>\n</function>\n</seed:tool_call>\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n<parameter=days>\n9\n</parameter>\n</function>\n</seed:tool_call>',
    options: { toolChoice: 'none' },
    say: 'One moment.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    tools: 'none',
    say: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>\nDone so far.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'One moment.\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOs',
    say: 'One moment.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<seed:think>First the weather, then the time.\nSo be it.</seed:think>\n\nOne moment.\n<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'One moment.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'First the weather, then the time.</seed:think><seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<seed:think>Perhaps <seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call> would do.</seed:think>\nOne moment.',
    think:
      'Perhaps <seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call> would do.',
    say: 'One moment.',
    calls: [],
    notices: ['in-reasoning'],
    alone: 'in families with the same markers, a call ends the reasoning',
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<seed:think>First the weather, then the time. <seed:tool_call>\n<function=get_weather>\n<parameter=city>\nMalmö\n</parameter>\n</function>\n</seed:tool_call>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'First the weather, then the time. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Malmö' } }],
  },
  {
    name: 'Values that do not match the types in the schema (bug 6.30)',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\n02134\n</parameter>\n<parameter=days>\nsoon\n</parameter>\n<parameter=unit>\ncelsius\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants (bug 6.30)',
    text: '<seed:tool_call>\n<function=set_lamp>\n<parameter=on>\nTrue\n</parameter>\n<parameter=level>\nhigh\n</parameter>\n<parameter=serial>\n007\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'All tags on one line',
    text: '<seed:tool_call>\n<function=get_weather><parameter=city>Oslo</parameter><parameter=days>3</parameter></function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'Only one line break at either end of a value belongs to the tags',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n\n  x\n\n\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\n  x\n\n' } }],
  },
  {
    name: 'An empty value',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '' } }],
  },
  {
    name: 'A call without the section around it',
    text: 'Look: <function=get_time>\n</function>',
    say: 'Look: ',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Two calls in one section',
    text: '<seed:tool_call>\n<function=get_time>\n</function>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'A missing closing tag before the next parameter is repaired (bug 6.20)',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n<parameter=days>\n3\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing tag before the end of the call is repaired (bug 6.20)',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A parameter tag without its closing angle bracket (bug 6.20)',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city\nOslo\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired (bug 6.20)',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</seed:tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired (bug 6.22)',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A tag inside a value that is not a parameter of the tool stays part of the value (bug 6.19)',
    text: '<seed:tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nWrite <parameter=foo> here.\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'Write <parameter=foo> here.' } }],
  },
  {
    name: 'A parameter that occurs twice causes the notice "inexact"',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=city>\nUlm\n</parameter>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: 'One parameter that contains all arguments is unwrapped',
    text: '<seed:tool_call>\n<function=get_weather>\n<parameter=arguments>\n{"city": "Oslo"}\n</parameter>\n</function>\n</seed:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'An open section without a call is text (bug 6.23)',
    text: '<seed:tool_call>\nI cannot.',
    say: '<seed:tool_call>\nI cannot.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The marker with a name in prose is not a call (bug 6.27)',
    text: 'Write <function=NAME> first.',
    say: 'Write <function=NAME> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Prose in place of the parameters makes the call malformed',
    text: '<seed:tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</seed:tool_call>Hm.',
    say: '<seed:tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</seed:tool_call>Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A budget note inside the reasoning stays reasoning',
    text: '<seed:think>Hm <seed:cot_budget_reflect>10 of 20 used</seed:cot_budget_reflect> ok.</seed:think>Hello.<seed:eos>',
    think: 'Hm <seed:cot_budget_reflect>10 of 20 used</seed:cot_budget_reflect> ok.',
    say: 'Hello.',
    calls: [],
  },
];
