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

describe("A server's tool definition", () => {
  test('Only fields that MCP defines and Toolpath uses are kept', () => {
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

  test('An input schema without a type becomes an object schema', () => {
    expect(admit({ inputSchema: { properties: {} } }).tool.inputSchema).toEqual({ type: 'object', properties: {} });
  });

  test('An output schema that does not describe an object is dropped, and the tool is kept', () => {
    for (const outputSchema of [null, [], 'x', { type: 'array' }]) {
      expect(admit({ outputSchema }).tool).not.toHaveProperty('outputSchema');
    }
  });

  test('A title next to the annotations becomes the annotation title', () => {
    expect(admit({ title: 'Read a file' }).tool.annotations).toEqual({ title: 'Read a file' });
  });

  proves('L10', 'An invalid definition is rejected with the reason', () => {
    expect(refusal(null)).toBe('it is not an object');
    expect(refusal({ inputSchema: schema })).toBe('it has no name');
    expect(refusal({ name: ' ', inputSchema: schema })).toBe('it has no name');
    expect(refusal({ name: 'x'.repeat(10_000), inputSchema: schema })).toBe('its name is too long (10000 characters)');
    expect(refusal({ name: 'rea\u200bd', inputSchema: schema })).toMatch(/invisible characters/);
    expect(refusal({ name: 'read', inputSchema: nested(101) })).toMatch(/nested deeper than 100 levels/);
    expect(refusal({ name: 'read', inputSchema: nested(50) })).toBe('admitted');
    expect(refusal({ name: 'read', inputSchema: null })).toMatch(/no usable inputSchema/);
    expect(refusal({ name: 'read', inputSchema: { type: 'string' } })).toMatch(/does not describe an object/);
  });

  proves('L10', 'Invisible characters are removed from a description, and the change is reported', () => {
    const { tool, changed } = admit({ description: 'Adds.\u202e\u200b\u001b[31m\u{e0041}\nسلام 👩‍💻 ❤️' });
    expect(tool.description).toBe('Adds.[31m\nسلام 👩‍💻 ❤️');
    expect(changed).toMatch(/invisible characters/);
  });

  proves('L9', 'A long description is truncated at a character boundary, and the change is reported', () => {
    const { tool, changed } = admit({ description: '€'.repeat(1_000) });
    expect(tool.description).toBe(`${'€'.repeat(333)} [… cut]`);
    expect(changed).toBe('its description was truncated (it had 1000 characters)');
  });

  test('A tool may have the name of a built-in JavaScript property', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) expect(admit({ name }).tool.name).toBe(name);
  });

  proves('L10', 'Any JSON value is accepted or rejected without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (any, fields) => {
        expect(() => admitTool(any, limits)).not.toThrow();
        const admitted = admitTool({ name: 'x', inputSchema: {}, ...fields }, limits);
        if (admitted.ok) expect(Buffer.byteLength(admitted.tool.description ?? '')).toBeLessThan(1_100);
      }),
    );
  });
});

test('The digest changes if and only if a kept field changes', () => {
  const digest = (given: object) => definitionOf(admit(given).tool).digest;
  expect(digest({})).toBe(digest({ icons: [] }));
  const others = [{ description: 'x' }, { inputSchema: { type: 'object' } }, { annotations: { readOnlyHint: true } }];
  const digests = new Set([{}, ...others, { name: 'write' }, { outputSchema: schema }].map(digest));
  expect(digests.size).toBe(6);
});
