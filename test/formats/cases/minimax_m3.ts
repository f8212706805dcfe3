import { type FormatCase, large } from './case.ts';

export const minimaxM3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: 'two calls, the second without arguments',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[<days>3]<]minimax[>[</days>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Zug', days: 3 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'I will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[<zone>Asia/Tokyo]<]minimax[>[</zone>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    say: 'I will check that.\n\nNow I wait.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'I will check that.\n\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[<zone>Asia/Tokyo]<]minimax[>[</zone>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'I will check that.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: '6.19: its own markers in a string',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="write_file">]<]minimax[>[<path>notes.md]<]minimax[>[</path>]<]minimax[>[<content><b>a</b> </content> </invoke> ]<]minimax [>[ b ]<]]<]minimax[>[</content>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<b>a</b> </content> </invoke> ]<]minimax [>[ b ]<]' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
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
    name: 'a number of twenty digits',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<serial>12345678901234567890]<]minimax[>[</serial>]<]minimax[>[<on>false]<]minimax[>[</on>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<level>low]<]minimax[>[</level>]<]minimax[>[<colour>null]<]minimax[>[</colour>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<level>7]<]minimax[>[</level>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[<zone>]<]minimax[>[</zone>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<name>Tom]<]minimax[>[</name>]<]minimax[>[<grams>80]<]minimax[>[</grams>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<name>Mia]<]minimax[>[</name>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<grams>80]<]minimax[>[</grams>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'I will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[<days>3]<]minimax[>[</days>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { toolChoice: 'none' },
    say: 'I will check that.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    tools: 'none',
    say: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>\nNow I wait.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'I will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Os',
    say: 'I will check that.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</city>]<]minimax[>[</invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<mm:think>No need to guess: I can ask.\nSo be it.</mm:think>\n\nI will check that.\n]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    think: 'No need to guess: I can ask.\nSo be it.',
    say: 'I will check that.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'No need to guess: I can ask.</mm:think>]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { startInReasoning: true },
    think: 'No need to guess: I can ask.',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<mm:think>Perhaps ]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call> would do.</mm:think>\nI will check that.',
    think:
      'Perhaps ]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call> would do.',
    say: 'I will check that.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<mm:think>No need to guess: I can ask. ]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Zug]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'No need to guess: I can ask. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Zug' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>02134]<]minimax[>[</city>]<]minimax[>[<days>soon]<]minimax[>[</days>]<]minimax[>[<unit>celsius]<]minimax[>[</unit>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="set_lamp">]<]minimax[>[<on>True]<]minimax[>[</on>]<]minimax[>[<level>high]<]minimax[>[</level>]<]minimax[>[<serial>007]<]minimax[>[</serial>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'elements of an array are typed by the schema',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="write_file">]<]minimax[>[<path>a]<]minimax[>[</path>]<]minimax[>[<content>b]<]minimax[>[</content>]<]minimax[>[<tags>]<]minimax[>[<item>1]<]minimax[>[</item>]<]minimax[>[<item>true]<]minimax[>[</item>]<]minimax[>[</tags>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['1', 'true'] } }],
  },
  {
    name: 'elements that no schema knows',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<meals>]<]minimax[>[<item>]<]minimax[>[<at>7]<]minimax[>[</at>]<]minimax[>[<grams>80]<]minimax[>[</grams>]<]minimax[>[</item>]<]minimax[>[</meals>]<]minimax[>[<tame>true]<]minimax[>[</tame>]<]minimax[>[<name>Tom]<]minimax[>[</name>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'feed_cat', arguments: { meals: [{ at: 7, grams: 80 }], tame: true, name: 'Tom' } }],
  },
  {
    name: 'an empty array, and an empty object',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">]<]minimax[>[<stops>]<]minimax[>[</stops>]<]minimax[>[<traveller>]<]minimax[>[</traveller>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { stops: [], traveller: {} } }],
  },
  {
    name: 'JSON instead of elements',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">]<]minimax[>[<stops>[{"place": "Rome", "nights": 2}]]<]minimax[>[</stops>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { stops: [{ place: 'Rome', nights: 2 }] } }],
  },
  {
    name: 'elements on lines of their own',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">\n]<]minimax[>[<stops>\n]<]minimax[>[<item>\n]<]minimax[>[<place>Rome]<]minimax[>[</place>\n]<]minimax[>[</item>\n]<]minimax[>[</stops>\n]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { stops: [{ place: 'Rome' }] } }],
  },
  {
    name: 'without the section around it',
    text: 'Look: ]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>',
    say: 'Look: ',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.20: a closing tag is missing',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.20: a closing tag is missing within',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="plan_trip">]<]minimax[>[<traveller>]<]minimax[>[<name>Ada]<]minimax[>[</traveller>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'plan_trip', arguments: { traveller: { name: 'Ada' } } }],
    notices: ['repaired'],
  },
  {
    name: "6.21: the call's end is missing before the section's",
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</city>\n]<]minimax[>[</tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'an end of an element that is not open',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[</days>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.36: elements deeper than anybody can write again',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="feed_cat">]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[<a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</a>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a member that comes twice',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Ulm]<]minimax[>[</city>]<]minimax[>[<city>Oslo]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['inexact'],
  },
  {
    name: '6.27: the marker in prose',
    text: 'The model writes ]<]minimax[>[<tool_call> first.',
    say: 'The model writes ]<]minimax[>[<tool_call> first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'an end of the message',
    text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_time">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>[e~[',
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
