import { type FormatCase, large } from './case.ts';

export const mistralV11: readonly FormatCase[] = [
  {
    name: 'One call',
    text: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
    argumentsText: ['{"city":"Oslo"}'],
  },
  {
    name: 'Two calls, the second without arguments',
    text: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo","days":2}[TOOL_CALLS]get_time[ARGS]{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo', days: 2 }, id: 'a1B2c3D4e' },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'The policies textAround "trimmed" and textAfter "dropped" together',
    text: 'Let me look.\n\n[TOOL_CALLS]get_time[CALL_ID]a1B2c3D4e[ARGS]{"zone":"UTC"}\nThat is all.',
    options: { policy: { textAround: 'trimmed', textAfter: 'dropped' } },
    say: 'Let me look.',
    calls: [{ name: 'get_time', arguments: { zone: 'UTC' }, id: 'a1B2c3D4e' }],
    notices: ['left-out'],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly (bugs 6.13, 6.14, 6.31)',
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
    name: 'Markers of the format inside a string stay part of the string (bug 6.19)',
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
    name: 'Nested values, and digits that are a string (bugs 6.15, 6.30)',
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
    name: 'A number of twenty digits causes the notice "inexact"',
    text: '[TOOL_CALLS]set_lamp[CALL_ID]a1B2c3D4e[ARGS]{"serial":12345678901234567890,"on":false}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value, on: false }, id: 'a1B2c3D4e' }],
    notices: ['inexact'],
  },
  {
    name: 'Values that are null, of a union type, or an empty string',
    text: '[TOOL_CALLS]set_lamp[CALL_ID]a1B2c3D4e[ARGS]{"level":"low","colour":null}[TOOL_CALLS]set_lamp[ARGS]{"level":7}[TOOL_CALLS]get_time[ARGS]{"zone":""}',
    calls: [
      { name: 'set_lamp', arguments: { level: 'low', colour: null }, id: 'a1B2c3D4e' },
      { name: 'set_lamp', arguments: { level: 7 } },
      { name: 'get_time', arguments: { zone: '' } },
    ],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '[TOOL_CALLS]feed_cat[CALL_ID]a1B2c3D4e[ARGS]{"name":"Tom","grams":80}',
    calls: [{ name: 'feed_cat', arguments: { name: 'Tom', grams: 80 }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '[TOOL_CALLS]feed_cat[CALL_ID]a1B2c3D4e[ARGS]{"name":"Mia"}',
    tools: 'open',
    calls: [{ name: 'feed_cat', arguments: { name: 'Mia' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '[TOOL_CALLS]feed_cat[CALL_ID]a1B2c3D4e[ARGS]{"grams":80}[TOOL_CALLS]get_time[ARGS]{}',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'toolChoice "none" suppresses every call',
    text: 'Let me look.\n[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo","days":2}[TOOL_CALLS]get_time[ARGS]{}',
    options: { toolChoice: 'none' },
    say: 'Let me look.\n',
    calls: [],
    notices: ['suppressed', 'suppressed'],
  },
  {
    name: 'With an empty tool list, everything is text',
    text: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}\nThat is all.',
    tools: 'none',
    say: '[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}\nThat is all.',
    calls: [],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: 'Let me look.\n[TOOL_CALLS]get_weather[ARGS]{"city": "Os',
    say: 'Let me look.\n',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Reasoning, then text and a call (bug 6.26)',
    text: '[THINK]The user asks for the weather.\nSo be it.[/THINK]\n\nLet me look.\n[TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    think: 'The user asks for the weather.\nSo be it.',
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: 'The user asks for the weather.[/THINK][TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    options: { startInReasoning: true },
    think: 'The user asks for the weather.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '[THINK]Perhaps [TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"} would do.[/THINK]\nLet me look.',
    think: 'Perhaps [TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"} would do.',
    say: 'Let me look.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'The policy callsInReasoning "read" reads a call inside the reasoning (bug 6.25)',
    text: '[THINK]The user asks for the weather. [TOOL_CALLS]get_weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}',
    options: { policy: { callsInReasoning: 'read' } },
    think: 'The user asks for the weather. ',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'The text before and after calls is kept',
    text: 'Let me see. [TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}\nDone.',
    say: 'Let me see. \nDone.',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Calls without the marker before the arguments',
    text: '[TOOL_CALLS]get_weather{"city": "Lima"}[TOOL_CALLS]get_time{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Lima' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'An id before arguments without a marker',
    text: '[TOOL_CALLS]get_weather[CALL_ID]zY9xW8vU7{"city": "Lima"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Lima' }, id: 'zY9xW8vU7' }],
  },
  {
    name: 'White space around the parts of a call',
    text: '[TOOL_CALLS] get_weather [ARGS] {"city": "Pau"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Pau' } }],
  },
  {
    name: 'Text and two calls with nothing between them (bug 6.6)',
    text: 'Both then.[TOOL_CALLS]get_weather[ARGS]{"city":"Bern"}[TOOL_CALLS]get_weather[ARGS]{"city":"Wien"}',
    say: 'Both then.',
    calls: [
      { name: 'get_weather', arguments: { city: 'Bern' } },
      { name: 'get_weather', arguments: { city: 'Wien' } },
    ],
  },
  {
    name: 'A text that ends after the marker of the arguments makes no call (bug 6.12)',
    text: '[TOOL_CALLS]get_weather[ARGS]',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Two calls with a space between them and an end-of-message token (bug 6.35)',
    text: '[TOOL_CALLS]get_time[ARGS]{} [TOOL_CALLS]get_time[ARGS]{"zone": "UTC"}</s>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  {
    name: 'A closing marker that some templates write is dropped (bug 6.35)',
    text: '[TOOL_CALLS]get_time[ARGS]{}[/TOOL_CALLS]Bye.',
    say: 'Bye.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A missing brace before the next call is repaired (bug 6.3)',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"[TOOL_CALLS]get_time[ARGS]{}',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
    notices: ['repaired'],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '[TOOL_CALLS]get_weather[ARGS]"{\\"city\\": \\"Oslo\\"}"',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'Arguments that are not JSON are malformed',
    text: '[TOOL_CALLS]get_weather[ARGS]nothing',
    say: '[TOOL_CALLS]get_weather[ARGS]nothing',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A trailing comma, single quotes and a Python constant are repaired',
    text: '[TOOL_CALLS]set_lamp[ARGS]{\'on\': True, "level": 3,}',
    calls: [{ name: 'set_lamp', arguments: { on: true, level: 3 } }],
    notices: ['repaired'],
  },
  {
    name: 'The marker in prose is not a call (bug 6.27)',
    text: 'The model writes [TOOL_CALLS] before each call.',
    say: 'The model writes [TOOL_CALLS] before each call.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A call in the older format of the family is read if that format is enabled',
    text: '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Oslo"}}]',
    formats: ['mistral'],
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: 'A call in the older format of the family is text if that format is not enabled',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}]',
    say: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}]',
    calls: [],
    notices: ['malformed'],
    alone: 'the older format is enabled too',
  },
  {
    name: 'The policy unknownTools "text" keeps a call of an unknown tool as text',
    text: '[TOOL_CALLS]feed_cat[ARGS]{}',
    options: { policy: { unknownTools: 'text' } },
    say: '[TOOL_CALLS]feed_cat[ARGS]{}',
    calls: [],
    notices: ['unknown-tool'],
  },
  {
    name: 'Names with dots, underscores and non-ASCII letters',
    text: '[TOOL_CALLS]srv.météo[ARGS]{}[TOOL_CALLS]mcp__a__b[ARGS]{}',
    tools: [{ name: 'srv.météo' }, { name: 'mcp__a__b' }],
    calls: [
      { name: 'srv.météo', arguments: {} },
      { name: 'mcp__a__b', arguments: {} },
    ],
  },
  {
    name: 'Names of inherited properties are ordinary names',
    text: '[TOOL_CALLS]constructor[ARGS]{"toString": 1, "constructor": "x"}[TOOL_CALLS]__proto__[ARGS]{}',
    calls: [
      { name: 'constructor', arguments: { toString: 1, constructor: 'x' } },
      { name: '__proto__', arguments: {} },
    ],
  },
  {
    name: 'A call with an invalid name is malformed',
    text: '[TOOL_CALLS]what a day[ARGS]{}',
    say: '[TOOL_CALLS]what a day[ARGS]{}',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "Reasoning in another family's tags",
    text: '<think>Hm.</think>Hello.',
    think: 'Hm.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'toolChoice "none" also suppresses a truncated call',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Os',
    options: { toolChoice: 'none' },
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'The policy malformed "dropped" drops the marker of a malformed call',
    text: 'Well [TOOL_CALLS]!? then.',
    options: { policy: { malformed: 'dropped' } },
    say: 'Well !? then.',
    calls: [],
    notices: ['malformed'],
  },
];
