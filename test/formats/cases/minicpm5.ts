import { type FormatCase, large } from './case.ts';

export const minicpm5: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<function name="get_time">\n</function>\n<function name="get_weather">\n<param name="city">Varna</param>\n<param name="days">4</param>\n</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Varna', days: 4 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Looking it up now.\n<function name="get_time">\n<param name="zone">Asia/Tokyo</param>\n</function>\nDone so far.',
    say: 'Looking it up now.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Looking it up now.\n\n<function name="get_time">\n<param name="zone">Asia/Tokyo</param>\n</function>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Looking it up now.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<function name="write_file">\n<param name="path">C:\\tmp\\Ä "1".txt</param>\n<param name="content">{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"</param>\n</function>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<function name="write_file">\n<param name="path">notes.md</param>\n<param name="content">a </param> b </function> c &lt;p&gt;</param>\n</function>',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'a </param> b </function> c &lt;p&gt;' } }],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '<function name="plan_trip">\n<param name="stops">[{"place":"Quito","nights":2},{"place":"Rome \\"N\\"","nights":0}]</param>\n<param name="traveller">{"name":"Ada","address":{"zip":"02134"}}</param>\n<param name="budget">-1250.5</param>\n</function>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Quito', nights: 2 },
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
    text: '<function name="set_lamp">\n<param name="serial">12345678901234567890</param>\n<param name="on">false</param>\n</function>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<function name="set_lamp">\n<param name="level">low</param>\n<param name="colour">null</param>\n</function>\n<function name="set_lamp">\n<param name="level">7</param>\n</function>\n<function name="get_time">\n<param name="zone"></param>\n</function>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'calls that are not wanted',
    text: 'Looking it up now.\n<function name="get_time">\n</function>\n<function name="get_weather">\n<param name="city">Varna</param>\n<param name="days">4</param>\n</function>',
    options: { toolChoice: 'none' },
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<function name="get_weather">\n<param name="city">Varna</param>\n</function>\nDone so far.',
    tools: 'none',
    say: '<function name="get_weather">\n<param name="city">Varna</param>\n</function>\nDone so far.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Looking it up now.\n<function name="get_weather">\n<param name="city">Os',
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<function name="get_weather">\n<param name="city">Oslo</param>\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<think>First the weather, then the time.\nSo be it.</think>\n\nLooking it up now.\n<function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'Looking it up now.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'First the weather, then the time.</think><function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<think>Perhaps <function name="get_weather">\n<param name="city">Varna</param>\n</function> would do.</think>\nLooking it up now.',
    think: 'Perhaps <function name="get_weather">\n<param name="city">Varna</param>\n</function> would do.',
    say: 'Looking it up now.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<think>First the weather, then the time. <function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'First the weather, then the time. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<function name="get_weather">\n<param name="city">02134</param>\n<param name="days">soon</param>\n<param name="unit">celsius</param>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<function name="set_lamp">\n<param name="on">True</param>\n<param name="level">high</param>\n<param name="serial">007</param>\n</function>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'a tool that nobody knows is no call: its tags are those of any XML',
    text: '<function name="feed_cat">\n<param name="grams">80</param>\n</function>',
    say: '<function name="feed_cat">\n<param name="grams">80</param>\n</function>',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'a section of CDATA',
    text: '<function name="write_file">\n<param name="path">a</param>\n<param name="content"><![CDATA[x </param> ]] > </function> &amp;\n]]></param>\n</function>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x </param> ]] > </function> &amp;\n' } }],
  },
  {
    name: 'a section of CDATA, cut',
    text: '<function name="write_file"><param name="path">a</param><param name="content"><![CDATA[x ]]',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'a parameter that the tool does not have',
    text: '<function name="get_weather">\n<param name="city">Oslo</param>\n<param name="planet">Mars</param>\n</function>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a parameter that comes twice',
    text: '<function name="get_weather"><param name="city">Ulm</param><param name="city">Oslo</param></function>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "a tokenizer's sign for a space",
    text: '<functionĠname="get_weather"><paramĠname="city">Oslo</param></function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'without the space before an attribute',
    text: '<functionname="get_weather"><paramname="city">Oslo</param></function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: "a tokenizer's sign for a line break",
    text: '<function name="get_weather">Ċ<param name="city">Oslo</param>Ċ</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'one parameter that holds all of them',
    text: '<function name="get_weather">\n<param name="properties">{"city": "Oslo"}</param>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.20: a closing tag is missing',
    text: '<function name="get_weather"><param name="city">Oslo</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.27: XML in prose',
    text: 'XML may have <function name="f"> elements.',
    say: 'XML may have <function name="f"> elements.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "6.27: XML in prose, with a tool's name",
    text: 'Write <function name="get_weather"> for that.',
    say: 'Write <function name="get_weather"> for that.',
    calls: [],
    notices: ['malformed'],
  },
];
