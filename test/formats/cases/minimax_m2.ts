import { type FormatCase, large } from './case.ts';

export const minimaxM2: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: 'Two calls, the first without arguments',
    text: '<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n<parameter name="days">3</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Riga', days: 3 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Let me look.\n<minimax:tool_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    say: 'Let me look.\n\nDone so far.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Let me look.\n\n<minimax:tool_call>\n<invoke name="get_time">\n<parameter name="zone">UTC</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<minimax:tool_call>\n<invoke name="write_file">\n<parameter name="path">C:\\tmp\\Ä "1".txt</parameter>\n<parameter name="content">{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: '{"a": "b\\"c"}, ]}\n\n"""quoted""" — 東京 🗼 \\"' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string',
    text: '<minimax:tool_call>\n<invoke name="write_file">\n<parameter name="path">notes.md</parameter>\n<parameter name="content">a < b && "c" </parameter> d </invoke> e </minimax:tool_call> f &amp;</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: 'a < b && "c" </parameter> d </invoke> e </minimax:tool_call> f &amp;',
        },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string',
    text: '<minimax:tool_call>\n<invoke name="plan_trip">\n<parameter name="stops">[{"place":"Zug","nights":2},{"place":"Rome \\"N\\"","nights":0}]</parameter>\n<parameter name="traveller">{"name":"Ada","address":{"zip":"02134"}}</parameter>\n<parameter name="budget">-1250.5</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Zug', nights: 2 },
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
    text: '<minimax:tool_call>\n<invoke name="set_lamp">\n<parameter name="serial">12345678901234567890</parameter>\n<parameter name="on">false</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<minimax:tool_call>\n<invoke name="set_lamp">\n<parameter name="level">low</parameter>\n<parameter name="colour">null</parameter>\n</invoke>\n<invoke name="set_lamp">\n<parameter name="level">7</parameter>\n</invoke>\n<invoke name="get_time">\n<parameter name="zone"></parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<minimax:tool_call>\n<invoke name="feed_cat">\n<parameter name="name">Tom</parameter>\n<parameter name="grams">80</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<minimax:tool_call>\n<invoke name="feed_cat">\n<parameter name="name">Mia</parameter>\n</invoke>\n</minimax:tool_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<minimax:tool_call>\n<invoke name="feed_cat">\n<parameter name="grams">80</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</minimax:tool_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Let me look.\n<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n<parameter name="days">3</parameter>\n</invoke>\n</minimax:tool_call>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    tools: 'none',
    say: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>\nDone so far.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Let me look.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call',
    text: '<think>First the weather, then the time.\nSo be it.</think>\n\nLet me look.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    think: 'First the weather, then the time.\nSo be it.',
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'First the weather, then the time.</think><minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    options: { startInReasoning: true },
    think: 'First the weather, then the time.',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: 'A call ends reasoning that was never closed',
    text: '<think>First the weather, then the time.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>',
    think: 'First the weather, then the time.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: 'The policy callsInReasoning "ignored" keeps a call inside the reasoning as text',
    text: '<think>Perhaps <minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call> would do.</think>\nLet me look.',
    options: { policy: { callsInReasoning: 'ignored' } },
    think:
      'Perhaps <minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call> would do.',
    say: 'Let me look.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'A closing marker of reasoning after the call is dropped',
    text: '<think>First the weather, then the time.\n<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Riga</parameter>\n</invoke>\n</minimax:tool_call>\n</think>\n\nLet me look.',
    think: 'First the weather, then the time.\n',
    say: 'Let me look.',
    calls: [{ name: 'get_weather', arguments: { city: 'Riga' } }],
  },
  {
    name: 'Values that do not match the types in the schema',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">02134</parameter>\n<parameter name="days">soon</parameter>\n<parameter name="unit">celsius</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants',
    text: '<minimax:tool_call>\n<invoke name="set_lamp">\n<parameter name="on">True</parameter>\n<parameter name="level">high</parameter>\n<parameter name="serial">007</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'Attributes without quotes and with single quotes',
    text: "<minimax:tool_call><invoke name=get_weather><parameter name='city'>Oslo</parameter></invoke></minimax:tool_call>",
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Two sections',
    text: '<minimax:tool_call><invoke name="get_time">\n</invoke></minimax:tool_call>\n<minimax:tool_call><invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke></minimax:tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    name: 'A call without the section around it',
    text: '<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\nOk.',
    say: '\nOk.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A missing end of the call before the end of the section is repaired',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</minimax:tool_call>Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A missing closing tag is repaired',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A duplicate closing tag is repaired',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter></parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A tag inside a value that is not a parameter of the tool stays part of the value',
    text: '<minimax:tool_call>\n<invoke name="write_file">\n<parameter name="path">a</parameter>\n<parameter name="content"><parameter name="x">1</parameter></parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: '<parameter name="x">1</parameter>' } }],
  },
  {
    name: 'A call without a name is text, and the calls around it are read',
    text: '<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n<invoke nam="x"></invoke>\n</minimax:tool_call>',
    say: '\n<invoke nam="x"></invoke>\n',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['malformed'],
  },
  {
    name: 'The tag in prose is not a call',
    text: 'The <invoke> element has a name.',
    say: 'The <invoke> element has a name.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The tag with a name in prose is not a call',
    text: 'An <invoke name="x"> element calls x.',
    say: 'An <invoke name="x"> element calls x.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Attributes in another order, with unknown attributes between them',
    text: '<minimax:tool_call>\n<invoke id="1" name="get_weather"><parameter type="string" name="city">Oslo</parameter></invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Two calls with nothing between them',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Ulm</parameter>\n</invoke><invoke name="get_weather">\n<parameter name="city">Bonn</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bonn' } },
    ],
  },
  {
    name: 'An end-of-message token after a call is not text',
    text: '<minimax:tool_call>\n<invoke name="get_time">\n</invoke>\n</minimax:tool_call>[e~[',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A tag of ordinary XML is no invented result',
    text: '<response>42</response>',
    options: { policy: { inventedResults: 'cut' } },
    say: '<response>42</response>',
    calls: [],
  },
];
