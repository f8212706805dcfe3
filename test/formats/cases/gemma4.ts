import { type FormatCase, large } from './case.ts';

export const gemma4: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: 'two calls, the second without arguments',
    text: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>,days:3}<tool_call|><|tool_call>call:get_time{}<tool_call|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Cusco', days: 3 } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Sure, here it comes:\n<|tool_call>call:get_time{zone:<|"|>Europe/Rome<|"|>}<tool_call|>\nThat is all.',
    say: 'Sure, here it comes:\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Sure, here it comes:\n\n<|tool_call>call:get_time{zone:<|"|>Europe/Rome<|"|>}<tool_call|>\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Sure, here it comes:',
    calls: [{ name: 'get_time', arguments: { zone: 'Europe/Rome' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: '6.19: its own markers in a string',
    text: '<|tool_call>call:write_file{path:<|"|>notes.md<|"|>,content:<|"|>} <tool_call|><|tool_call>call:x{} <channel|>, "k": 1<|"|>}<tool_call|>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '} <tool_call|><|tool_call>call:x{} <channel|>, "k": 1' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
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
    name: 'a number of twenty digits',
    text: '<|tool_call>call:set_lamp{serial:12345678901234567890,on:false}<tool_call|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<|tool_call>call:set_lamp{level:<|"|>low<|"|>,colour:null}<tool_call|><|tool_call>call:set_lamp{level:7}<tool_call|><|tool_call>call:get_time{zone:<|"|><|"|>}<tool_call|>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|tool_call>call:feed_cat{name:<|"|>Tom<|"|>,grams:80}<tool_call|>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<|tool_call>call:feed_cat{name:<|"|>Mia<|"|>}<tool_call|>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<|tool_call>call:feed_cat{grams:80}<tool_call|><|tool_call>call:get_time{}<tool_call|>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Sure, here it comes:\n<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>,days:3}<tool_call|><|tool_call>call:get_time{}<tool_call|>',
    options: { toolChoice: 'none' },
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>\nThat is all.',
    tools: 'none',
    say: '<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>\nThat is all.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Sure, here it comes:\n<|tool_call>call:get_weather{city:<|"|>Os',
    say: 'Sure, here it comes:\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '<|channel>thought\nThe user asks for the weather.\nSo be it.<channel|>\n\nSure, here it comes:\n<|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'Sure, here it comes:\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'The user asks for the weather.<channel|><|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '<|channel>thought\nPerhaps <|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|> would do.<channel|>\nSure, here it comes:',
    think: 'Perhaps <|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|> would do.',
    say: 'Sure, here it comes:',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '<|channel>thought\nThe user asks for the weather. <|tool_call>call:get_weather{city:<|"|>Cusco<|"|>}<tool_call|>',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'The user asks for the weather. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Cusco' } }],
  },
  {
    name: 'where a server stops',
    text: '<|tool_call>call:get_time{}<|tool_response>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.5: one call ends where the next begins',
    text: '<|tool_call>call:get_weather{city:<|"|>Ulm<|"|>}<tool_call|><|tool_call>call:get_weather{city:<|"|>Bonn<|"|>}<tool_call|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Ulm' } },
      { name: 'get_weather', arguments: { city: 'Bonn' } },
    ],
  },
  {
    name: '6.11: half a delimiter in a string',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>x <|" y <| z |> "<|"|>}<tool_call|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x <|" y <| z |> "' } }],
  },
  {
    name: '6.17: the delimiter itself in a string',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>one <|"|> two<|"|>}<tool_call|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one <|"|> two' } }],
    notices: ['repaired'],
  },
  {
    name: '6.17: a string without its first delimiter',
    text: '<|tool_call>call:get_weather{city:Oslo<|"|>,days:2}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 2 } }],
    notices: ['repaired'],
  },
  {
    name: '6.17: a stray bracket',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>x<|"|>]}<tool_call|>Hm.',
    say: 'Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.18: quotes of others in an array',
    text: '<|tool_call>call:write_file{path:<|"|>a<|"|>,content:<|"|>b<|"|>,tags:["x",\'y\']}<tool_call|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'strings without delimiters',
    text: '<|tool_call>call:get_weather{city:New York,days:2}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'New York', days: 2 } }],
  },
  {
    name: 'arguments as JSON',
    text: '<|tool_call>call:get_weather{"city": "Oslo"}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.34: the marker was taken away',
    text: 'call:get_weather{city:<|"|>Oslo<|"|>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.34: the marker was taken away, of a tool that nobody knows',
    text: 'call:feed_cat{grams:80}',
    say: 'call:feed_cat{grams:80}',
    calls: [],
  },
  {
    name: '6.27: the same in prose',
    text: 'I will call:get_weather{city:Oslo} soon.',
    say: 'I will call:get_weather{city:Oslo} soon.',
    calls: [],
  },
  {
    name: 'without the word before its name',
    text: '<|tool_call>get_time{}<tool_call|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.3: the last brace is missing',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|><tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'a string swallows the next call, because its delimiter and the last brace are missing',
    text: '<|tool_call>call:get_weather{city:<|"|><|tool_call>call:get_weather{city:<|"|><|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['malformed'],
  },
  {
    name: 'a string that speaks of the marker, in a call that is whole',
    text: '<|tool_call>call:get_weather{city:<|"|><|tool_call><|"|>}<tool_call|>',
    calls: [{ name: 'get_weather', arguments: { city: '<|tool_call>' } }],
  },
  {
    name: 'the last delimiter is missing',
    text: '<|tool_call>call:get_weather{city:<|"|>Oslo<tool_call|>',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'a marker, and words',
    text: 'A <|tool_call> is no more than a token.',
    say: 'A <|tool_call> is no more than a token.',
    calls: [],
    notices: ['malformed'],
  },
];
