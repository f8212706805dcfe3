import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { proves } from '../../../test/requirements.ts';
import { defaultLimits, silentLog, type Tool, type ToolSchema, tell } from '../../core/index.ts';
import { ArgumentCheck, type Checked, decodeArguments } from './index.ts';

/** Checks arguments: a value, or the JSON text that a model wrote. */
async function check(schema: ToolSchema, args: unknown, metadata?: object): Promise<Checked> {
  const checker = new ArgumentCheck({ limits: defaultLimits, parameterNames: {}, log: silentLog });
  const tool = { name: 'tool', description: 'd', schema, invoke: () => 1, ...(metadata && { metadata }) } as Tool;
  return checker.check(tool, decodeArguments(args, {}));
}

async function result(schema: ToolSchema, args: unknown, metadata?: object): Promise<unknown> {
  const checked = await check(schema, args, metadata);
  return checked.ok ? checked.args : tell(checked.failure);
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

describe('null', () => {
  test('Null for an optional parameter means that the parameter is absent', async () => {
    for (const schema of [
      text,
      { type: 'integer' },
      { enum: ['a'] },
      { anyOf: [text, { type: 'array' }] },
      object({}),
    ]) {
      expect(await check(object({ a: schema, b: text }), { a: null, b: 'x' })).toEqual({
        ok: true,
        args: { b: 'x' },
        notes: [{ kind: 'coerced', path: 'a', how: 'null to absent' }],
      });
    }
  });

  test('If arguments without the null are invalid, too, the error message says why', async () => {
    const integers = { a: { type: 'integer' }, b: { type: 'integer' } };
    const told = await result(object(integers, { dependentRequired: { b: ['a'] } }), { a: null, b: 1 });
    expect(told).toMatch(
      /^Invalid arguments for "tool":\n- a: expected integer, got null\n- .*property a when property b is present, got an object\nExpected/,
    );
    expect(await result(object(integers, { minProperties: 1 }), { a: null })).toMatch(
      /:\n- a: expected integer, got null\n- .*fewer than 1 properties, got an object\nExpected/,
    );
  });

  test('Null means absent at every level, by reference and in the chosen branch of a union', async () => {
    const leg = object({ from: text, via: text }, { required: ['from'] });
    const schema = object(
      { trip: { anyOf: [{ $ref: '#/$defs/trip' }, text] } },
      { $defs: { trip: object({ legs: { items: leg } }) } },
    );
    expect(await result(schema, { trip: { legs: [{ from: 'a', via: null }] } })).toEqual({
      trip: { legs: [{ from: 'a' }] },
    });
  });

  test('Null is kept if the parameter is nullable', async () => {
    expect(await check(object({ a: { type: ['string', 'null'] } }), { a: null })).toEqual({
      ok: true,
      args: { a: null },
      notes: [],
    });
  });

  test('Null for a required parameter is an error about that parameter', async () => {
    const schema = object({ a: text, b: text }, { required: ['a'] });
    expect(await result(schema, { a: null, b: null })).toBe(
      'Invalid arguments for "tool":\n- a: expected string, got null\nExpected: { "a": string, "b"?: string }',
    );
  });

  test('Null for an entry of a map or an item of a list is an error, because an entry is not a parameter', async () => {
    const map = object({ labels: { type: 'object', additionalProperties: text } });
    expect(await result(map, { labels: { a: null } })).toMatch(/labels\.a: expected string, got null/);
    expect(await result(object({ a: { items: text } }), { a: [null] })).toMatch(/a\[0\]: expected string, got null/);
  });

  test('Null for an optional parameter of a zod schema means absent, and its default applies', async () => {
    const schema = z.object({ a: z.string().default('usual'), b: z.string().optional() });
    expect(await result(schema, { a: null, b: null })).toEqual({ a: 'usual' });
  });

  test('The text "null" means null for a nullable parameter that is no text', async () => {
    for (const schema of [
      { type: ['integer', 'null'] },
      { anyOf: [{ type: 'array' }, { type: 'null' }] },
      { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
      { type: 'boolean', nullable: true },
      { enum: ['A', 'B', null] },
      { type: ['string', 'null'], enum: ['A', 'B', null] },
    ]) {
      expect(await check(object({ a: schema }, { required: ['a'] }), { a: 'null' })).toEqual({
        ok: true,
        args: { a: null },
        notes: [{ kind: 'coerced', path: 'a', how: 'text to null' }],
      });
    }
  });

  test('The text "null" stays a text for a parameter that accepts text, and is an error if null is not allowed', async () => {
    expect(await result(object({ a: { type: ['string', 'null'] } }), { a: 'null' })).toEqual({ a: 'null' });
    expect(await result(object({ a: { enum: ['null', null] } }), { a: 'null' })).toEqual({ a: 'null' });
    const numeric = { anyOf: [{ type: 'string', pattern: '^[0-9]+$' }, { type: 'null' }] };
    expect(await result(object({ a: numeric }), { a: 'null' })).toMatch(/^Invalid/);
    expect(await result(object({ a: { type: 'integer' } }), { a: 'null' })).toMatch(/^Invalid/);
  });
});

describe('numbers for text', () => {
  test('A number for a text parameter becomes text', async () => {
    expect(await check(object({ order_id: text }), { order_id: 12 })).toEqual({
      ok: true,
      args: { order_id: '12' },
      notes: [{ kind: 'coerced', path: 'order_id', how: 'number to text' }],
    });
    expect(await result(object({ a: { enum: ['1', '2'] } }), { a: 2 })).toEqual({ a: '2' });
    expect(await result(object({ a: { items: text } }), { a: [1, 'x'] })).toEqual({ a: ['1', 'x'] });
    expect(await result(object({ a: { anyOf: [text, { items: text, type: 'array' }] } }), { a: 7 })).toEqual({
      a: '7',
    });
    expect(await result(object({ a: { anyOf: [text, { type: 'integer' }] } }), { a: 7 })).toEqual({ a: 7 });
    expect(await result(z.object({ a: z.string() }), '{"a":1.50}')).toEqual({ a: '1.50' });
  });

  test('The text has exactly the digits that the model wrote', async () => {
    for (const digits of ['1.10', '1e3', '-0', '0.1000000000000000055', '12345678901234567890', '1E+400', '5']) {
      expect([digits, await result(object({ id: text }), `{"id": ${digits} }`)]).toEqual([digits, { id: digits }]);
      expect(await result(object({ orderId: text }), `{"order_id":${digits}}`, { server: 's' })).toEqual({
        orderId: digits,
      });
      expect(await result(object({ all: { items: object({ id: text }) } }), `{"all":[{"id":${digits}}]}`)).toEqual({
        all: [{ id: digits }],
      });
    }
  });

  test('A number whose digits are not known becomes text only if JavaScript cannot have rounded it', async () => {
    expect(await result(object({ id: text }), { id: 9007199254740991 })).toEqual({ id: '9007199254740991' });
    for (const rounded of [2 ** 53, 1e23, Number.POSITIVE_INFINITY]) {
      expect(await result(object({ id: text }), { id: rounded })).toMatch(/- id: expected string, got /);
    }
  });

  test('A number that JavaScript cannot represent is still refused where the schema does not ask for text', async () => {
    const big = '12345678901234567890';
    for (const schema of [
      {},
      object({ id: { type: 'integer' } }),
      object({ id: {} }),
      object({ id: { type: ['integer', 'string'] } }),
    ]) {
      expect(await result(schema, `{"id":${big}}`)).toMatch(
        /the number 12345678901234567890 cannot be represented exactly/,
      );
    }
    const both = object({ id: text, count: { type: 'integer' } });
    expect(await result(both, `{"id":${big},"count":${big}}`)).toMatch(/cannot be represented exactly/);
    expect(await result(both, `{"id":${big},"count":true}`)).toMatch(/cannot be represented exactly/);
    expect(await result(z.object({ id: z.string() }), `{"id":${big}}`)).toMatch(/cannot be represented exactly/);
  });

  test('A boolean for a text parameter is an error, because languages spell it differently', async () => {
    expect(await result(object({ a: text }), { a: true })).toMatch(/expected string, got the boolean true/);
  });

  test('Any JSON number for a text parameter becomes the text that was written', async () => {
    const number = fc.tuple(
      fc.bigInt(),
      fc.option(fc.stringMatching(/^[0-9]{1,30}$/)),
      fc.option(fc.integer({ min: -400, max: 400 })),
    );
    await fc.assert(
      fc.asyncProperty(number, async ([whole, fraction, exponent]) => {
        const digits = `${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`;
        expect(await result(object({ id: text }), `{"id":${digits}}`)).toEqual({ id: digits });
      }),
    );
  });
});

const circle = object({ kind: { const: 'Circle' }, radius: { type: 'number' } }, { required: ['kind', 'radius'] });
const square = object(
  { kind: { const: 'Square' }, side: { type: 'integer' }, label: text },
  { required: ['kind', 'side'] },
);
const shapes = { oneOf: [circle, square, { type: 'null' }] };
const inline = object({ shape: shapes });
const byReference = object(
  { shape: { anyOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }, { type: 'null' }] } },
  { $defs: { circle, square } },
);

