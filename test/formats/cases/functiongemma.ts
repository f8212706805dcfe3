import { type FormatCase, large } from './case.ts';

export const functiongemma: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '<start_function_call>call:get_weather{city:<escape>Izmir<escape>}<end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Izmir' } }],
  },
  {
    name: '6.9: two calls, the first without arguments',
    text: '<start_function_call>call:get_time{}<end_function_call><start_function_call>call:get_weather{city:<escape>Izmir<escape>,days:5}<end_function_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Izmir', days: 5 } },
    ],
  },
  {
    name: 'text before and after calls',
    text: 'Looking it up now.\n<start_function_call>call:get_time{zone:<escape>UTC<escape>}<end_function_call>\nBack in a second.',
    say: 'Looking it up now.\n\nBack in a second.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Looking it up now.\n\n<start_function_call>call:get_time{zone:<escape>UTC<escape>}<end_function_call>\nBack in a second.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Looking it up now.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '<start_function_call>call:write_file{path:<escape>C:\\tmp\\Ä "1".txt<escape>,content:<escape>say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\<escape>}<end_function_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'C:\\tmp\\Ä "1".txt', content: 'say "hello }" and {"not": [json\\\\]\r\n日本語 👩‍🚀 fin\\' },
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '<start_function_call>call:write_file{path:<escape>notes.md<escape>,content:<escape>} <end_function_call><start_function_call>call:x{} <eos><escape>}<end_function_call>',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '} <end_function_call><start_function_call>call:x{} <eos>' },
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
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
    name: 'a number of twenty digits',
    text: '<start_function_call>call:set_lamp{serial:12345678901234567890,on:false}<end_function_call>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false } }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '<start_function_call>call:set_lamp{level:<escape>low<escape>,colour:null}<end_function_call><start_function_call>call:set_lamp{level:7}<end_function_call><start_function_call>call:get_time{zone:<escape><escape>}<end_function_call>',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null } },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<start_function_call>call:feed_cat{name:<escape>Tom<escape>,grams:80}<end_function_call>',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 } }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '<start_function_call>call:feed_cat{name:<escape>Mia<escape>}<end_function_call>',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' } }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '<start_function_call>call:feed_cat{grams:80}<end_function_call><start_function_call>call:get_time{}<end_function_call>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Looking it up now.\n<start_function_call>call:get_time{}<end_function_call><start_function_call>call:get_weather{city:<escape>Izmir<escape>,days:5}<end_function_call>',
    options: { toolChoice: 'none' },
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '<start_function_call>call:get_weather{city:<escape>Izmir<escape>}<end_function_call>\nBack in a second.',
    tools: 'none',
    say: '<start_function_call>call:get_weather{city:<escape>Izmir<escape>}<end_function_call>\nBack in a second.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Looking it up now.\n<start_function_call>call:get_weather{city:<escape>Os',
    say: 'Looking it up now.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.21: the closing markers are missing at the end',
    text: '<start_function_call>call:get_weather{city:<escape>Oslo<escape>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'where a server stops',
    text: '<start_function_call>call:get_time{}<end_function_call><start_function_response>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.11: half a delimiter in a string',
    text: '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>x <escape y<escape>}<end_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x <escape y' } }],
  },
  {
    name: '6.17: the delimiter itself in a string',
    text: '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>one <escape> two<escape>}<end_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one <escape> two' } }],
    notices: ['repaired'],
  },
  {
    name: '6.17: a string without its first delimiter',
    text: '<start_function_call>call:get_weather{city:Oslo<escape>,days:2}<end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 2 } }],
    notices: ['repaired'],
  },
  {
    name: '6.18: quotes of others in an array',
    text: '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>b<escape>,tags:["x",\'y\']}<end_function_call>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'strings without delimiters',
    text: '<start_function_call>call:get_weather{city:Oslo,days:2}<end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 2 } }],
  },
  {
    name: '6.34: the marker was taken away',
    text: 'call:get_weather{city:<escape>Oslo<escape>}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: '6.27: the same in prose',
    text: 'You can call:get_weather{city:Oslo} for that.',
    say: 'You can call:get_weather{city:Oslo} for that.',
    calls: [],
  },
  {
    name: '6.3: the last brace is missing',
    text: '<start_function_call>call:get_weather{city:<escape>Oslo<escape><end_function_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    notices: ['repaired'],
  },
  {
    name: 'arguments without braces',
    text: '<start_function_call>call:get_time<end_function_call>',
    say: '<start_function_call>call:get_time<end_function_call>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: '6.17: a stray bracket',
    text: '<start_function_call>call:get_weather{city:<escape>Ulm<escape>]}<end_function_call><eos>',
    calls: [],
    notices: ['malformed'],
  },
];
