import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { admitTool, definitionOf } from './definitions.ts';

const limits = { descriptionBytes: 1_000, parameterDescriptionBytes: 100 };
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

  test('Title, icons, execution and _meta are kept for MCP clients, and dropped if they have a wrong type', () => {
    const presentation = {
      title: 'Read a file',
      icons: [{ src: 'https://example.com/a.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
      execution: { taskSupport: 'optional' },
      _meta: { 'example.com/a': [1] },
    };
    expect(definitionOf(admit(presentation).tool).presentation).toEqual(presentation);
    const icons = [
      { src: 1 },
      {},
      { src: 'a', sizes: '48x48' },
      { src: 'a', theme: 'blue' },
      { src: 'a', mimeType: 1 },
    ];
    const wrong = icons.map((icon): object => ({ icons: [icon] }));
    for (const given of [
      ...wrong,
      { title: 7 },
      { icons: {} },
      { execution: { taskSupport: 'maybe' } },
      { _meta: [] },
    ]) {
      expect(definitionOf(admit(given).tool)).not.toHaveProperty('presentation');
    }
  });

  proves('L10', 'An invalid definition is rejected with the reason', () => {
    expect(refusal(null)).toBe('it is not an object');
    expect(refusal({ inputSchema: schema })).toBe('it has no name');
    expect(refusal({ name: ' ', inputSchema: schema })).toBe('it has no name');
    expect(refusal({ name: 'x'.repeat(10_000), inputSchema: schema })).toBe('its name is too long (10000 characters)');
    expect(refusal({ name: 'rea\u200bd', inputSchema: schema })).toMatch(/invisible characters/);
    expect(refusal({ name: 'read', inputSchema: nested(101) })).toMatch(/nested deeper than 100 levels/);
    expect(refusal({ name: 'read', inputSchema: nested(50) })).toBe('admitted');
    expect(refusal({ name: 'read', inputSchema: 'none' })).toBe('its inputSchema is not an object');
    expect(refusal({ name: 'read', inputSchema: { type: 'string' } })).toMatch(/does not describe an object/);
  });

  proves(
    'L10',
    'A tool that requires a parameter called __proto__ is rejected, because clients drop that parameter',
    () => {
      const properties = JSON.parse('{"__proto__":{"type":"string"}}');
      expect(refusal({ name: 'read', inputSchema: { properties, required: ['__proto__'] } })).toBe(
        'its inputSchema requires a parameter called "__proto__", which programs in JavaScript cannot pass on',
      );
      expect(refusal({ name: 'read', inputSchema: { properties } })).toBe('admitted');
    },
  );

  proves('L10', 'Invisible characters are removed from a description, and the change is reported', () => {
    const { tool, findings } = admit({ description: 'Adds.\u202e\u200b\u001b[31m\u{e0041}\nسلام 👩‍💻 ❤️' });
    expect(tool.description).toBe('Adds.[31m\nسلام 👩‍💻 ❤️');
    expect(findings).toEqual([{ tool: 'read', reason: expect.stringMatching(/invisible characters/) }]);
  });

  proves('L9', 'A long description is truncated at a character boundary, and the change is reported', () => {
    const { tool, findings } = admit({ description: '€'.repeat(1_000) });
    expect(tool.description).toBe(`${'€'.repeat(333)} [… cut]`);
    expect(findings).toEqual([{ tool: 'read', reason: 'its description was truncated (it had 1000 characters)' }]);
  });

  proves('L10', 'Invisible characters in the texts of a schema are reported, and the schema itself is kept', () => {
    const texts = [
      { description: 'Adds.\u202e' },
      { title: 'zero\u200bwidth' },
      { enum: ['a', 'b\u{e0041}'] },
      { default: '\u001b[31mred' },
      { anyOf: [{ const: 'x\u2066' }] },
      { items: { examples: [{ deep: ['\u00ad'] }] } },
    ];
    for (const text of texts) {
      const inputSchema = { type: 'object', properties: { a: text } };
      const { tool, findings } = admit({ inputSchema });
      expect(tool.inputSchema).toEqual(inputSchema);
      const reason = expect.stringMatching(
        /^its inputSchema contained invisible .* \(the first at "properties\.a\..+"\)/,
      );
      expect(findings).toEqual([{ tool: 'read', reason }]);
    }
    expect(admit({ inputSchema: { properties: { a: { description: 'سلام 👩‍💻\n' } } } }).findings).toEqual([]);
  });

  proves('L10', 'A definition with invisible characters in the name of a parameter is rejected', () => {
    const required = ['pa\u200bth'];
    for (const properties of [
      { [`${required}`]: {} },
      { a: { properties: { '\u{e0041}': {} } } },
      { a: { required } },
    ]) {
      expect(refusal({ name: 'read', inputSchema: { type: 'object', properties } })).toBe(
        'a name in its inputSchema contains invisible characters',
      );
    }
  });

  proves('L9', 'A long description of a parameter is reported', () => {
    const inputSchema = { type: 'object', properties: { a: { description: 'x'.repeat(200) } } };
    expect(admit({ inputSchema, description: 'y\u200b' }).findings.map(({ reason }) => reason)).toEqual([
      'its description contained invisible characters, which were removed',
      'the text at "properties.a.description" of its inputSchema was truncated (it had 200 characters)',
    ]);
  });

  test('A tool that can only be called as a task is rejected, and one that may be called as a task is kept', () => {
    expect(refusal({ name: 'read', inputSchema: schema, execution: { taskSupport: 'required' } })).toMatch(
      /^it can only be called as a task/,
    );
    for (const execution of [{ taskSupport: 'optional' }, { taskSupport: 'forbidden' }, {}, null, 'required']) {
      expect(refusal({ name: 'read', inputSchema: schema, execution })).toBe('admitted');
    }
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
  expect(digest({})).toBe(digest({ other: 1 }));
  const others = [
    { description: 'x' },
    { inputSchema: { type: 'object' } },
    { annotations: { readOnlyHint: true } },
    { title: 'x' },
  ];
  const digests = new Set([{}, ...others, { name: 'write' }, { outputSchema: schema }].map(digest));
  expect(digests.size).toBe(7);
});
