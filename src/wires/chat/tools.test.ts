import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { readChatTools } from './tools.ts';

const bounds = { clientTools: 1_000 };

const EMPTY = { type: 'object', properties: {} };

function requested(tools: unknown) {
  const result = readChatTools(tools, bounds);
  if (!result.ok) throw new Error(result.failure.message);
  return result.requested;
}

function tool(entry: unknown) {
  const result = requested([entry]);
  return result.kind === 'listed' ? result.tools[0] : undefined;
}

function refusal(tools: unknown) {
  const result = readChatTools(tools, bounds);
  if (result.ok) throw new Error('it was accepted');
  return result.failure;
}

describe('The three states of tools', () => {
  proves('S0.absent', 'Missing tools are read as absent, not as an empty list', () => {
    expect(requested(undefined)).toEqual({ kind: 'absent' });
  });

  proves('S0.null', 'Tools that are null are read as missing', () => {
    expect(requested(null)).toEqual({ kind: 'absent' });
  });

  proves('S0.empty', 'An empty list of tools is read as a request for no tools', () => {
    expect(requested([])).toEqual({ kind: 'none' });
  });

  proves('S0.mixed', 'An entry {"type":"toolpath"} requests the gateway tools, alone or beside client tools', () => {
    expect(requested([{ type: 'toolpath' }])).toEqual({ kind: 'listed', tools: [], mixed: true });
    const beside = requested([{ name: 'a' }, { type: 'toolpath' }, { name: 'b' }, { type: 'toolpath' }]);
    expect(beside).toMatchObject({ kind: 'listed', tools: [{ name: 'a' }, { name: 'b' }], mixed: true });
    expect(requested([{ name: 'a' }])).toMatchObject({ mixed: false });
  });
});

describe('A listed tool', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const weather = { name: 'get_weather', description: 'The weather', parameters };

  proves('S0.shapes', 'Tools may be flat or nested, and both shapes may be mixed in one list', () => {
    const read = { name: 'get_weather', description: 'The weather', schema: parameters };
    expect(tool(weather)).toEqual(read);
    expect(tool({ type: 'function', ...weather })).toEqual(read);
    expect(tool({ type: 'function', function: weather })).toEqual(read);
    expect(tool({ function: weather })).toEqual(read);
    const both = requested([weather, { type: 'function', function: { ...weather, name: 'other' } }]);
    expect(both).toEqual({ kind: 'listed', mixed: false, tools: [read, { ...read, name: 'other' }] });
  });

  proves('S0.defaults', 'A tool without a description or parameters gets default values for both', () => {
    const bare = { name: 'x', description: 'Tool: x', schema: EMPTY };
    expect(tool({ name: 'x' })).toEqual(bare);
    expect(tool({ name: 'x', description: null, parameters: null })).toEqual(bare);
    expect(tool({ name: 'x', description: ' \n', parameters: {} })).toEqual(bare);
    expect(tool({ type: 'function', function: { name: 'x' } })).toEqual(bare);
  });

  proves('S0.defaults', 'Parameters without a type get the type "object" and keep all their other keywords', () => {
    const partial = { $defs: { a: { type: 'string' } }, oneOf: [{ required: ['a'] }], properties: { a: {} } };
    expect(tool({ name: 'x', parameters: partial })?.schema).toEqual({ type: 'object', ...partial });
    expect(tool({ name: 'x', parameters: { ...partial, type: null } })?.schema).toMatchObject({ type: 'object' });
  });

  test('A flat or nested tool keeps its other fields as extra', () => {
    expect(tool({ name: 'x', strict: true })?.extra).toEqual({ chat: { strict: true }, messages: { strict: true } });
    const nested = { type: 'function', function: { name: 'x', strict: true }, cache_control: { type: 'ephemeral' } };
    expect(tool(nested)).toMatchObject({ cacheMarker: { type: 'ephemeral' }, extra: { chat: { strict: true } } });
    expect(tool({ name: 'x', foo: 1 })?.extra).toEqual({ chat: { foo: 1 } });
    expect(tool({ name: 'x' })).not.toHaveProperty('extra');
  });

  test('A tool may have any non-blank name, and the name is kept exactly', () => {
    for (const name of ['__proto__', 'constructor', ' spaced ', 'mcp::weird/name', '天気', 'x'.repeat(500)]) {
      expect(tool({ name })?.name).toBe(name);
    }
  });
});

