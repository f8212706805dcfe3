import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findFormats, formats } from '../catalogue/index.ts';
import { writeCalls, writeOutcome, writeTools, writeTranscript } from '../writer.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const call = { id: 'a1b2c3d4e', name: 'get_weather', arguments: { city: 'Oslo' } };
const outcome = { id: 'a1b2c3d4e', name: 'get_weather', text: 'Rain <tool_call> [TOOL_CALLS]' };
const said = [{ role: 'user', content: [{ type: 'text', text: 'Rain <tool_call> [TOOL_CALLS]?' }] }] as const;

type Named = Parameters<typeof writeTools>[0];
const writers = {
  writeTools: (format: Named, understood?: readonly Named[]) =>
    writeTools(format, [{ name: 'f', description: '<tool_call> [TOOL_CALLS]' }], { understood }),
  writeCalls: (format: Named, understood?: readonly Named[]) =>
    writeCalls(format, [{ ...call, arguments: { text: '<tool_call> [TOOL_CALLS]' } }], { understood }),
  writeOutcome: (format: Named, understood?: readonly Named[]) => writeOutcome(format, outcome, { understood }),
  writeTranscript: (format: Named, understood?: readonly Named[]) =>
    JSON.stringify(writeTranscript(format, said, { understood })),
};

describe.each(Object.entries(writers))('the format of %s', (_name, write) => {
  test('is a record or a name', () => {
    for (const record of formats) expect(write(record.id)).toBe(write(record));
    expect(write('qwen3-coder')).toBe(write('qwen3_coder'));
  });

  test('is the first, where a name stands for several', () => {
    expect(write('mistral')).toBe(write('mistral_v3'));
  });

  test('must be known, and must be text', () => {
    expect(() => write('hermez')).toThrow('there is no format "hermez": did you mean "hermes"?');
    expect(() => write('constructor')).toThrow('there is no format "constructor"');
    expect(() => write('native')).toThrow('the format "native" is no text');
  });

  test('may stand beside others that are understood, by name too', () => {
    const mistral = findFormats('mistral') ?? [];
    const [hermes] = findFormats('hermes') ?? [];
    expect(write('hermes', ['hermes', 'mistral'])).toBe(write('hermes', [...(hermes ? [hermes] : []), ...mistral]));
    expect(write('hermes', ['mistral'])).not.toContain('[TOOL_CALLS]');
    expect(() => write('hermes', ['nonesuch'])).toThrow('there is no format "nonesuch"');
  });
});

describe('tools', () => {
  const plain = { name: 'get_weather', description: 'Weather.', parameters: schema };
  const wanted = writeTools('hermes', [plain]);

  test.each([
    ["OpenAI's", { type: 'function', function: plain }],
    ["LangChain's", { name: 'get_weather', description: 'Weather.', schema, invoke: () => '' }],
    ["LangChain's by its own name", { lc_name: 'get_weather', name: 'x', description: 'Weather.', schema }],
    ["MCP's", { name: 'get_weather', description: 'Weather.', inputSchema: schema }],
  ])('may have %s shape', (_shape, tool) => {
    expect(writeTools('hermes', [tool])).toBe(wanted);
  });

  test('need neither a description nor a schema', () => {
    for (const { id } of formats) expect(writeTools(id, [{ name: 'get_weather' }])).not.toBe('');
    expect(writeTools('hermes', [{ name: 'now' }])).toContain('"parameters": {"type": "object"}');
  });

  test('may have a schema that zod made; of its own kind it says nothing', () => {
    const zod = z.object({ city: z.string() });
    expect(writeTools('hermes', [{ name: 'f', parameters: z.toJSONSchema(zod) }])).toContain('"city"');
    expect(writeTools('hermes', [{ name: 'f', schema: zod }])).toContain('"parameters": {"type": "object"}');
  });

  test('are left out without a name; nothing that is given makes the writer throw', () => {
    expect(writeTools('hermes', [undefined, 'f', {}, { name: '' }, { name: 7 }, { function: null }])).toBe('');
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
    const tool = fc.oneof(
      anything,
      fc.record({ name: fc.string(), description: anything, parameters: anything, function: anything }),
    );
    fc.assert(
      fc.property(fc.array(tool, { maxLength: 3 }), (tools) => {
        for (const format of formats) expect(typeof writeTools(format, tools)).toBe('string');
      }),
      { numRuns: 60 },
    );
  });
});

test('an outcome is no error unless it says so', () => {
  expect(writeOutcome('hermes', { id: '', name: 'f', text: 'x' })).toBe('<tool_response>\nx\n</tool_response>');
  expect(writeOutcome('hermes', { id: '', name: 'f', text: 'x', isError: true })).toContain('Error: x');
});

test('tools are offered several at a time, and freely, unless said otherwise', () => {
  const tools = [{ name: 'now' }];
  expect(writeTools('hermes', tools)).toBe(writeTools('hermes', tools, { choice: 'auto', isParallel: true }));
  expect(writeTools('hermes', tools)).not.toBe(writeTools('hermes', tools, { isParallel: false }));
  expect(writeTools('hermes', tools)).not.toBe(writeTools('hermes', tools, { choice: 'required' }));
});
