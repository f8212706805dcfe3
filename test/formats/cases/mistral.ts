import { type FormatCase, large } from './case.ts';

/** Every spelling of Mistral's: an array before v11, name and arguments from then on. */
export const mistral: readonly FormatCase[] = [
  {
    name: 'v3: one call',
    text: '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Nice"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'v3: a space behind the marker, and an id before the name',
    text: '[TOOL_CALLS] [{"id": "a1B2c3D4e", "name": "get_weather", "arguments": {"city": "Nice"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' }, id: 'a1B2c3D4e' }],
  },
  {
    name: 'v3: two calls in an array',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}, {"name": "get_weather", "arguments": {"city": "Metz"}}]</s>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Metz' } },
    ],
  },
  {
    name: '6.34: v3 without its marker',
    text: '[{"name": "get_weather", "arguments": {"city": "Nice"}}]',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: 'v7: text before the array',
    text: 'Let me see.[TOOL_CALLS][{"name": "get_time", "arguments": {}, "id": "000000001"}]',
    say: 'Let me see.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.35: v7: several arrays',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}][TOOL_CALLS][{"name": "get_time", "arguments": {"zone": "CET"}}]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'CET' } },
    ],
  },
  {
    name: 'v11: name and arguments',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Metz"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Metz' } }],
  },
  {
    name: 'v11: without the marker between them',
    text: '[TOOL_CALLS]get_weather{"city": "Metz"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Metz' } }],
  },
  {
    name: 'v11: an id between them',
    text: '[TOOL_CALLS]get_weather[CALL_ID]Zy9Xw8Vu7[ARGS]{"city": "Metz"}',
    calls: [{ name: 'get_weather', arguments: { city: 'Metz' }, id: 'Zy9Xw8Vu7' }],
  },
  {
    name: 'v11: two calls with ids',
    text: '[TOOL_CALLS]get_time[CALL_ID]aaaaaaaaa[ARGS]{}[TOOL_CALLS]get_time[CALL_ID]bbbbbbbbb[ARGS]{"zone": "CET"}</s>',
    calls: [
      { name: 'get_time', arguments: {}, id: 'aaaaaaaaa' },
      { name: 'get_time', arguments: { zone: 'CET' }, id: 'bbbbbbbbb' },
    ],
  },
  {
    name: '6.6: v13: text and two calls',
    text: 'Both.[TOOL_CALLS]get_weather[ARGS]{"city": "Nice"}[TOOL_CALLS]get_weather[ARGS]{"city": "Metz"}',
    say: 'Both.',
    calls: [
      { name: 'get_weather', arguments: { city: 'Nice' } },
      { name: 'get_weather', arguments: { city: 'Metz' } },
    ],
  },
  {
    name: 'v13: thoughts before a call',
    text: '[THINK]Nice or Metz?[/THINK][TOOL_CALLS]get_weather[ARGS]{"city": "Nice"}',
    think: 'Nice or Metz?',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
  {
    name: '6.24: v13: a draft among thoughts is no call',
    text: '[THINK][TOOL_CALLS]get_time[ARGS]{}?[/THINK]No.',
    think: '[TOOL_CALLS]get_time[ARGS]{}?',
    say: 'No.',
    calls: [],
    notices: ['in-reasoning'],
  },
  {
    name: 'both spellings in one answer',
    text: '[TOOL_CALLS][{"name": "get_time", "arguments": {}}][TOOL_CALLS]get_time[ARGS]{"zone": "CET"}',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'CET' } },
    ],
  },
  { name: 'no arguments', text: '[TOOL_CALLS]get_time[ARGS]{}', calls: [{ name: 'get_time', arguments: {} }] },
  {
    name: '6.12: markers within a value',
    text: '[TOOL_CALLS]write_file[ARGS]{"path": "a", "content": "x[ARGS]{y} [TOOL_CALLS]z \\"[/TOOL_CALLS]\\""}',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'x[ARGS]{y} [TOOL_CALLS]z "[/TOOL_CALLS]"' } }],
  },
  {
    name: 'objects and arrays within each other',
    text: '[TOOL_CALLS]plan_trip[ARGS]{"stops": [{"place": "Nice", "nights": 2}], "traveller": {"name": "Zoé 🧳", "address": {"zip": "06000"}}}',
    calls: [
      {
        name: 'plan_trip',
        arguments: { stops: [{ place: 'Nice', nights: 2 }], traveller: { name: 'Zoé 🧳', address: { zip: '06000' } } },
      },
    ],
  },
  {
    name: 'an integer of twenty digits stays exact as text',
    text: '[TOOL_CALLS]set_lamp[ARGS]{"serial": 12345678901234567890}',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial": 12345678901234567890}'],
  },
  {
    name: 'cut within the arguments',
    text: '[TOOL_CALLS]get_weather[ARGS]{"city": "Ni',
    calls: [],
    notices: ['incomplete'],
  },
  { name: 'cut before the arguments', text: '[TOOL_CALLS]get_time[ARGS]', calls: [], notices: ['incomplete'] },
  {
    name: 'prose that names the marker',
    text: 'The marker [TOOL_CALLS] comes first.',
    say: 'The marker [TOOL_CALLS] comes first.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '[TOOL_CALLS]launch_probe[ARGS]{"stage": 2}',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: '6.27: an array behind text is an answer',
    text: 'Like [{"name": "get_time", "arguments": {}}]',
    say: 'Like [{"name": "get_time", "arguments": {}}]',
    calls: [],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: 'Well.[TOOL_CALLS]get_time[ARGS]{}',
    options: { toolChoice: 'none' },
    say: 'Well.',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: '[TOOL_CALLS]get_time[ARGS]{}',
    tools: 'none',
    say: '[TOOL_CALLS]get_time[ARGS]{}',
    calls: [],
  },
  {
    name: 'text behind a call is kept',
    text: '[TOOL_CALLS]get_time[ARGS]{}\n\nThat is all.',
    say: '\n\nThat is all.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: '6.29: arguments as JSON within a string',
    text: '[TOOL_CALLS]get_weather[ARGS]"{\\"city\\": \\"Nice\\"}"',
    calls: [{ name: 'get_weather', arguments: { city: 'Nice' } }],
  },
];