describe('Refused tools', () => {
  proves('S0.invalid', 'Tools of a type other than a list are refused', () => {
    for (const tools of [0, 1, '', 'auto', false, true, {}, { name: 'x' }]) {
      expect(refusal(tools)).toMatchObject({ kind: 'bad-request', param: 'tools' });
    }
    expect(refusal(0).message).toBe(
      "tools is 0; expected a list of tools, [] for no tools, or no value for the gateway's own tools.",
    );
  });

  proves('S0.invalid', 'A tool without a name is refused with its position in the list', () => {
    const nameless = [{}, { name: '' }, { name: ' \t' }, { name: 7 }, { name: null }, { name: ['x'] }];
    for (const entry of nameless) {
      for (const shaped of [entry, { type: 'function', ...entry }, { type: 'function', function: entry }]) {
        const { param, message } = refusal([{ name: 'a' }, shaped]);
        expect(param).toBe('tools[1]');
        expect(message).toContain('tools[1] has no name');
      }
    }
  });

  proves('S0.invalid', 'Two tools with the same name are refused, whatever their shapes', () => {
    const { param, message } = refusal([{ name: 'a' }, { name: 'b' }, { type: 'function', function: { name: 'a' } }]);
    expect(param).toBe('tools[2]');
    expect(message).toBe('tools[2] has the name "a", which tools[0] already has; names must be unique, so rename one.');
  });

  test.each([
    [
      'an entry that is not an object',
      'get_weather',
      'tools[0]',
      'is "get_weather"; expected a tool: {"type":"function"',
    ],
    [
      'a name that is too long',
      { name: 'x'.repeat(1_001) },
      'tools[0]',
      'has a name of 1001 characters; expected at most 1000',
    ],
    ['an entry that is null', null, 'tools[0]', 'is null'],
    [
      'a tool of another type',
      { type: 'web_search', name: 'x' },
      'tools[0]',
      'is of type "web_search"; expected "function"',
    ],
    ['a provider’s own tool', { type: 'web_search' }, 'tools[0]', 'or "toolpath" for the gateway\'s tools'],
    ['a function that is not an object', { type: 'function', function: 'x' }, 'tools[0].function', 'is "x"'],
    ['a description that is not a string', { name: 'x', description: 1 }, 'tools[0].description', 'expected a string'],
    ['parameters as a string', { name: 'x', parameters: '{}' }, 'tools[0].parameters', 'expected a JSON Schema'],
    ['parameters as a list', { name: 'x', parameters: [] }, 'tools[0].parameters', 'is an empty list'],
    ['parameters as a number', { name: 'x', parameters: 3 }, 'tools[0].parameters', 'is 3'],
    ['parameters as true', { name: 'x', parameters: true }, 'tools[0].parameters', 'is true'],
    [
      'parameters in the field of another protocol',
      { name: 'x', input_schema: {} },
      'tools[0].input_schema',
      'in "parameters"',
    ],
    ['a toolpath entry with a name', { type: 'toolpath', name: 'x' }, 'tools[0]', 'expected exactly'],
  ])('A tool is refused, and the error names the path of the fault: %s', (_, entry, param, words) => {
    const failure = refusal([entry]);
    expect(failure.param).toBe(param);
    expect(failure.message).toContain(words);
  });

  proves('L9', 'A list with more tools than limits.clientTools is refused', () => {
    const many = Array.from({ length: 4 }, (_, place) => ({ name: `t${place}` }));
    expect(readChatTools(many, { clientTools: 4 }).ok).toBe(true);
    expect(readChatTools([...many, { type: 'toolpath' }], { clientTools: 4 }).ok).toBe(true);
    expect(readChatTools(many, { clientTools: 3 })).toMatchObject({
      failure: { param: 'tools', message: expect.stringContaining('more than 3 tools') },
    });
  });
});

proves('L10', 'Any JSON in tools is read or refused, and never crashes the reader', () => {
  const member = fc.constantFrom('type', 'name', 'function', 'description', 'parameters', 'strict', '__proto__');
  const loose = fc.oneof(fc.jsonValue(), fc.constantFrom('function', 'toolpath', 'a', null));
  const entry = fc.letrec((tie) => ({
    record: fc
      .array(fc.tuple(member, fc.oneof({ depthSize: 'small' }, loose, tie('record'))), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  })).record;
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.oneof(entry, fc.jsonValue()))), (tools) => {
      const result = readChatTools(tools, bounds);
      if (result.ok) return;
      expect(result.failure.param).toMatch(/^tools/);
      expect(result.failure.message).toContain('tools');
    }),
    { numRuns: 2_000 },
  );
});
