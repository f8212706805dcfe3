import { type FormatCase, large } from './case.ts';

export const museGlimmer: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Wels</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Wels' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Wels</atem:parameter>\n<atem:parameter name="days">6</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Wels', days: 6 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="write_file">\n<atem:parameter name="path">C:\\tmp\\Ä "1".txt</atem:parameter>\n<atem:parameter name="content">if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Ä "1".txt',
          content: 'if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉',
        },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="write_file">\n<atem:parameter name="path">notes.md</atem:parameter>\n<atem:parameter name="content">a </atem:parameter> b </atem:invoke> c </atem:function_calls> d <|eom|></atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'notes.md',
          content: 'a </atem:parameter> b </atem:invoke> c </atem:function_calls> d <|eom|>',
        },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="plan_trip">\n<atem:parameter name="stops">[{"place":"Accra","nights":2},{"place":"Rome \\"N\\"","nights":0}]</atem:parameter>\n<atem:parameter name="traveller">{"name":"Ada","address":{"zip":"02134"}}</atem:parameter>\n<atem:parameter name="budget">-1250.5</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Accra', nights: 2 },
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
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="set_lamp">\n<atem:parameter name="serial">12345678901234567890</atem:parameter>\n<atem:parameter name="on">false</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="set_lamp">\n<atem:parameter name="level">low</atem:parameter>\n<atem:parameter name="colour">null</atem:parameter>\n</atem:invoke>\n<atem:invoke name="set_lamp">\n<atem:parameter name="level">7</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n<atem:parameter name="zone"></atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="feed_cat">\n<atem:parameter name="name">Tom</atem:parameter>\n<atem:parameter name="grams">80</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="feed_cat">\n<atem:parameter name="name">Mia</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="feed_cat">\n<atem:parameter name="grams">80</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Let me look.\n<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Wels</atem:parameter>\n<atem:parameter name="days">6</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Let me look.\n<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Values that do not match the types in the schema',
    text: '<|start|>assistant to=get<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">02134</atem:parameter>\n<atem:parameter name="days">soon</atem:parameter>\n<atem:parameter name="unit">celsius</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: 'Types from a list, from alternatives and from Python constants',
    text: '<|start|>assistant to=get<|message|><atem:function_calls>\n<atem:invoke name="set_lamp">\n<atem:parameter name="on">True</atem:parameter>\n<atem:parameter name="level">high</atem:parameter>\n<atem:parameter name="serial">007</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'Reasoning, a call and an answer',
    text: '<|start|>assistant to=self<|message|>Ask the tool.<|eom|><|start|>assistant to=get_weather<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|><|start|>assistant to=user<|message|>It will rain.<|eot|>',
    think: 'Ask the tool.',
    say: 'It will rain.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'The prompt opened the header',
    text: ' to=self<|message|>Hm.<|eom|><|start|>assistant<|message|>Hello.<|eot|>',
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'Text without a header',
    text: 'Hello there.',
    say: 'Hello there.',
    calls: [],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: '<|start|>assistant to=self<|message|><atem:invoke name="get_time">\n</atem:invoke><|eom|>',
    think: '<atem:invoke name="get_time">\n</atem:invoke>',
    calls: [],
  },
  {
    name: 'A call in a message to the user is text',
    text: '<|start|>assistant to=user<|message|>Write <atem:invoke name="get_time">\n</atem:invoke> for that.<|eom|>',
    say: 'Write <atem:invoke name="get_time">\n</atem:invoke> for that.',
    calls: [],
  },
  {
    name: 'A call outside a message is text',
    text: '<atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls>',
    say: '<atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls>',
    calls: [],
  },
  {
    name: 'Text around a call in the same message is kept',
    text: '<|start|>assistant to=tools<|message|>Let me see. <atem:invoke name="get_time">\n</atem:invoke> There.<|eom|>',
    say: 'Let me see. There.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A name that is written twice with a dot',
    text: '<|start|>assistant to=get_weather<|message|><atem:function_calls>\n<atem:invoke name="get_weather.get_weather">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call without the section around it',
    text: '<|start|>assistant to=tools<|message|><atem:invoke name="get_time">\n</atem:invoke><|eom|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    tools: 'none',
    say: '<atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls>',
    calls: [],
  },
  {
    name: 'A section without a call is text',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\nnothing\n</atem:function_calls><|eom|>',
    say: '<atem:function_calls>\nnothing\n</atem:function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A missing closing tag is repaired',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Oslo</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A header without its end is text',
    text: 'The token <|start|>assistant opens it.',
    say: 'The token <|start|>assistant opens it.',
    calls: [],
  },
  {
    name: 'An invented result in a message to the user is cut off',
    text: '<|start|>assistant to=user<|message|>Done. <tool_response>File deleted</tool_response><|eom|>',
    options: { policy: { inventedResults: 'cut' } },
    say: 'Done. ',
    calls: [],
    notices: ['invented-result'],
  },
  {
    name: 'An invented result in a message to the tools is cut off',
    text: '<|start|>assistant to=tools<|message|><tool_response>File deleted</tool_response> Done.<|eom|>',
    options: { policy: { inventedResults: 'cut' } },
    calls: [],
    notices: ['invented-result'],
  },
];
