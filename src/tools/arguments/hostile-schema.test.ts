import { describe, expect, test } from 'vitest';
import { recordingLog } from '../../../test/recording-log.ts';
import { proves } from '../../../test/requirements.ts';
import { defaultLimits, type Limits, type Tool, tell } from '../../core/index.ts';
import { SchemaCompiler } from './compile.ts';
import { ArgumentCheck, decodeArguments, flawOf, type JsonSchema } from './index.ts';

async function result(
  schema: object,
  args: unknown,
  limits: Partial<Limits> = {},
  metadata?: object,
): Promise<unknown> {
  const check = new ArgumentCheck({ limits: { ...defaultLimits, ...limits }, parameterNames: {}, log: recordingLog() });
  const tool = { name: 'tool', description: 'd', schema, invoke: () => 1, ...(metadata ? { metadata } : {}) } as Tool;
  const checked = await check.check(tool, decodeArguments(args, { mostValues: 20_000 }));
  return checked.ok ? checked.args : tell(checked.failure);
}

/** Processor time of one check with a costly schema. It takes about 100 ms; the rest is for slower machines. */
const MOST_PROCESSOR_MS = 600;

async function inTime(schema: object, args: unknown): Promise<unknown> {
  const before = processorMs();
  const answer = await result(schema, args);
  expect(processorMs() - before).toBeLessThan(MOST_PROCESSOR_MS);
  return answer;
}

