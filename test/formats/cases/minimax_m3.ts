import { type FormatCase, large } from './case.ts';

export const minimaxM3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[<days>3]<]minimax[>[</days>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Zug', days: 3 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'I will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[<zone>Asia/Tokyo]<]minimax[>[</zone>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    say: 'I will check that.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'I will check that.\n\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[<zone>Asia/Tokyo]<]minimax[>[</zone>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="write_file">]<]minimax[>[<path>C:\\tmp\\Ä "1".txt]<]minimax[>[</path>]<]minimax[>[<content>a = {\'k\': "v}"}\nprint(a[\'k\']) // \\n is no break, ünï 🐍 is fine]<]minimax[>[</content>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
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
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="write_file">]<]minimax[>[<path>notes.md]<]minimax[>[</path>]<]minimax[>[<content><b>a</b> </content> </invoke> ]<]minimax [>[ b ]<]]<]minimax[>[</content>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<b>a</b> </content> </invoke> ]<]minimax [>[ b ]<]' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">]<]minimax[>[<stops>]<]minimax[>[<item>]<]minimax[>[<place>Turku]<]minimax[>[</place>]<]minimax[>[<nights>2]<]minimax[>[</nights>]<]minimax[>[</item>]<]minimax[>[<item>]<]minimax[>[<place>Rome "N"]<]minimax[>[</place>]<]minimax[>[<nights>0]<]minimax[>[</nights>]<]minimax[>[</item>]<]minimax[>[</stops>]<]minimax[>[<traveller>]<]minimax[>[<name>Ada]<]minimax[>[</name>]<]minimax[>[<address>]<]minimax[>[<zip>02134]<]minimax[>[</zip>]<]minimax[>[</address>]<]minimax[>[</traveller>]<]minimax[>[<budget>-1250.5]<]minimax[>[</budget>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Turku', nights: 2 },
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
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<serial>12345678901234567890]<]minimax[>[</serial>]<]minimax[>[<on>false]<]minimax[>[</on>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<level>low]<]minimax[>[</level>]<]minimax[>[<colour>null]<]minimax[>[</colour>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<level>7]<]minimax[>[</level>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[<zone>]<]minimax[>[</zone>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<name>Tom]<]minimax[>[</name>]<]minimax[>[<grams>80]<]minimax[>[</grams>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<name>Mia]<]minimax[>[</name>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<grams>80]<]minimax[>[</grams>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'I will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[<days>3]<]minimax[>[</days>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    tools: 'none',
    say: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'I will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Os',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</city>]<]minimax[>[</invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call',
    text: '<mm:think>No need to guess: I can ask.\nSo be it.</mm:think>\n\nI will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'I will check that.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'No need to guess: I can ask.</mm:think>]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: '<mm:think>Perhaps ]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call> would do.</mm:think>\nI will check that.',
    think:
      'Perhaps ]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call> would do.',
    say: 'I will check that.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning',
    text: '<mm:think>No need to guess: I can ask. ]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: 'Values that do not match the types in the schema',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>02134]<]minimax[>[</city>]<]minimax[>[<days>soon]<]minimax[>[</days>]<]minimax[>[<unit>celsius]<]minimax[>[</unit>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<on>True]<]minimax[>[</on>]<]minimax[>[<level>high]<]minimax[>[</level>]<]minimax[>[<serial>007]<]minimax[>[</serial>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'The schema decides the types of the items of an array',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="write_file">]<]minimax[>[<path>a]<]minimax[>[</path>]<]minimax[>[<content>b]<]minimax[>[</content>]<]minimax[>[<tags>]<]minimax[>[<item>1]<]minimax[>[</item>]<]minimax[>[<item>true]<]minimax[>[</item>]<]minimax[>[</tags>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['1', 'true'] } }],
  },
  {
    name: 'Nested elements of a tool without a schema',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<meals>]<]minimax[>[<item>]<]minimax[>[<at>7]<]minimax[>[</at>]<]minimax[>[<grams>80]<]minimax[>[</grams>]<]minimax[>[</item>]<]minimax[>[</meals>]<]minimax[>[<tame>true]<]minimax[>[</tame>]<]minimax[>[<name>Tom]<]minimax[>[</name>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { meals: [{ at: 7, grams: 80 }], tame: true, name: 'Tom' } }],
  },
  {
    name: 'An empty array and an empty object',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">]<]minimax[>[<stops>]<]minimax[>[</stops>]<]minimax[>[<traveller>]<]minimax[>[</traveller>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { stops: [], traveller: {} } }],
  },
  {
    name: 'JSON instead of nested elements',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">]<]minimax[>[<stops>[{"place": "Rome", "nights": 2}]]<]minimax[>[</stops>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { stops: [{ place: 'Rome', nights: 2 }] } }],
  },
  {
    name: 'Elements on lines of their own',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">\n]<]minimax[>[<stops>\n]<]minimax[>[<item>\n]<]minimax[>[<place>Rome]<]minimax[>[</place>\n]<]minimax[>[</item>\n]<]minimax[>[</stops>\n]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { stops: [{ place: 'Rome' }] } }],
  },
  {
    name: 'A call without the section around it',
    text: 'Look: ]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>',
    say: 'Look: ',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A missing closing tag is repaired',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing tag inside a nested element is repaired',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">]<]minimax[>[<traveller>]<]minimax[>[<name>Ada]<]minimax[>[</traveller>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { name: 'Ada' } } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</city>\n]<]minimax[>[</tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A closing tag without its opening tag makes the call malformed',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[</days>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Elements that are nested too deeply are malformed',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An argument that occurs twice causes the notice "inexact"',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Ulm]<]minimax[>[</city>]<]minimax[>[<city>Oslo]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: 'The marker in prose is not a call',
    text: 'The model writes ]<]minimax[>[<tool_call> first.',
    say: 'The model writes ]<]minimax[>[<tool_call> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'An end-of-message token after a call is not text',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>[e~[',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
