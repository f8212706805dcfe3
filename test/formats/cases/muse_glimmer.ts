import { type FormatCase, large } from './case.ts';

export const museGlimmer: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Wels</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Wels' } }],
  },
  {
    name: 'two calls, the second without arguments',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Wels</atem:parameter>\n<atem:parameter name="days">6</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Wels', days: 6 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: '6.19: its own markers in a string',
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
    name: '6.15, 6.30: nested values, and digits that are a string',
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
    name: 'a number of twenty digits',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="set_lamp">\n<atem:parameter name="serial">12345678901234567890</atem:parameter>\n<atem:parameter name="on">false</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="set_lamp">\n<atem:parameter name="level">low</atem:parameter>\n<atem:parameter name="colour">null</atem:parameter>\n</atem:invoke>\n<atem:invoke name="set_lamp">\n<atem:parameter name="level">7</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n<atem:parameter name="zone"></atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="feed_cat">\n<atem:parameter name="name">Tom</atem:parameter>\n<atem:parameter name="grams">80</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="feed_cat">\n<atem:parameter name="name">Mia</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="feed_cat">\n<atem:parameter name="grams">80</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Let me look.\n<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Wels</atem:parameter>\n<atem:parameter name="days">6</atem:parameter>\n</atem:invoke>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'cut within the arguments',
    text: 'Let me look.\n<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.30: digits, words and JSON where the schema wants something else',
    text: '<|start|>assistant to=get<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">02134</atem:parameter>\n<atem:parameter name="days">soon</atem:parameter>\n<atem:parameter name="unit">celsius</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: '02134', days: 'soon', unit: 'celsius' } }],
  },
  {
    name: '6.30: types by a list, by choices and by Python',
    text: '<|start|>assistant to=get<|message|><atem:function_calls>\n<atem:invoke name="set_lamp">\n<atem:parameter name="on">True</atem:parameter>\n<atem:parameter name="level">high</atem:parameter>\n<atem:parameter name="serial">007</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 'high', serial: '007' } }],
  },
  {
    name: 'thoughts, a call, an answer',
    text: '<|start|>assistant to=self<|message|>Ask the tool.<|eom|><|start|>assistant to=get_weather<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|><|start|>assistant to=user<|message|>It will rain.<|eot|>',
    think: 'Ask the tool.',
    say: 'It will rain.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'the prompt has opened the header',
    text: ' to=self<|message|>Hm.<|eom|><|start|>assistant<|message|>Hello.<|eot|>',
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'text without any header',
    text: 'Hello there.',
    say: 'Hello there.',
    calls: [],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<|start|>assistant to=self<|message|><atem:invoke name="get_time">\n</atem:invoke><|eom|>',
    think: '<atem:invoke name="get_time">\n</atem:invoke>',
    calls: [],
  },
  {
    name: '6.27: a call in a message to the user is none',
    text: '<|start|>assistant to=user<|message|>Write <atem:invoke name="get_time">\n</atem:invoke> for that.<|eom|>',
    say: 'Write <atem:invoke name="get_time">\n</atem:invoke> for that.',
    calls: [],
  },
  {
    name: '6.27: a call without a message is none',
    text: '<atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls>',
    say: '<atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls>',
    calls: [],
  },
  {
    name: 'words around a call in its message',
    text: '<|start|>assistant to=tools<|message|>Let me see. <atem:invoke name="get_time">\n</atem:invoke> There.<|eom|>',
    say: 'Let me see. There.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'a name that is written twice',
    text: '<|start|>assistant to=get_weather<|message|><atem:function_calls>\n<atem:invoke name="get_weather.get_weather">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'without the section around it',
    text: '<|start|>assistant to=tools<|message|><atem:invoke name="get_time">\n</atem:invoke><|eom|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'without tools all of it is text',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls><|eom|>',
    tools: 'none',
    say: '<atem:function_calls>\n<atem:invoke name="get_time">\n</atem:invoke>\n</atem:function_calls>',
    calls: [],
  },
  {
    name: '6.23: a section without a call',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\nnothing\n</atem:function_calls><|eom|>',
    say: '<atem:function_calls>\nnothing\n</atem:function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.20: a closing tag is missing',
    text: '<|start|>assistant to=tools<|message|><atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Oslo</atem:invoke>\n</atem:function_calls><|eom|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: '6.33: a header without its end',
    text: 'The token <|start|>assistant opens it.',
    say: 'The token <|start|>assistant opens it.',
    calls: [],
  },
];