/** Processor time of this thread, which other programs on the machine do not change. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const many = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place));

describe('bounded work', () => {
  proves(
    'L9',
    'Schemas and arguments that multiply the work are checked within the time limit',
    async () => {
      const items = many(15_000, (place) => `text ${place}`);
      const multiplying: [string, object, unknown][] = [
        ['allOf', object({ a: { items: { allOf: many(600, () => ({ type: 'integer' })) } } }), { a: items }],
        ['anyOf', object({ a: { items: { anyOf: many(600, (n) => ({ const: n })) } } }), { a: items }],
        ['contains', object({ a: { allOf: many(300, (n) => ({ contains: { const: n } })) } }), { a: items }],
        [
          'enum',
          object({ a: { items: { enum: many(1_500, (n) => ({ n })) } } }),
          { a: many(6_000, (n) => ({ n: -n })) },
        ],
        [
          'patternProperties',
          { patternProperties: Object.fromEntries(many(190, (n) => [`^p${n}.*x$`, { type: 'integer' }])) },
          Object.fromEntries(items.map((item) => [item, 1])),
        ],
        [
          'propertyNames',
          { propertyNames: { allOf: many(190, (n) => ({ pattern: `^(a|b)*${n}` })) } },
          Object.fromEntries(items.map((item) => [item, 1])),
        ],
        [
          'a slow pattern',
          object({ a: { type: 'string', pattern: '((a)|(b))*(a)((a)|(b)){200}[cd]' } }),
          { a: 'ab'.repeat(100_000) },
        ],
        [
          'many large patterns',
          object(Object.fromEntries(many(190, (n) => [`p${n}`, { pattern: `[\\p{L}\\p{N}]{1,200}${n}` }]))),
          {},
        ],
        [
          'strings instead of integers',
          { additionalProperties: { type: 'integer' } },
          Object.fromEntries(many(15_000, (n) => [`k${n}`, '5'])),
        ],
        [
          'invalid strings for a union',
          object({ a: { items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } }),
          { a: items },
        ],
        [
          'unevaluatedProperties',
          { allOf: many(300, (n) => object({ [`p${n}`]: {} })), unevaluatedProperties: false },
          { x: 1 },
        ],
      ];
      for (const [name, schema, args] of multiplying) {
        const before = processorMs();
        await result(schema, args);
        expect([name, processorMs() - before < MOST_PROCESSOR_MS]).toEqual([name, true]);
      }
    },
    60_000,
  );

  proves(
    ['L9', 'L10'],
    'References that multiply the work are rejected in time, wherever the schema hides them',
    async () => {
      const tower = (path: string) =>
        Object.fromEntries(
          many(41, (n) => [
            `d${n}`,
            n === 0
              ? { type: 'object', required: ['never'] }
              : { anyOf: [{ $ref: `#/${path}/d${n - 1}` }, { $ref: `#/${path}/d${n - 1}` }] },
          ]),
        );
      expect(await inTime({ $defs: tower('$defs'), $ref: '#/$defs/d40' }, {})).toMatch(/takes too long/);
      expect(
        await inTime(
          { $defs: { default: object(tower('$defs/default/properties')) }, $ref: '#/$defs/default/properties/d40' },
          {},
        ),
      ).toMatch(/takes too long/);
      expect(await inTime({ default: tower('default'), $ref: '#/default/d40' }, {})).toMatch(
        /does not point to a schema/,
      );
      expect(await inTime({ 'x-own': tower('x-own'), $ref: '#/x-own/d40' }, {})).toMatch(/does not point to a schema/);
      let nested: object = {};
      for (let level = 0; level < 40; level++) nested = { a: nested };
      const twice = {
        $dynamicAnchor: 'n',
        properties: { a: { allOf: [{ $dynamicRef: '#n' }, { $dynamicRef: '#n' }] } },
      };
      expect(await inTime(twice, nested)).toMatch(/takes too long/);
    },
  );

  proves(
    ['L9', 'L10'],
    'A check of a large value is refused in time if it would read the value again and again',
    async () => {
      /** A schema of 1.4 kB that checks the value 8,000 times. */
      const tower = (leaf: object) => ({
        $defs: Object.fromEntries(
          many(4, (n) => [`d${n}`, n === 0 ? leaf : { allOf: many(20, () => ({ $ref: `#/$defs/d${n - 1}` })) }]),
        ),
        $ref: '#/$defs/d3',
      });
      const properties = (count: number, value: unknown) =>
        Object.fromEntries(many(count, (n) => [`k${n}`, value] as const));
      const names = properties(19_000, 1);
      const required = many(400, (n) => `k${n}`);
      const text = 'é'.repeat(7_500_000);
      const items = many(6_000, (n) => ({ n, text: 'some words' }));
      const reading: [string, object, unknown][] = [
        ['maxLength', object({ a: { allOf: many(400, (n) => ({ maxLength: 99_999_999 + n })) } }), { a: text }],
        ['uniqueItems', object({ a: { allOf: many(300, () => ({ uniqueItems: true })) } }), { a: items }],
        ['minProperties', tower({ minProperties: 1 }), names],
        ['additionalProperties', tower({ additionalProperties: true, maxProperties: 20_000 }), names],
        ['properties', tower(object(properties(700, { type: 'integer' }))), properties(700, 1)],
        ['required', tower({ required }), names],
        ['dependentRequired', tower({ dependentRequired: { k0: required } }), names],
        ['const', tower({ const: many(5_000, (n) => n) }), many(5_000, (n) => n)],
      ];
      await result(object({ a: { pattern: 'a' } }), {}); // the first check of a process creates the validator
      for (const [name, schema, args] of reading) {
        const answer = await inTime(schema, args);
        expect([name, answer]).toEqual([name, expect.stringContaining('takes too long')]);
      }
    },
    60_000,
  );

  test('Large values of ordinary schemas are checked completely', () => {
    const strict = (properties: Record<string, object>) =>
      object(properties, { required: Object.keys(properties), additionalProperties: false });
    const named = <T>(make: (n: number) => T) => Object.fromEntries(many(20, (n) => [`p${n}`, make(n)] as const));
    const text = { type: 'string', minLength: 1, maxLength: 10_000_000 };
    const rows = (count: number) => ({ a: many(count, () => named((n) => `some words ${n}`)) });
    const ordinary: [string, object, object][] = [
      ['objects', object({ a: { items: strict(named(() => text)) } }), rows(10_000)],
      [
        'objects with nullable properties',
        object({ a: { items: strict(named(() => ({ anyOf: [text, { type: 'null' }] }))) } }),
        rows(5_000),
      ],
      ['a text', object({ a: text }), { a: 'x'.repeat(5_000_000) }],
      ['a map', { additionalProperties: { type: 'integer' } }, Object.fromEntries(many(60_000, (n) => [`k${n}`, n]))],
    ];
    const compiler = new SchemaCompiler(defaultLimits);
    for (const [name, schema, value] of ordinary) {
      const compiled = compiler.compile(schema as JsonSchema);
      expect([name, compiled.ok && compiled.check(value)]).toEqual([name, []]);
    }
  });

  proves(
    ['L9', 'L10'],
    'Schemas at the limits are inspected, compiled and checked without blocking the event loop for long',
    async () => {
      const properties = (count: number, make: (n: number) => object) =>
        object(Object.fromEntries(many(count, (n) => [`p${n}`, make(n)])));
      const costly: [string, object][] = [
        ['patterns that repeat classes', properties(190, (n) => ({ pattern: `\\p{L}{1,1000}\\p{N}{1,1000}${n}$` }))],
        ['patterns that repeat groups', properties(190, (n) => ({ pattern: `(${'ab'.repeat(400)}${n}){1000}` }))],
        ['patterns that ignore case', properties(190, (n) => ({ pattern: `(?i)[\\x{100}-\\x{1e942}]${n}` }))],
        ['patterns just below the limit', properties(190, (n) => ({ pattern: `^\\p{L}+${n}$` }))],
        ['oneOf', object({ a: { oneOf: many(450, (n) => ({ const: n })) } })],
        ['too many in oneOf', object({ a: { oneOf: many(900, (n) => ({ const: n })) } })],
        ['if', { allOf: many(300, (n) => ({ if: object({ a: { const: n } }), else: { required: [`b${n}`] } })) }],
        ['unions', properties(350, () => ({ anyOf: [{ type: 'string' }, { type: 'null' }] }))],
        ['types', properties(900, () => ({ type: 'string' }))],
        ['50,000 subschemas', properties(50_000, () => ({ type: 'string' }))],
        ['an enum', object({ a: { enum: many(7_000, (n) => ({ n })) } })],
        ['dependentRequired', { dependentRequired: { p1: many(600, (n) => `r${n}`) } }],
        ['too many in dependentRequired', { dependentRequired: { p1: many(3_000, (n) => `r${n}`) } }],
        ['too many in dependencies', { dependencies: { p1: many(3_000, (n) => `r${n}`) } }],
        ['a long name', object({ [`x${'y'.repeat(100_000)}`]: properties(900, () => ({ type: 'string' })) })],
      ];
      await result(object({ a: { pattern: 'a' } }), {}); // the first check of a process creates the validator
      for (const [name, schema] of costly) {
        const before = processorMs();
        await result(schema, { a: 'x', p1: 'x', p2: 5 });
        expect([name, processorMs() - before < MOST_PROCESSOR_MS]).toEqual([name, true]);
      }
    },
    60_000,
  );

  proves('L9', 'The enums of a server with many tools are inspected in linear time', () => {
    const limits = defaultLimits;
    flawOf({ enum: ['a'] }, limits); // the first call creates the validator
    const before = processorMs();
    for (let tool = 0; tool < 10; tool++) {
      expect(flawOf(object({ a: { enum: many(7_000, (n) => `${tool} ${n}`) } }), limits)).toBeUndefined();
    }
    expect(processorMs() - before).toBeLessThan(MOST_PROCESSOR_MS);
  });

  proves('L10', 'A reference that leads back to itself is refused, and the schema of a tree is not', async () => {
    const loops: Readonly<Record<string, unknown>>[] = [
      { $ref: '#' },
      { allOf: [{ $ref: '#' }] },
      object({ x: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
      object(
        { x: { $ref: '#/$defs/a' } },
        { $defs: { a: { anyOf: [{ type: 'string' }, { not: { $ref: '#/$defs/a' } }] } } },
      ),
      { $dynamicAnchor: 'n', $dynamicRef: '#n' },
      { properties: { a: { items: { $ref: '#/$defs/list' } } }, $defs: { list: { if: { $ref: '#/$defs/list' } } } },
    ];
    for (const schema of loops) {
      expect([schema, await result(schema, {})]).toEqual([schema, expect.stringContaining('leads back to itself')]);
      expect([schema, flawOf(schema, defaultLimits)]).toEqual([schema, expect.stringContaining('leads back')]);
    }
    const tree = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } });
    expect(await result(tree, { name: 'a', children: [{ name: 'b' }] })).toMatchObject({ name: 'a' });
    expect(await result(tree, { name: 'a', children: [{ name: {} }] })).toMatch(/children\[0\]\.name: expected string/);
    const unused = object({ a: { type: 'string' } }, { $defs: { loop: { $ref: '#/$defs/loop' } } });
    expect(await result(unused, { a: 'x' })).toEqual({ a: 'x' });
  });

  proves('L10', 'References that nest a schema too deeply to compile are refused when the tool is listed', () => {
    const chain = Object.fromEntries(many(400, (n) => [`d${n}`, object({ x: { $ref: `#/$defs/d${(n + 1) % 400}` } })]));
    expect(flawOf({ $defs: chain, $ref: '#/$defs/d0' }, defaultLimits)).toMatch(/nest it deeper than 300 levels/);
  });

  test('A schema with $async is checked synchronously like any other', async () => {
    const schema = { $async: true, ...object({ a: { type: 'integer' } }, { required: ['a'] }) };
    expect(await result(schema, { a: 'x!' })).toMatch(/a: expected integer/);
    expect(await result(schema, { a: 1 })).toEqual({ a: 1 });
  });

  test('JSON text inside the arguments is held to the same bounds as the arguments', async () => {
    const schema = object({ a: { type: 'array' } });
    expect(await result(schema, { a: `[${'0,'.repeat(30_000)}0]` })).toMatch(/^Invalid/);
    expect(await result(schema, { a: '['.repeat(80) + ']'.repeat(80) })).toMatch(/^Invalid/);
    expect(await result(schema, { a: '['.repeat(63) + ']'.repeat(63) }, { argumentDepth: 60 })).toMatch(/^Invalid/);
  });
});

