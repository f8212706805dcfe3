import { type FormatCase, large } from './case.ts';

export const qwen3Coder: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n<parameter=days>\n7\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Kyoto', days: 7 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Let me look.\n<tool_call>\n<function=get_time>\n<parameter=zone>\nAsia/Tokyo\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    say: 'Let me look.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Let me look.\n\n<tool_call>\n<function=get_time>\n<parameter=zone>\nAsia/Tokyo\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a string stay part of the string',
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
    name: 'Nested values, and digits that are a string',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<tool_call>\n<function=set_lamp>\n<parameter=serial>\n12345678901234567890\n</parameter>\n<parameter=on>\nfalse\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<tool_call>\n<function=set_lamp>\n<parameter=level>\nlow\n</parameter>\n<parameter=colour>\nnull\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=set_lamp>\n<parameter=level>\n7\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n<parameter=zone>\n\n</parameter>\n</function>\n</tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<tool_call>\n<function=feed_cat>\n<parameter=name>\nTom\n</parameter>\n<parameter=grams>\n80\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<tool_call>\n<function=feed_cat>\n<parameter=name>\nMia\n</parameter>\n</function>\n</tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<tool_call>\n<function=feed_cat>\n<parameter=grams>\n80\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Let me look.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n<parameter=days>\n7\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    tools: 'none',
    say: '<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>\nNow I wait.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Let me look.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOs',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call',
    text: '<think>No need to guess: I can ask.\nSo be it.</think>\n\nLet me look.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'No need to guess: I can ask.</think><tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'A call ends reasoning that was never closed',
    text: '<think>No need to guess: I can ask.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>',
    think: 'No need to guess: I can ask.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'The policy callsInReasoning "ignored" keeps a call inside the reasoning as text',
    text: '<think>Perhaps <tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call> would do.</think>\nLet me look.',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call> would do.',
    say: 'Let me look.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'A closing marker of reasoning after the call is dropped',
    text: '<think>No need to guess: I can ask.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKyoto\n</parameter>\n</function>\n</tool_call>\n</think>\n\nLet me look.',
    think: 'No need to guess: I can ask.\n',
    say: 'Let me look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Kyoto' } }],
  },
  {
    name: 'Values that do not match the types in the schema',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\n02134\n</parameter>\n<parameter=days>\nsoon\n</parameter>\n<parameter=unit>\ncelsius\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants',
    text: '<tool_call>\n<function=set_lamp>\n<parameter=on>\nTrue\n</parameter>\n<parameter=level>\nhigh\n</parameter>\n<parameter=serial>\n007\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'All tags on one line',
    text: '<tool_call>\n<function=get_weather><parameter=city>Oslo</parameter><parameter=days>3</parameter></function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
  },
  {
    name: 'Only one line break at either end of a value belongs to the tags',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n\n  x\n\n\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '\n  x\n\n' } }],
  },
  {
    name: 'An empty value',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n</parameter>\n</function>\n</tool_call>',
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
    text: '<tool_call>\n<function=get_time>\n</function>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'A missing closing tag before the next parameter is repaired',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing tag before the end of the call is repaired',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A parameter tag without its closing angle bracket',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A tag inside a value that is not a parameter of the tool stays part of the value',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nWrite <parameter=foo> here.\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'Write <parameter=foo> here.' } }],
  },
  {
    name: 'A parameter that occurs twice causes the notice "inexact"',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nUlm\n</parameter>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: 'One parameter that contains all arguments is unwrapped',
    text: '<tool_call>\n<function=get_weather>\n<parameter=arguments>\n{"city": "Oslo"}\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'An open section without a call is text',
    text: '<tool_call>\nI cannot.',
    say: '<tool_call>\nI cannot.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The marker with a name in prose is not a call',
    text: 'Write <function=NAME> first.',
    say: 'Write <function=NAME> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Prose in place of the parameters makes the call malformed',
    text: '<tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</tool_call>Hm.',
    say: '<tool_call>\n<function=get_weather>\nOslo, please\n</function>\n</tool_call>Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A section without its end before the next section',
    text: '<tool_call>\n<function=get_time>\n</function>\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'A stray opening marker before a call is text',
    text: '<tool_call>\n<tool_call>\n<function=get_time>\n</function>\n</tool_call>',
    say: '<tool_call>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'JSON between the tags is read if Hermes is enabled too',
    text: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    formats: ['qwen3_coder', 'hermes'],
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A closing tag that other text follows stays part of the value',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nx</parameter>\n</functions>\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x</parameter>\n</functions>' } }],
  },
  {
    name: 'Windows line breaks around a value',
    text: '<tool_call>\n<function=get_weather>\r\n<parameter=city>\r\nOslo\r\n</parameter>\r\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'toolChoice "none" also suppresses a truncated call',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOs',
    options: { toolChoice: 'none' },
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'Names with dots, underscores and non-ASCII letters',
    text: '<tool_call>\n<function=srv.météo>\n</function>\n</tool_call><tool_call>\n<function=mcp__a__b>\n</function>\n</tool_call>',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'mcp__a__b', arguments: {} },
    ],
  },
  {
    name: 'A call with an invalid name is malformed',
    text: '<function=what a day>\n</function>',
    say: '<function=what a day>\n</function>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Text between a closing tag and the end of the call makes the call malformed',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\nThere.\n</function>\n</tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A value that begins with its closing tag',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n</parameter> x\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '</parameter> x' } }],
  },
  {
    name: 'An end-of-message token after a call is not text',
    text: '<tool_call>\n<function=get_time>\n</function>\n</tool_call><|im_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A value that contains a complete call of another tool stays one value',
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
    name: 'A value that contains the beginning of a call makes the outer call malformed, and the inner one is not called',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na.md\n</parameter>\n<parameter=content>\nTo ask: <function=get_weather>\n</parameter>\n</function>\n</tool_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A call that lacks all its closing markers at the end of the text is read',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A text that ends before a required argument makes no call',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na.txt\n</parameter>\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'An invented result ends a call without its closing markers',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n<tool_response>12</tool_response>',
    options: { policy: { inventedResults: 'cut' } },
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired', 'invented-result'],
  },
  {
    name: 'A result tag inside the value of a parameter stays',
    text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n<tool_response>ok</tool_response>\n</parameter>\n</function>\n</tool_call>',
    options: { policy: { inventedResults: 'cut' } },
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '<tool_response>ok</tool_response>' } }],
  },
];
