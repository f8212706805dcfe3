import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { admitTool, definitionOf } from './definitions.ts';

const limits = { descriptionBytes: 1_000 };
const schema = { type: 'object', properties: { path: { type: 'string' } } };

function admit(given: object) {
  const admitted = admitTool({ name: 'read', inputSchema: schema, ...given }, limits);
  if (!admitted.ok) throw new Error(admitted.refusal.reason);
  return admitted;
}

function refusal(given: unknown): string {
  const admitted = admitTool(given, limits);
  return admitted.ok ? 'admitted' : admitted.refusal.reason;
}

function nested(levels: number): object {
  return levels === 0 ? {} : { properties: nested(levels - 1) };
}

describe('what a server says of a tool', () => {
  test('is kept where MCP has a word for it and Toolpath a use', () => {
    const annotations = { title: 'Read', readOnlyHint: true, destructiveHint: 'no', other: 1 };
    const { tool } = admit({ description: 'Reads.', annotations, icons: [{}], execution: 5, outputSchema: schema });
    expect(tool).toEqual({
      name: 'read',
      description: 'Reads.',
      inputSchema: schema,
      outputSchema: schema,
      annotations: { title: 'Read', readOnlyHint: true },
    });
  });

  test('a schema without a type is that of an object', () => {
    expect(admit({ inputSchema: { properties: {} } }).tool.inputSchema).toEqual({ type: 'object', properties: {} });
  });

  test('an output schema that is none of an object is dropped, and the tool stays', () => {
    for (const outputSchema of [null, [], 'x', { type: 'array' }]) {
      expect(admit({ outputSchema }).tool).not.toHaveProperty('outputSchema');
    }
  });

  test('a title beside the annotations counts', () => {
    expect(admit({ title: 'Read a file' }).tool.annotations).toEqual({ title: 'Read a file' });
  });

  proves('L10', 'what cannot be a tool is left out, and it is said why', () => {
    expect(refusal(null)).toBe('it is not an object');
    expect(refusal({ inputSchema: schema })).toBe('it has no name');
    expect(refusal({ name: ' ', inputSchema: schema })).toBe('it has no name');
    expect(refusal({ name: 'x'.repeat(10_000), inputSchema: schema })).toBe('its name has 10000 characters');
    expect(refusal({ name: 'rea\u200bd', inputSchema: schema })).toMatch(/nobody can see/);
    expect(refusal({ name: 'read', inputSchema: nested(101) })).toMatch(/nested deeper than 100 levels/);
    expect(refusal({ name: 'read', inputSchema: nested(50) })).toBe('admitted');
    expect(refusal({ name: 'read', inputSchema: null })).toMatch(/no usable inputSchema/);
    expect(refusal({ name: 'read', inputSchema: { type: 'string' } })).toMatch(/not that of an object/);
  });

  proves('L10', 'characters that nobody can see are taken out of a description, and it is told', () => {
    const { tool, changed } = admit({ description: 'Adds.\u202e\u200b\u001b[31m\u{e0041}\nسلام 👩‍💻 ❤️' });
    expect(tool.description).toBe('Adds.[31m\nسلام 👩‍💻 ❤️');
    expect(changed).toMatch(/nobody can see/);
  });

  proves('L9', 'a long description is cut at a whole character, and it is told', () => {
    const { tool, changed } = admit({ description: '€'.repeat(1_000) });
    expect(tool.description).toBe(`${'€'.repeat(333)} [… cut]`);
    expect(changed).toBe('its description has 1000 characters; it is cut');
  });

  test('names of the language itself are names like others', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) expect(admit({ name }).tool.name).toBe(name);
  });

  proves('L10', 'whatever it is, it is admitted or refused', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (any, fields) => {
        expect(() => admitTool(any, limits)).not.toThrow();
        const admitted = admitTool({ name: 'x', inputSchema: {}, ...fields }, limits);
        if (admitted.ok) expect(Buffer.byteLength(admitted.tool.description ?? '')).toBeLessThan(1_100);
      }),
    );
  });
});

test('a digest tells whether anything has changed', () => {
  const digest = (given: object) => definitionOf(admit(given).tool).digest;
  expect(digest({})).toBe(digest({ icons: [] }));
  const others = [{ description: 'x' }, { inputSchema: { type: 'object' } }, { annotations: { readOnlyHint: true } }];
  const digests = new Set([{}, ...others, { name: 'write' }, { outputSchema: schema }].map(digest));
  expect(digests.size).toBe(6);
});