describe('nonstandard schemas', () => {
  test('Schemas of older drafts and of OpenAPI, and schemas with small mistakes, are understood', async () => {
    const fine: [object, unknown][] = [
      [object({ a: { type: 'string', nullable: true } }), { a: null }],
      [object({ a: { enum: ['x'], nullable: true } }), { a: null }],
      [object({ a: { $ref: '#/$defs/s', nullable: true } }, { $defs: { s: { type: 'string' } } }), { a: null }],
      [object({ a: { type: ['string', 'null'], nullable: false } }), { a: 'x' }],
      [object({ a: { type: 'number', minimum: 1, exclusiveMinimum: true } }), { a: 2 }],
      [object({ a: { type: 'string', required: true, description: null } }, { required: ['a', 'a'] }), { a: 'x' }],
      [object({ a: { id: 'own', type: 'string' } }, { id: 'mine', required: null }), { a: 'x' }],
      [object({ a: { enum: [] } }), {}],
      [
        object(
          { a: { $ref: 'https://example.invalid/me#/$defs/s' } },
          { $id: 'https://example.invalid/me', $defs: { s: { type: 'string' } } },
        ),
        { a: 'x' },
      ],
      [object({ a: {} }, { 'x-note': { $ref: 'other.json' } }), { a: 1 }],
      [object({ a: { $ref: '#/$defs/with~1slash' } }, { $defs: { 'with/slash': { type: 'string' } } }), { a: 'x' }],
    ];
    for (const [schema, args] of fine) expect([schema, await result(schema, args)]).toEqual([schema, args]);
    expect(await result(object({ a: { type: 'number', minimum: 1, exclusiveMinimum: true } }), { a: 1 })).toMatch(
      /^Invalid/,
    );
    expect(await result(object({ a: { type: 'string', nullable: true } }), { a: true })).toMatch(/^Invalid/);
    expect(await result(object({ a: { enum: [] } }), { a: 1 })).toMatch(/^Invalid/);
  });

  test('A pattern that RE2 cannot run never rejects a value, even inside not, oneOf, if or patternProperties', async () => {
    const strange = '^(?=x)';
    expect(await result(object({ a: { not: { pattern: strange } } }), { a: 'y' })).toEqual({ a: 'y' });
    expect(
      await result({ patternProperties: { '^(?!id$).+': { type: 'string' } }, additionalProperties: false }, { id: 5 }),
    ).toEqual({ id: 5 });
    expect(await result(object({ a: { oneOf: [{ pattern: strange }, { type: 'string' }] } }), { a: 'y' })).toEqual({
      a: 'y',
    });
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    expect(await result(object({ a: { if: { pattern: strange }, then: { const: 1 } } }), { a: 'y' })).toEqual({
      a: 'y',
    });
    expect(await result(object({ a: { type: 'integer', pattern: strange } }), { a: 'y' })).toMatch(/expected integer/);
    expect(await result(object({ a: { pattern: strange } }, { not: { required: ['x'] } }), { x: 1 })).toMatch(
      /^Invalid/,
    );
  });
});

