import { type FormatCase, large } from './case.ts';

export const functiongemma: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '<start_function_call>call:get_weather{city:<escape>Izmir<escape>}<end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Izmir' } }],
  },
  {
    name: 'Two calls, the first without arguments (bug 6.9)',
    text: '<start_function_call>call:get_time{}<end_function_call><start_function_call>call:get_weather{city:<escape>Izmir<escape>,days:5}<end_function_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Izmir', days: 5 } },
    ],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Looking it up now.\n<start_function_call>call:get_time{zone:<escape>UTC<escape>}<end_function_call>\nBack in a second.',
    say: 'Looking it up now.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Looking it up now.\n\n<start_function_call>call:get_time{zone:<escape>UTC<escape>}<end_function_call>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Looking it up now.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
    text: '<start_function_call>call:write_file{path:<escape>C:\\tmp\\Ä "1".txt<escape>,content:<escape>say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\<escape>}<end_function_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
    text: '<start_function_call>call:write_file{path:<escape>notes.md<escape>,content:<escape>} <end_function_call><start_function_call>call:x{} <eos><escape>}<end_function_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '} <end_function_call><start_function_call>call:x{} <eos>' },
      },
    ],
  },
  {
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
    text: '<start_function_call>call:plan_trip{stops:[{place:<escape>Split<escape>,nights:2},{place:<escape>Rome "N"<escape>,nights:0}],traveller:{name:<escape>Ada<escape>,address:{zip:<escape>02134<escape>}},budget:-1250.5}<end_function_call>',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Split', nights: 2 },
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
    text: '<start_function_call>call:set_lamp{serial:12345678901234567890,on:false}<end_function_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '<start_function_call>call:set_lamp{level:<escape>low<escape>,colour:null}<end_function_call><start_function_call>call:set_lamp{level:7}<end_function_call><start_function_call>call:get_time{zone:<escape><escape>}<end_function_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<start_function_call>call:feed_cat{name:<escape>Tom<escape>,grams:80}<end_function_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<start_function_call>call:feed_cat{name:<escape>Mia<escape>}<end_function_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<start_function_call>call:feed_cat{grams:80}<end_function_call><start_function_call>call:get_time{}<end_function_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Looking it up now.\n<start_function_call>call:get_time{}<end_function_call><start_function_call>call:get_weather{city:<escape>Izmir<escape>,days:5}<end_function_call>',
    options: { toolChoice: 'none' },
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '<start_function_call>call:get_weather{city:<escape>Izmir<escape>}<end_function_call>\nBack in a second.',
    tools: 'none',
    say: '<start_function_call>call:get_weather{city:<escape>Izmir<escape>}<end_function_call>\nBack in a second.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Looking it up now.\n<start_function_call>call:get_weather{city:<escape>Os',
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A complete call without the closing markers at the end of the text is read (bug 6.21)',
    text: '<start_function_call>call:get_weather{city:<escape>Oslo<escape>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'The token at which a server stops is not text',
    text: '<start_function_call>call:get_time{}<end_function_call><start_function_response>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'An incomplete delimiter inside a string stays part of the string (bug 6.11)',
    text: '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>x <escape y<escape>}<end_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x <escape y' } }],
  },
  {
    name: 'A delimiter inside a string is repaired (bug 6.17)',
    text: '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>one <escape> two<escape>}<end_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one <escape> two' } }],
    notices: ['repaired'],
  },
  {
    name: 'A string without its first delimiter is repaired (bug 6.17)',
    text: '<start_function_call>call:get_weather{city:Oslo<escape>,days:2}<end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 2 } }],
    notices: ['repaired'],
  },
  {
    name: 'Strings in an array with other quotes (bug 6.18)',
    text: '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>b<escape>,tags:["x",\'y\']}<end_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'Strings without delimiters',
    text: '<start_function_call>call:get_weather{city:Oslo,days:2}<end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 2 } }],
  },
  {
    name: 'A call whose marker was stripped (bug 6.34)',
    text: 'call:get_weather{city:<escape>Oslo<escape>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call without a marker inside prose is text (bug 6.27)',
    text: 'You can call:get_weather{city:Oslo} for that.',
    say: 'You can call:get_weather{city:Oslo} for that.',
    calls: [],
  },
  {
    name: 'A missing last brace is repaired (bug 6.3)',
    text: '<start_function_call>call:get_weather{city:<escape>Oslo<escape><end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A call without braces is malformed',
    text: '<start_function_call>call:get_time<end_function_call>',
    say: '<start_function_call>call:get_time<end_function_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A stray bracket makes the call malformed (bug 6.17)',
    text: '<start_function_call>call:get_weather{city:<escape>Ulm<escape>]}<end_function_call><eos>',
    calls: [],
    notices: ['malformed'],
  },
];
