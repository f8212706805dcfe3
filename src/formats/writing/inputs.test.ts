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

describe.each(Object.entries(writers))('The format argument of %s', (_name, write) => {
  test('The format may be a record, an id or an alias', () => {
    for (const record of formats) expect(write(record.id)).toBe(write(record));
    expect(write('qwen3-coder')).toBe(write('qwen3_coder'));
  });

  test('A format name that stands for several records selects the first one', () => {
    expect(write('mistral')).toBe(write('mistral_v3'));
  });

  test('An unknown format or one without a text form throws', () => {
    expect(() => write('hermez')).toThrow('There is no format "hermez". Did you mean "hermes"?');
    expect(() => write('constructor')).toThrow('There is no format "constructor".');
    expect(() => write('native')).toThrow('The format "native" has no text form');
  });

  test('The markers of all understood formats are broken, whether given as names or as records', () => {
    const mistral = findFormats('mistral') ?? [];
    const [hermes] = findFormats('hermes') ?? [];
    expect(write('hermes', ['hermes', 'mistral'])).toBe(write('hermes', [...(hermes ? [hermes] : []), ...mistral]));
    expect(write('hermes', ['mistral'])).not.toContain('[TOOL_CALLS]');
    expect(() => write('hermes', ['nonesuch'])).toThrow('There is no format "nonesuch".');
  });
});

describe('The tools argument of writeTools', () => {
  const plain = { name: 'get_weather', description: 'Weather.', parameters: schema };
  const wanted = writeTools('hermes', [plain]);

  test.each([
    ["OpenAI's", { type: 'function', function: plain }],
    ["LangChain's", { name: 'get_weather', description: 'Weather.', schema, invoke: () => '' }],
    ["LangChain's lc_name", { lc_name: 'get_weather', name: 'x', description: 'Weather.', schema }],
    ["MCP's", { name: 'get_weather', description: 'Weather.', inputSchema: schema }],
  ])('writeTools accepts a tool in %s shape', (_shape, tool) => {
    expect(writeTools('hermes', [tool])).toBe(wanted);
  });

  test('writeTools accepts a tool without a description or a schema', () => {
    for (const { id } of formats) expect(writeTools(id, [{ name: 'get_weather' }])).not.toBe('');
    expect(writeTools('hermes', [{ name: 'now' }])).toContain('"parameters": {"type": "object"}');
  });

  test('writeTools uses a JSON Schema from zod, but ignores a zod object itself', () => {
    const zod = z.object({ city: z.string() });
    expect(writeTools('hermes', [{ name: 'f', parameters: z.toJSONSchema(zod) }])).toContain('"city"');
    expect(writeTools('hermes', [{ name: 'f', schema: zod }])).toContain('"parameters": {"type": "object"}');
  });

  test('writeTools drops tools without a name, and no input makes it throw', () => {
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

test('writeOutcome marks an outcome as an error only if isError is set', () => {
  expect(writeOutcome('hermes', { id: '', name: 'f', text: 'x' })).toBe('<tool_response>\nx\n</tool_response>');
  expect(writeOutcome('hermes', { id: '', name: 'f', text: 'x', isError: true })).toContain('Error: x');
});

test('writeTools defaults to optional and parallel calls', () => {
  const tools = [{ name: 'now' }];
  expect(writeTools('hermes', tools)).toBe(writeTools('hermes', tools, { choice: 'auto', isParallel: true }));
  expect(writeTools('hermes', tools)).not.toBe(writeTools('hermes', tools, { isParallel: false }));
  expect(writeTools('hermes', tools)).not.toBe(writeTools('hermes', tools, { choice: 'required' }));
});
