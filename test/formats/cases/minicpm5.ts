import { type FormatCase, large } from './case.ts';

export const minicpm5: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<function name="get_time">\n</function>\n<function name="get_weather">\n<param name="city">Varna</param>\n<param name="days">4</param>\n</function>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Varna', days: 4 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Looking it up now.\n<function name="get_time">\n<param name="zone">Asia/Tokyo</param>\n</function>\nDone so far.',
    say: 'Looking it up now.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Looking it up now.\n\n<function name="get_time">\n<param name="zone">Asia/Tokyo</param>\n</function>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Looking it up now.',
    calls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<function name="write_file">\n<param name="path">C:\\tmp\\Ä "1".txt</param>\n<param name="content">{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"</param>\n</function>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<function name="write_file">\n<param name="path">notes.md</param>\n<param name="content">a </param> b </function> c &lt;p&gt;</param>\n</function>',
    calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'a </param> b </function> c &lt;p&gt;' } }],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '<function name="set_lamp">\n<param name="serial">12345678901234567890</param>\n<param name="on">false</param>\n</function>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<function name="set_lamp">\n<param name="level">low</param>\n<param name="colour">null</param>\n</function>\n<function name="set_lamp">\n<param name="level">7</param>\n</function>\n<function name="get_time">\n<param name="zone"></param>\n</function>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Looking it up now.\n<function name="get_time">\n</function>\n<function name="get_weather">\n<param name="city">Varna</param>\n<param name="days">4</param>\n</function>',
    options: { toolChoice: 'none' },
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<function name="get_weather">\n<param name="city">Varna</param>\n</function>\nDone so far.',
    tools: 'none',
    say: '<function name="get_weather">\n<param name="city">Varna</param>\n</function>\nDone so far.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Looking it up now.\n<function name="get_weather">\n<param name="city">Os',
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<function name="get_weather">\n<param name="city">Oslo</param>\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '<think>First the weather, then the time.\nSo be it.</think>\n\nLooking it up now.\n<function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'Looking it up now.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'First the weather, then the time.</think><function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '<think>Perhaps <function name="get_weather">\n<param name="city">Varna</param>\n</function> would do.</think>\nLooking it up now.',
    think: 'Perhaps <function name="get_weather">\n<param name="city">Varna</param>\n</function> would do.',
    say: 'Looking it up now.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '<think>First the weather, then the time. <function name="get_weather">\n<param name="city">Varna</param>\n</function>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'First the weather, then the time. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Varna' } }],
  },
  {
    name: 'Values that do not match the types in the schema (bug 6.30)',
    text: '<function name="get_weather">\n<param name="city">02134</param>\n<param name="days">soon</param>\n<param name="unit">celsius</param>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants (bug 6.30)',
    text: '<function name="set_lamp">\n<param name="on">True</param>\n<param name="level">high</param>\n<param name="serial">007</param>\n</function>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'A call of an unknown tool is text, because the tags look like any XML',
    text: '<function name="feed_cat">\n<param name="grams">80</param>\n</function>',
    say: '<function name="feed_cat">\n<param name="grams">80</param>\n</function>',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'A value in a CDATA section',
    text: '<function name="write_file">\n<param name="path">a</param>\n<param name="content"><![CDATA[x </param> ]] > </function> &amp;\n]]></param>\n</function>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x </param> ]] > </function> &amp;\n' } }],
  },
  {
    name: 'A truncated CDATA section makes no call',
    text: '<function name="write_file"><param name="path">a</param><param name="content"><![CDATA[x ]]',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A parameter that the tool does not have makes the call malformed',
    text: '<function name="get_weather">\n<param name="city">Oslo</param>\n<param name="planet">Mars</param>\n</function>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A parameter that occurs twice makes the call malformed',
    text: '<function name="get_weather"><param name="city">Ulm</param><param name="city">Oslo</param></function>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "The tokenizer's symbol for a space",
    text: '<functionĠname="get_weather"><paramĠname="city">Oslo</param></function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Tags without the space before an attribute',
    text: '<functionname="get_weather"><paramname="city">Oslo</param></function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: "The tokenizer's symbol for a line break",
    text: '<function name="get_weather">Ċ<param name="city">Oslo</param>Ċ</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'One parameter that contains all arguments is unwrapped',
    text: '<function name="get_weather">\n<param name="properties">{"city": "Oslo"}</param>\n</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing tag is repaired (bug 6.20)',
    text: '<function name="get_weather"><param name="city">Oslo</function>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'XML in prose is not a call (bug 6.27)',
    text: 'XML may have <function name="f"> elements.',
    say: 'XML may have <function name="f"> elements.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "XML in prose with a tool's name is not a call (bug 6.27)",
    text: 'Write <function name="get_weather"> for that.',
    say: 'Write <function name="get_weather"> for that.',
    calls: [],
    notices: ['malformed'],
  },
];
