import { expect, test } from 'vitest';
import { recordingLog } from '../../../test/recording-log.ts';
import { proves } from '../../../test/requirements.ts';
import type { ToolChoice, VisibleTool } from '../../core/index.ts';
import { offeredTools, toQwenTools } from './tools.ts';

const weather: VisibleTool = {
  name: 'get_weather',
  wireName: 'get_weather',
  owner: 'gateway',
  description: 'The weather at a place',
  parameters: { type: 'object', properties: { city: { type: 'string', description: 'Where' } }, required: ['city'] },
};
const time: VisibleTool = {
  name: 'get_time',
  wireName: 'get_time',
  owner: 'client',
  description: '',
  parameters: { type: 'object', properties: {} },
  extra: { chat: { strict: true, invoke: 'x', lc_name: 'y' } },
};

proves(
  'S2.qwen.shape',
  'A tool in Qwen format is {type, function: {name, description, parameters}} without other fields',
  () => {
    expect(toQwenTools([weather, time])).toStrictEqual([
      {
        type: 'function',
        function: { name: 'get_weather', description: 'The weather at a place', parameters: weather.parameters },
      },
      {
        type: 'function',
        function: { name: 'get_time', description: '', parameters: { type: 'object', properties: {} } },
      },
    ]);
  },
);

proves('S2.qwen.shape', 'The parameters of a tool in Qwen format are always an object schema with properties', () => {
  for (const parameters of [
    {},
    { type: 'object' },
    { properties: { a: { type: 'string' } } },
    { type: 'string' },
    { type: 'object', properties: [] },
    { anyOf: [{ type: 'object', properties: { a: {} } }] },
  ]) {
    const [tool] = toQwenTools([{ ...weather, parameters }]);
    expect(tool?.function.parameters).toMatchObject({ type: 'object', properties: expect.any(Object) });
    expect(Array.isArray(tool?.function.parameters.properties)).toBe(false);
  }
});

proves('S2.qwen.many', 'Several tools are converted one by one, and the input is not modified', () => {
  const before = structuredClone([weather, time]);
  const given = Object.freeze([weather, time]);
  const converted = toQwenTools(given);
  expect(given).toEqual(before);
  expect(converted).toEqual([...toQwenTools([weather]), ...toQwenTools([time])]);
});

proves('S2.qwen.many', 'An empty or missing list of tools gives an empty list and logs nothing', () => {
  const log = recordingLog();
  expect(toQwenTools([], log)).toEqual([]);
  expect(toQwenTools(undefined, log)).toEqual([]);
  expect(log.lines).toEqual([]);
});

proves('S2.qwen.log', 'One debug line reports the number of converted tools', () => {
  const log = recordingLog();
  toQwenTools([weather, time], log);
  expect(log.lines).toEqual([
    { level: 'debug', message: 'Converted 2 tools from LangChain to Qwen format', fields: { tools: 2 } },
  ]);
});

test('The same tools always give the same text', () => {
  expect(JSON.stringify(toQwenTools([weather, time]))).toBe(JSON.stringify(toQwenTools([weather, time])));
});

test.each<[ToolChoice, string[]]>([
  [{ kind: 'auto' }, ['get_weather', 'get_time']],
  [{ kind: 'required' }, ['get_weather', 'get_time']],
  [{ kind: 'none' }, []],
  [{ kind: 'named', name: 'get_time' }, ['get_time']],
  [{ kind: 'named', name: 'constructor' }, []],
])('Only the tools that the choice %o allows are offered', (choice, names) => {
  expect(offeredTools({ tools: [weather, time], choice }).map(({ name }) => name)).toEqual(names);
});
