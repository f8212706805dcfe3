import { type FormatCase, large } from './case.ts';

export const mistralV11: readonly FormatCase[] = [
  {
    name: 'one call',
    text: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
    argumentsText: ['{"city":"Oslo"}'],
  },
  {
    name: 'two calls, the second without arguments',
    text: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo","days":2}[TOOL_CALLS]get_time[ARGS]{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo', days: 2 }, id: 'a1B2c3D4e' },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'text around calls, trimmed and dropped',
    text: 'Let me look.\n\n[TOOL_CALLS]get_time[CALL_ID]a1B2c3D4e[ARGS]{"zone":"UTC"}\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' }, id: 'a1B2c3D4e' }],
    notices: ['left-out'],
  },
  {
    name: '6.13, 6.14, 6.31: quotes, braces, backslashes, line breaks and other scripts in a string',
    text: '[TOOL_CALLS]write_file[CALL_ID]a1B2c3D4e[ARGS]{"path":"C:\\\\tmp\\\\Ä \\"1\\".txt","content":"if [ \\"$x\\" = \\"{\\" ]; then\\n  echo \'a\\\\b\' } ]\\nfi\\t# 終わり 🎉"}',
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\Ä "1".txt',
          content: 'if [ "$x" = "{" ]; then\n  echo \'a\\b\' } ]\nfi\t# 終わり 🎉',
        },
        id: 'a1B2c3D4e',
      },
    ],
  },
  {
    name: '6.19: its own markers in a string',
    text: '[TOOL_CALLS]write_file[CALL_ID]a1B2c3D4e[ARGS]{"path":"notes.md","content":"first [TOOL_CALLS]x[ARGS]{} and [/THINK] and [CALL_ID]"}',
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: 'first [TOOL_CALLS]x[ARGS]{} and [/THINK] and [CALL_ID]' },
        id: 'a1B2c3D4e',
      },
    ],
  },
  {
    name: '6.15, 6.30: nested values, and digits that are a string',
    text: '[TOOL_CALLS]plan_trip[CALL_ID]a1B2c3D4e[ARGS]{"stops":[{"place":"Basel","nights":2},{"place":"Rome \\"N\\"","nights":0}],"traveller":{"name":"Ada","address":{"zip":"02134"}},"budget":-1250.5}',
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Basel', nights: 2 },
            { place: 'Rome "N"', nights: 0 },
          ],
          traveller: { name: 'Ada', address: { zip: '02134' } },
          budget: -1250.5,
        },
        id: 'a1B2c3D4e',
      },
    ],
  },
  {
    name: 'a number of twenty digits',
    text: '[TOOL_CALLS]set_lamp[CALL_ID]a1B2c3D4e[ARGS]{"serial":12345678901234567890,"on":false}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false }, id: 'a1B2c3D4e' }],
    notices: ['inexact'],
  },
  {
    name: 'null, a choice of types, an empty string',
    text: '[TOOL_CALLS]set_lamp[CALL_ID]a1B2c3D4e[ARGS]{"level":"low","colour":null}[TOOL_CALLS]set_lamp[ARGS]{"level":7}[TOOL_CALLS]get_time[ARGS]{"zone":""}',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null }, id: 'a1B2c3D4e' },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '[TOOL_CALLS]feed_cat[CALL_ID]a1B2c3D4e[ARGS]{"name":"Tom","grams":80}',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'any tool, where nobody said which there are',
    text: '[TOOL_CALLS]feed_cat[CALL_ID]a1B2c3D4e[ARGS]{"name":"Mia"}',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'a tool that nobody knows is left out by policy',
    text: '[TOOL_CALLS]feed_cat[CALL_ID]a1B2c3D4e[ARGS]{"grams":80}[TOOL_CALLS]get_time[ARGS]{}',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'calls that are not wanted',
    text: 'Let me look.\n[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo","days":2}[TOOL_CALLS]get_time[ARGS]{}',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'without tools all of it is text',
    text: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}\nThat is all.',
    tools: 'none',
    say: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}\nThat is all.',
    calls: [],
  },
  {
    name: 'cut within the arguments',
    text: 'Let me look.\n[TOOL_CALLS]get_weather[ARGS]{"city": "Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.26: thoughts, then text and a call',
    text: '[THINK]The user asks for the weather.\nSo be it.[/THINK]\n\nLet me look.\n[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'thoughts that the prompt has opened',
    text: 'The user asks for the weather.[/THINK][TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
  },
  {
    name: '6.24: a draft among the thoughts',
    text: '[THINK]Perhaps [TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"} would do.[/THINK]\nLet me look.',
    think: 'Perhaps [TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"} would do.',
    say: 'Let me look.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: '6.25: a call among the thoughts, read by policy',
    text: '[THINK]The user asks for the weather. [TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'The user asks for the weather. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'text before and after calls',
    text: 'Let me see. [TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}\nDone.',
    say: 'Let me see. \nDone.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'without its marker before the arguments',
    text: '[TOOL_CALLS]get_weather{"city": "Lima"}[TOOL_CALLS]get_time{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Lima' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'an id before arguments that have no marker',
    text: '[TOOL_CALLS]get_weather[CALL_ID]zY9xW8vU7{"city": "Lima"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' }, id: 'zY9xW8vU7' }],
  },
  {
    name: 'white space around the parts',
    text: '[TOOL_CALLS] get_weather [ARGS] {"city": "Pau"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Pau' } }],
  },
  {
    name: '6.6: text and two calls that come at once',
    text: 'Both then.[TOOL_CALLS]get_weather[ARGS]{"city":"Bern"}[TOOL_CALLS]get_weather[ARGS]{"city":"Wien"}',
    say: 'Both then.',
    calls: [
      { name: 'get_weather', arguments: { city: 'Bern' } },
      { name: 'get_weather', arguments: { city: 'Wien' } },
    ],
  },
  {
    name: '6.12: the marker before the arguments, and no more',
    text: '[TOOL_CALLS]get_weather[ARGS]',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.35: several blocks, and words behind them',
    text: '[TOOL_CALLS]get_time[ARGS]{} [TOOL_CALLS]get_time[ARGS]{"zone": "UTC"}</s>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: '6.35: a closing marker that some templates have',
    text: '[TOOL_CALLS]get_time[ARGS]{}[/TOOL_CALLS]Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.3: a brace is missing before the next call',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"[TOOL_CALLS]get_time[ARGS]{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
    notices: ['repaired'],
  },
  {
    name: '6.29: arguments within a string',
    text: '[TOOL_CALLS]get_weather[ARGS]"{\\"city\\": \\"Oslo\\"}"',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'arguments that are no JSON',
    text: '[TOOL_CALLS]get_weather[ARGS]nothing',
    say: '[TOOL_CALLS]get_weather[ARGS]nothing',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a trailing comma, single quotes and a Python constant',
    text: '[TOOL_CALLS]set_lamp[ARGS]{\'on\': True, "level": 3,}',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 3 } }],
    notices: ['repaired'],
  },
  {
    name: '6.27: the marker in prose',
    text: 'The model writes [TOOL_CALLS] before each call.',
    say: 'The model writes [TOOL_CALLS] before each call.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'the older way of the family, where it is enabled too',
    text: '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Oslo"}}]',
    formats: ['mistral'],
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'the older way of the family, where it is not enabled',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}]',
    say: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}]',
    calls: [],
    notices: ['malformed'],
    alone: 'the older way is enabled as well',
  },
  {
    name: 'a tool that nobody knows stays text by policy',
    text: '[TOOL_CALLS]feed_cat[ARGS]{}',
    options: { policy: { unknownTools: 'text' } },
    say: '[TOOL_CALLS]feed_cat[ARGS]{}',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'names with points, lines and letters of other scripts',
    text: '[TOOL_CALLS]srv.météo[ARGS]{}[TOOL_CALLS]mcp__a__b[ARGS]{}',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'mcp__a__b', arguments: {} },
    ],
  },
  {
    name: 'names that every object has',
    text: '[TOOL_CALLS]constructor[ARGS]{"toString": 1, "constructor": "x"}[TOOL_CALLS]__proto__[ARGS]{}',
    calls: [
      { name: 'constructor', arguments: { toString: 1, constructor: 'x' } },
      { name: '__proto__', arguments: {} },
    ],
  },
  {
    name: 'a name that is none',
    text: '[TOOL_CALLS]what a day[ARGS]{}',
    say: '[TOOL_CALLS]what a day[ARGS]{}',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'thoughts in the tags of others',
    text: '<think>Hm.</think>Hello.',
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'a call that is not wanted, cut',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Os',
    options: { toolChoice: 'none' },
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'a broken call is dropped by policy',
    text: 'Well [TOOL_CALLS]!? then.',
    options: { policy: { malformed: 'dropped' } },
    say: 'Well !? then.',
    calls: [],
    notices: ['malformed'],
  },
];