describe('coercion and parameter names', () => {
  test('A malformed array is rejected, not wrapped as the only item of an array', async () => {
    const schema = object({ a: { type: 'array', items: { type: 'string' } } });
    for (const a of ["['red', 'green']", '["a","b"', '', ' ', 'null', 'None'])
      expect([a, await result(schema, { a })]).toEqual([a, expect.stringMatching(/^Invalid/)]);
    expect(await result(object({ confirm: { const: 'DELETE' } }), { confirm: 'delete' })).toMatch(/^Invalid/);
  });

  test('Arguments that are doubly encoded as JSON text are decoded, with a note', async () => {
    const check = new ArgumentCheck({ limits: defaultLimits, parameterNames: {}, log: recordingLog() });
    const tool: Tool = { name: 'tool', description: 'd', schema: object({ a: { type: 'integer' } }), invoke: () => 1 };
    const checked = await check.check(tool, decodeArguments(JSON.stringify('{"a":1}'), {}));
    expect(checked).toEqual({
      ok: true,
      args: { a: 1 },
      notes: [{ kind: 'coerced', path: '', how: 'JSON text to object' }],
    });
  });

  proves(
    'S2.params.snake',
    'A parameter name is kept wherever the schema declares it, and no argument is lost',
    async () => {
      const mcp = { server: 'zwave' };
      const declaring = [
        { $defs: { A: object({ device_name: {} }) }, $ref: '#/$defs/A' },
        { allOf: [object({ device_name: {} })] },
        { anyOf: [object({ device_name: {} }), object({ id: {} })] },
        { type: 'object', required: ['device_name'] },
      ];
      for (const schema of declaring)
        expect(await result(schema, { device_name: 'x' }, {}, mcp)).toEqual({ device_name: 'x' });
      expect(await result({}, { a_b: 1, a__b: 2, aB: 3 }, {}, mcp)).toEqual({ a_b: 1, a__b: 2, aB: 3 });
      expect(await result({}, { MY_VAR: 1, path_2: 2 }, {}, mcp)).toEqual({ MY_VAR: 1, path2: 2 });
    },
  );
});

describe('error messages', () => {
  test('Error messages show the expected shape of objects, nullable objects, tuples and alternatives', async () => {
    expect(await result(object({ filter: { type: 'object' } }, { required: ['filter'] }), {})).toContain(
      'filter: missing, expected object',
    );
    expect(
      await result(object({ at: { type: ['object', 'null'], properties: { x: { type: 'number' } } } }), { at: 1 }),
    ).toContain('expected { "x"?: number } | null');
    expect(
      await result(object({ p: { prefixItems: [{ type: 'number' }, { type: 'string' }], type: 'array' } }), {
        p: true,
      }),
    ).toContain('[number, string]');
    const either = object(
      { id: { type: 'string' }, email: { type: 'string' } },
      { anyOf: [{ required: ['id'] }, { required: ['email'] }] },
    );
    expect(await result(either, {})).toBe(
      'Invalid arguments for "tool":\n- needs id, or email\nExpected: { "id"?: string, "email"?: string }',
    );
  });
});
