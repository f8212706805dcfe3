import { type FormatCase, large } from './case.ts';

export const gemma4: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>,days:3}<tool_call|><|tool_call>call:get_time{}<tool_call|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Cusco', days: 3 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Sure, here it comes:\n<|tool_call>call:get_time{zone:<|"|>Europe/Rome<|"|>}<tool_call|>\nThat is all.',
    say: 'Sure, here it comes:\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Sure, here it comes:\n\n<|tool_call>call:get_time{zone:<|"|>Europe/Rome<|"|>}<tool_call|>\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: '<|tool_call>call:write_file{path:<|"|>C:\\tmp\\Ä "1".txt<|"|>,content:<|"|>if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉<|"|>}<tool_call|>',
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
    text: '<|tool_call>call:write_file{path:<|"|>notes.md<|"|>,content:<|"|>} <tool_call|><|tool_call>call:x{} <channel|>, "k": 1<|"|>}<tool_call|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '} <tool_call|><|tool_call>call:x{} <channel|>, "k": 1' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string',
    text: '<|tool_call>call:plan_trip{stops:[{place:<|"|>Riga<|"|>,nights:2},{place:<|"|>Rome "N"<|"|>,nights:0}],traveller:{name:<|"|>Ada<|"|>,address:{zip:<|"|>02134<|"|>}},budget:-1250.5}<tool_call|>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Riga', nights: 2 },
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
    text: '<|tool_call>call:set_lamp{serial:12345678901234567890,on:false}<tool_call|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<|tool_call>call:set_lamp{level:<|"|>low<|"|>,colour:null}<tool_call|><|tool_call>call:set_lamp{level:7}<tool_call|><|tool_call>call:get_time{zone:<|"|><|"|>}<tool_call|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|tool_call>call:feed_cat{name:<|"|>Tom<|"|>,grams:80}<tool_call|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|tool_call>call:feed_cat{name:<|"|>Mia<|"|>}<tool_call|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|tool_call>call:feed_cat{grams:80}<tool_call|><|tool_call>call:get_time{}<tool_call|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Sure, here it comes:\n<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>,days:3}<tool_call|><|tool_call>call:get_time{}<tool_call|>',
    options: { toolChoice: 'none' },
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>\nThat is all.',
    tools: 'none',
    say: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>\nThat is all.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Sure, here it comes:\n<|tool_call>call:get_weather{city:<|"|>Os',
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Reasoning, then text and a call',
    text: '<|channel>thought\nThe user asks for the weather.\nSo be it.<channel|>\n\nSure, here it comes:\n<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'Sure, here it comes:\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user asks for the weather.<channel|><|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning',
    text: '<|channel>thought\nPerhaps <|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|> would do.<channel|>\nSure, here it comes:',
    think: 'Perhaps <|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|> would do.',
    say: 'Sure, here it comes:',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning',
    text: '<|channel>thought\nThe user asks for the weather. <|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'The user asks for the weather. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: 'The token at which a server stops is not text',
    text: '<|tool_call>call:get_time{}<|tool_response>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Two calls with nothing between them',
    text: '<|tool_call>call:get_weather{city:<|"|>Ulm<|"|>}<tool_call|><|tool_call>call:get_weather{city:<|"|>Bonn<|"|>}<tool_call|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bonn' } },
    ],
  },
  {
    name: 'An incomplete delimiter inside a string stays part of the string',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>x <|" y <| z |> "<|"|>}<tool_call|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x <|" y <| z |> "' } }],
  },
  {
    name: 'A delimiter inside a string is repaired',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>one <|"|> two<|"|>}<tool_call|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one <|"|> two' } }],
    notices: ['repaired'],
  },
  {
    name: 'A string without its first delimiter is repaired',
    text: '<|tool_call>call:get_weather{city:Oslo<|"|>,days:2}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 2 } }],
    notices: ['repaired'],
  },
  {
    name: 'A stray bracket makes the call malformed',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>x<|"|>]}<tool_call|>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'Strings in an array with other quotes',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>b<|"|>,tags:["x",\'y\']}<tool_call|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'Strings without delimiters',
    text: '<|tool_call>call:get_weather{city:New York,days:2}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'New York', days: 2 } }],
  },
  {
    name: 'Arguments as JSON',
    text: '<|tool_call>call:get_weather{"city": "Oslo"}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call whose marker was stripped',
    text: 'call:get_weather{city:<|"|>Oslo<|"|>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call of an unknown tool whose marker was stripped is text',
    text: 'call:feed_cat{grams:80}',
    say: 'call:feed_cat{grams:80}',
    calls: [],
  },
  {
    name: 'A call without a marker inside prose is text',
    text: 'I will call:get_weather{city:Oslo} soon.',
    say: 'I will call:get_weather{city:Oslo} soon.',
    calls: [],
  },
  {
    name: 'A call without the word before its name',
    text: '<|tool_call>get_time{}<tool_call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A missing last brace is repaired',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|><tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A call after a string without a closing delimiter is still read',
    text: '<|tool_call>call:get_weather{city:<|"|><|tool_call>call:get_weather{city:<|"|><|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['malformed'],
  },
  {
    name: 'A complete call with a string that contains the marker',
    text: '<|tool_call>call:get_weather{city:<|"|><|tool_call><|"|>}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: '<|tool_call>' } }],
  },
  {
    name: 'A string without its last delimiter is incomplete',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<tool_call|>',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'The marker followed by prose is not a call',
    text: 'A <|tool_call> is no more than a token.',
    say: 'A <|tool_call> is no more than a token.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A call that lacks its last brace and its closing marker at the end of the text is read',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A call whose closing marker is truncated at the end of the text is read',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_c',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'The second of two calls lacks its end',
    text: '<|tool_call>call:get_time{}<tool_call|><|tool_call>call:get_weather{city:<|"|>Oslo<|"|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ],
    notices: ['repaired'],
    isOpenEnded: true,
  },
  {
    name: 'A text that ends after a comma makes no call',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>,',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A text that ends inside a nested value makes no call',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>b<|"|>,tags:[<|"|>x<|"|>',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A text that ends before a required argument makes no call',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A number at the end of the text may lack digits, so it makes no call',
    text: '<|tool_call>call:set_lamp{serial:12',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'An invented result after a call is cut off',
    text: '<|tool_call>call:get_time{}<tool_call|><|tool_response>response:get_time{time:12}<tool_response|>Noon.',
    options: { policy: { inventedResults: 'cut' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['invented-result'],
  },
  {
    name: 'The token at which a server stops invents nothing',
    text: '<|tool_call>call:get_time{}<tool_call|><|tool_response>',
    options: { policy: { inventedResults: 'cut' } },
    calls: [{ name: 'get_time', arguments: {} }],
  },
];