describe('unions', () => {
  test('Letter case is corrected in the values and the discriminators of unions', async () => {
    const literals = { anyOf: [{ const: 'asc' }, { const: 'desc' }, { type: 'null' }] };
    expect(await check(object({ order: literals }), { order: 'ASC' })).toEqual({
      ok: true,
      args: { order: 'asc' },
      notes: [{ kind: 'coerced', path: 'order', how: 'letter case' }],
    });
    expect(await result(object({ a: { anyOf: [{ enum: ['X', 'Y'] }, { enum: ['Y', 'Z'] }] } }), { a: 'y' })).toEqual({
      a: 'Y',
    });
    for (const schema of [inline, byReference]) {
      expect(await check(schema, { shape: { kind: 'circle', radius: 1 } })).toEqual({
        ok: true,
        args: { shape: { kind: 'Circle', radius: 1 } },
        notes: [{ kind: 'coerced', path: 'shape.kind', how: 'letter case' }],
      });
    }
    const zod = z.object({
      s: z.discriminatedUnion('t', [z.object({ t: z.literal('A') }), z.object({ t: z.literal('B') })]),
    });
    expect(await result(zod, { s: { t: 'b' } })).toEqual({ s: { t: 'B' } });
  });

  test('The letter case of a single constant is not corrected, because it may be a confirmation', async () => {
    expect(await result(object({ confirm: { const: 'DELETE' } }), { confirm: 'delete' })).toMatch(/^Invalid/);
    const nullable = { anyOf: [{ const: 'DELETE' }, { type: 'null' }] };
    expect(await result(object({ confirm: nullable }), { confirm: 'delete' })).toMatch(/^Invalid/);
  });

  test('Values are converted for the branch that the value is nearest to', async () => {
    const a = object({ kind: { const: 'a' }, id: { type: 'integer' } }, { required: ['kind'] });
    const b = object({ kind: { const: 'b' }, id: text, on: { type: 'boolean' } }, { required: ['kind'] });
    const schema = object({ it: { anyOf: [a, b] } });
    expect(await result(schema, { it: { kind: 'a', id: '5' } })).toEqual({ it: { kind: 'a', id: 5 } });
    expect(await result(schema, { it: { kind: 'B', id: 5, on: 'true' } })).toEqual({
      it: { kind: 'b', id: '5', on: true },
    });
    expect(await result(schema, { it: '{"kind":"b","id":"5","on":null}' })).toEqual({ it: { kind: 'b', id: '5' } });
  });

  test('The error message shows the problems of the branch that the value names, and lists the branches', async () => {
    const expected = (of: string) => `Expected: ${of}`;
    for (const schema of [inline, byReference]) {
      const told = await result(schema, { shape: { kind: 'Square', label: 'x', radius: 3 } });
      expect(told).toBe(
        [
          'Invalid arguments for "tool":',
          '- shape: must be one of { "kind": "Circle", … } | { "kind": "Square", … }; the nearest is { "kind": "Square", … }, with these problems:',
          '- shape.side: missing, expected integer',
          expected(
            '{ "shape"?: { "kind": "Circle", "radius": number } | { "kind": "Square", "side": integer, "label"?: string } | null }',
          ),
        ].join('\n'),
      );
    }
  });

  test('Without a discriminator, the branch with the fewest problems is shown', async () => {
    const byName = object(
      { name: text, email: text, age: { type: 'integer' } },
      { required: ['name', 'email', 'age'] },
    );
    const byId = object({ id: { type: 'integer' } }, { required: ['id'], additionalProperties: false });
    const schema = { anyOf: [byName, byId] };
    const told = await result(schema, { name: 'x', age: 'old', email: 'e' });
    expect(told).toMatch(/^- must be one of \{ "name": string, .* \| \{ "id": integer \}; the nearest is \{ "name"/m);
    expect(told).toMatch(/^- age: expected integer, got the string "old"$/m);
    expect(told).not.toMatch(/- id: missing/);
  });

  test('If only one branch accepts the type of the value, the error message shows just its problems', async () => {
    const schema = object({ shape: { anyOf: [circle, { type: 'null' }, text] } });
    expect(await result(schema, { shape: { kind: 'Circle' } })).toMatch(
      /^Invalid arguments for "tool":\n- shape\.radius: missing, expected number\nExpected/,
    );
  });

  test('A nested union is reported for the nearest branch only', async () => {
    const inner = object({ by: { const: 'inner' }, shape: shapes }, { required: ['by', 'shape'] });
    const other = object({ by: { const: 'other' }, x: text }, { required: ['by', 'x'] });
    const told = await result(object({ it: { oneOf: [other, inner] } }), {
      it: { by: 'inner', shape: { kind: 'Circle' } },
    });
    expect(told).toMatch(
      /- it: must be one of .*"other".*\n- it\.shape: must be one of .*"Circle".*\n- it\.shape\.radius: missing/,
    );
    expect(told).not.toMatch(/it\.x/);
  });

  proves('L9', 'Unions that multiply the errors of a value are reported in time', async () => {
    const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
    const branch = (n: number) =>
      object({ k: { const: n }, v: { anyOf: many(10, (m) => object({ w: { const: m } })) } });
    const schema = object({ list: { items: { anyOf: many(40, branch) } } });
    const startedAt = performance.now();
    const told = await result(schema, { list: many(500, () => ({ k: 'x', v: { w: 'y' } })) });
    expect(told).toMatch(/^Invalid|takes too long/);
    expect((told as string).length).toBeLessThan(6_000);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

test('If a conversion makes the arguments invalid in another place, the error message shows both problems', async () => {
  const schema = object({ list: { type: 'array', items: text, uniqueItems: true } });
  expect(await result(schema, { list: [1, '1'] })).toMatch(
    /:\n- list\[0\]: expected string, got the number 1\n- list: must not contain the same item twice, got an array\nExpected/,
  );
});

test('A batch of a thousand wrong values is corrected; a longer one is refused', async () => {
  const row = object({
    id: { type: 'integer' },
    note: text,
    of: { anyOf: [object({ n: { type: 'integer' } }), text] },
  });
  const schema = object({ ids: { items: text }, rows: { items: row } });
  const batch = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
  expect(
    await result(schema, {
      ids: batch(300, (n) => n),
      rows: batch(350, (id) => ({ id, note: null, of: { n: `${id}` } })),
    }),
  ).toEqual({ ids: batch(300, String), rows: batch(350, (id) => ({ id, of: { n: id } })) });
  expect(await result(schema, { ids: batch(1_001, (n) => n) })).toMatch(/- ids\[1000\]: expected string/);
});
