import { type FormatCase, large } from './case.ts';

/** All versions of Mistral's format: an array before v11, a name and arguments from v11 on. */
export const mistral: readonly FormatCase[] = [
  {
    name: 'v3: One call',
    text: '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Nice"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'v3: A space after the marker and an id before the name',
    text: '[TOOL_CALLS] [{"id": "a1B2c3D4e", "name": "get_weather", "arguments": {"city": "Nice"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'v3: Two calls in an array',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Metz"}}]</s>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Metz' } },
    ],
  },
  {
    name: 'v3: A call without its marker (bug 6.34)',
    text: '[{"name": "get_weather", "arguments": {"city": "Nice"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'v7: Text before the array',
    text: 'Let me see.[TOOL_CALLS][{"name": "get_time", "arguments": {}, "id": "000000001"}]',
    say: 'Let me see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'v7: Several arrays (bug 6.35)',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}][TOOL_CALLS][{"name": "get_time", "arguments": {"zone": "CET"}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'CET' } },
    ],
  },
  {
    name: 'v11: A name and arguments',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Metz"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Metz' } }],
  },
  {
    name: 'v11: A name and arguments without the marker between them',
    text: '[TOOL_CALLS]get_weather{"city": "Metz"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Metz' } }],
  },
  {
    name: 'v11: An id between the name and the arguments',
    text: '[TOOL_CALLS]get_weather[CALL_ID]Zy9Xw8Vu7[ARGS]{"city": "Metz"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Metz' }, id: 'Zy9Xw8Vu7' }],
  },
  {
    name: 'v11: Two calls with ids',
    text: '[TOOL_CALLS]get_time[CALL_ID]aaaaaaaaa[ARGS]{}[TOOL_CALLS]get_time[CALL_ID]bbbbbbbbb[ARGS]{"zone": "CET"}</s>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'aaaaaaaaa' },
      { name: 'get_time', arguments: { zone: 'CET' }, id: 'bbbbbbbbb' },
    ],
  },
  {
    name: 'v13: Text and two calls (bug 6.6)',
    text: 'Both.[TOOL_CALLS]get_weather[ARGS]{"city": "Nice"}[TOOL_CALLS]get_weather[ARGS]{"city": "Metz"}',
    say: 'Both.',
    calls: [
      { name: 'get_weather', arguments: { city: 'Nice' } },
      { name: 'get_weather', arguments: { city: 'Metz' } },
    ],
  },
  {
    name: 'v13: Reasoning before a call',
    text: '[THINK]Nice or Metz?[/THINK][TOOL_CALLS]get_weather[ARGS]{"city": "Nice"}',
    think: 'Nice or Metz?',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'v13: A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: '[THINK][TOOL_CALLS]get_time[ARGS]{}?[/THINK]No.',
    think: '[TOOL_CALLS]get_time[ARGS]{}?',
    say: 'No.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'Calls in the v3 and the v11 spelling in one answer',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}][TOOL_CALLS]get_time[ARGS]{"zone": "CET"}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'CET' } },
    ],
  },
  {
    name: 'A call with empty arguments',
    text: '[TOOL_CALLS]get_time[ARGS]{}',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Markers inside a value stay part of the value (bug 6.12)',
    text: '[TOOL_CALLS]write_file[ARGS]{"path": "a", "content": "x[ARGS]{y} [TOOL_CALLS]z \\"[/TOOL_CALLS]\\""}',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x[ARGS]{y} [TOOL_CALLS]z "[/TOOL_CALLS]"' } }],
  },
  {
    name: 'Nested objects and arrays',
    text: '[TOOL_CALLS]plan_trip[ARGS]{"stops": [{"place": "Nice", "nights": 2}], "traveller": {"name": "Zoé 🧳", "address": {"zip": "06000"}}}',
    calls: [
      {
        name: 'plan_trip',
        arguments: { stops: [{ place: 'Nice', nights: 2 }], traveller: { name: 'Zoé 🧳', address: { zip: '06000' } } },
      },
    ],
  },
  {
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '[TOOL_CALLS]set_lamp[ARGS]{"serial": 12345678901234567890}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Ni',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A text that ends before the arguments makes no call',
    text: '[TOOL_CALLS]get_time[ARGS]',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Prose that mentions the marker is not a call',
    text: 'The marker [TOOL_CALLS] comes first.',
    say: 'The marker [TOOL_CALLS] comes first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '[TOOL_CALLS]launch_probe[ARGS]{"stage": 2}',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'An array after text is part of the answer (bug 6.27)',
    text: 'Like [{"name": "get_time", "arguments": {}}]',
    say: 'Like [{"name": "get_time", "arguments": {}}]',
    calls: [],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: 'Well.[TOOL_CALLS]get_time[ARGS]{}',
    options: { toolChoice: 'none' },
    say: 'Well.',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '[TOOL_CALLS]get_time[ARGS]{}',
    tools: 'none',
    say: '[TOOL_CALLS]get_time[ARGS]{}',
    calls: [],
  },
  {
    name: 'Text after a call is kept',
    text: '[TOOL_CALLS]get_time[ARGS]{}\n\nThat is all.',
    say: '\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Arguments as a string of JSON (bug 6.29)',
    text: '[TOOL_CALLS]get_weather[ARGS]"{\\"city\\": \\"Nice\\"}"',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
];
