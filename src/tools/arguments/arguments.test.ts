import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { recordingLog } from '../../../test/recording-log.ts';
import { proves } from '../../../test/requirements.ts';
import { defaultLimits, type Limits, type Tool, type ToolSchema, tell } from '../../core/index.ts';
import { ArgumentCheck, type Checked, decodeArguments, type ParameterNames } from './index.ts';

interface Setting {
  readonly limits?: Partial<Limits>;
  readonly parameterNames?: ParameterNames;
  readonly metadata?: object;
}

function checker(schema: ToolSchema, { limits, parameterNames = {}, metadata }: Setting = {}) {
  const log = recordingLog();
  const check = new ArgumentCheck({ limits: { ...defaultLimits, ...limits }, parameterNames, log });
  const tool = { name: 'tool', description: 'd', schema, invoke: () => 1, ...(metadata ? { metadata } : {}) } as Tool;
  return { log, tool, check: async (args: unknown): Promise<Checked> => check.check(tool, decodeArguments(args, {})) };
}

/** Returns the arguments that the tool would get, or the text of the failure. */
async function result(schema: ToolSchema, args: unknown, setting?: Setting): Promise<unknown> {
  const checked = await checker(schema, setting).check(args);
  return checked.ok ? checked.args : tell(checked.failure);
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('decoding', () => {
  test('Arguments may be JSON text, and missing or blank arguments become an empty object', async () => {
    const schema = object({ a: { type: 'integer' } });
    expect(await result(schema, '{"a":1}')).toEqual({ a: 1 });
    for (const nothing of [undefined, null, '', '  ']) expect(await result(schema, nothing)).toEqual({});
  });

  test('Arguments that are not an object are rejected, and the message names their type', async () => {
    const schema = object({ a: { type: 'integer' } });
    for (const [args, got] of [
      [[1], 'an array'],
      [7, 'the number 7'],
      [true, 'the boolean true'],
    ]) {
      expect(await result(schema, args)).toBe(
        `Invalid arguments for "tool":\n- expected { "a"?: integer }, got ${got}\nExpected: { "a"?: integer }`,
      );
    }
  });

  test('Numbers that JavaScript cannot represent exactly are rejected, not rounded', async () => {
    const schema = object({ id: { type: 'integer' } });
    expect(await result(schema, '{"id":9007199254740993}')).toMatch(
      /the number 9007199254740993 cannot be represented exactly/,
    );
    expect(await result({}, '{"id":1e999}')).toMatch(/the number 1e999 cannot be represented/);
    expect(await result({}, `{"id":1${'0'.repeat(400)}}`)).toMatch(/cannot be represented/);
    expect(await result({}, '{"id":')).toMatch(/not usable JSON/);
    expect(await result(schema, '{"id":9007199254740992}')).toEqual({ id: 9007199254740992 });
    expect(await result(schema, { id: '9007199254740993' })).toMatch(/^Invalid arguments/);
  });
});

describe('coercion', () => {
  const cases: [string, object, unknown, unknown][] = [
    ['text to number', { type: 'integer' }, '5', 5],
    ['text to number', { type: 'number' }, ' -1.5e3 ', -1500],
    ['text to boolean', { type: 'boolean' }, 'True', true],
    ['text to boolean', { type: 'boolean' }, 'false', false],
    ['JSON text to object', { type: 'object', properties: { b: { type: 'string' } } }, '{"b":"x"}', { b: 'x' }],
    ['JSON text to array', { type: 'array', items: { type: 'string' } }, '["x","y"]', ['x', 'y']],
    ['single value to array', { type: 'array', items: { type: 'string' } }, 'x', ['x']],
    ['single value to array', { type: 'array', items: { type: 'object' } }, { b: 1 }, [{ b: 1 }]],
    ['letter case', { enum: ['Celsius', 'Kelvin'] }, 'celsius', 'Celsius'],
    ['text to number', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '5', 5],
    ['text to number', { type: ['integer', 'null'] }, '5', 5],
  ];
  for (const [how, schema, from, to] of cases) {
    test(`Coercion (${how}) accepts ${JSON.stringify(from)} for ${JSON.stringify(schema)} and notes it`, async () => {
      const given = { a: from };
      const checked = await checker(object({ a: schema })).check(given);
      expect(checked).toEqual({ ok: true, args: { a: to }, notes: [{ kind: 'coerced', path: 'a', how }] });
      expect(given).toEqual({ a: from });
    });
  }

  test('Several values are coerced in one call, including nested values inside JSON text', async () => {
    const schema = object({
      legs: { type: 'array', items: object({ seats: { type: 'integer' }, cls: { enum: ['economy'] } }) },
    });
    const checked = await checker(schema).check({ legs: '{"seats":"2","cls":"Economy"}' });
    expect(checked).toMatchObject({ ok: true, args: { legs: [{ seats: 2, cls: 'economy' }] } });
    expect(checked.notes).toEqual([
      { kind: 'coerced', path: 'legs', how: 'JSON text to array' },
      { kind: 'coerced', path: 'legs[0].seats', how: 'text to number' },
      { kind: 'coerced', path: 'legs[0].cls', how: 'letter case' },
    ]);
  });

  test('Coercion is rejected unless all arguments then pass the check', async () => {
    const schema = object({ a: { type: 'integer', minimum: 10 }, b: { type: 'string' } });
    expect(await result(schema, { a: '5' })).toMatch(/a: expected integer \(at least 10\), got the string "5"/);
    expect(await result(schema, { a: '50', b: true })).toMatch(/b: expected string, got the boolean true/);
  });

  test('A value that is already valid is never coerced', async () => {
    const schema = object({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, b: { type: 'string' } });
    expect(await result(schema, { a: '5', b: '{"x":1}' })).toEqual({ a: '5', b: '{"x":1}' });
  });

  test('Ambiguous text is not coerced: empty text, hexadecimal, words, or two spellings that differ only in case', async () => {
    for (const text of ['', ' ', '0x10', '1_000', '5 apples', 'NaN', 'Infinity', '1e999', '٥', '+5', '.5', '05']) {
      expect(await result(object({ a: { type: 'number' } }), { a: text })).toMatch(/^Invalid/);
    }
    expect(await result(object({ a: { type: 'boolean' } }), { a: 'yes' })).toMatch(/^Invalid/);
    expect(await result(object({ a: { type: 'boolean' } }), { a: 1 })).toMatch(/^Invalid/);
    expect(await result(object({ a: { type: 'string' } }), { a: true })).toMatch(/^Invalid/);
    expect(await result(object({ a: { enum: ['on', 'ON'] } }), { a: 'On' })).toMatch(/^Invalid/);
    expect(await result(object({ a: { type: 'array' } }, { required: ['a'] }), { a: null })).toMatch(/^Invalid/);
  });

  test('Arguments for a zod schema are coerced in the same way, and zod makes the final decision', async () => {
    const schema = z.object({
      n: z.number().int(),
      tags: z.array(z.string()),
      even: z.number().refine((n) => n % 2 === 0, 'must be even'),
    });
    expect(await result(schema, { n: '3', tags: 'x', even: '4' })).toEqual({ n: 3, tags: ['x'], even: 4 });
    expect(await result(schema, { n: 3, tags: [], even: 5 })).toMatch(
      /- even: must be even\nExpected: \{ "n": integer/,
    );
  });
});

describe('schemas', () => {
  test('Schemas of zod 4, zod 3 and any Standard Schema library are checked', async () => {
    const zod = z.object({ a: z.string(), n: z.number().default(3) });
    expect(await result(zod, { a: 'x' })).toEqual({ a: 'x', n: 3 });
    expect(await result(zod, {})).toMatch(/- a: missing, expected string\nExpected: \{ "a": string, "n"\?: number \}/);
    const old = z3.object({ a: z3.string() });
    expect(await result(old, { a: 'x' })).toEqual({ a: 'x' });
    expect(await result(old, { a: true })).toMatch(
      /- a: expected string, got the boolean true\nExpected: \{ "a": string \}/,
    );
    const standard = {
      '~standard': {
        version: 1,
        vendor: 'mine',
        validate: (value: { a?: unknown }) =>
          typeof value.a === 'string' ? { value } : { issues: [{ message: 'needs a', path: [{ key: 'a' }] }] },
      },
    };
    expect(await result(standard, { a: 'x' })).toEqual({ a: 'x' });
    expect(await result(standard, {})).toMatch(/- a: needs a/);
  });

  test('A schema is read as draft 2020-12, or as draft 7 if it names draft 7 or is valid only there', async () => {
    const tuple2020 = object({ p: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] } });
    expect(await result(tuple2020, { p: [1, true] })).toMatch(/- p\[1\]: expected string/);
    const tuple7 = object({ p: { type: 'array', items: [{ type: 'integer' }, { type: 'string' }] } });
    expect(await result(tuple7, { p: [1, true] })).toMatch(/- p\[1\]: expected string/);
    const named = { $schema: 'http://json-schema.org/draft-07/schema#', ...tuple7 };
    expect(await result(named, { p: [1, 'x'] })).toEqual({ p: [1, 'x'] });
    expect(await result({ $schema: 'https://example.invalid/own', type: 'object' }, {})).toEqual({});
  });

  test('The schema true allows all arguments and the schema false allows none', async () => {
    expect(await result(true, { any: 1 })).toEqual({ any: 1 });
    expect(await result(false, {})).toMatch(/^Invalid/);
  });

  test('Local references and recursive definitions are followed', async () => {
    const schema = {
      $defs: {
        node: {
          type: 'object',
          properties: { v: { type: 'integer' }, next: { $ref: '#/$defs/node' } },
          required: ['v'],
        },
      },
      $ref: '#/$defs/node',
    };
    expect(await result(schema, { v: 1, next: { v: 2, next: { v: 3 } } })).toMatchObject({ v: 1 });
    expect(await result(schema, { v: 1, next: { next: {} } })).toMatch(/- next\.v: missing, expected integer/);
  });

  test('References to the schema root and to anchors are followed', async () => {
    const tree = object(
      { v: { type: 'integer' }, left: { $ref: '#' }, right: { $recursiveRef: '#' } },
      { required: ['v'] },
    );
    expect(await result(tree, { v: 1, left: { v: 2 }, right: { v: 3, left: { v: 4 } } })).toMatchObject({ v: 1 });
    expect(await result(tree, { v: 1, right: { left: { v: 'x' } } })).toMatch(/right\.v: missing/);
    const anchored = object({ a: { $ref: '#leaf' } }, { $defs: { x: { $anchor: 'leaf', type: 'integer' } } });
    expect(await result(anchored, { a: 'no' })).toMatch(/a: expected integer/);
  });

  test('Two different schemas may have the same $id', async () => {
    const { check } = checker({ $id: 'https://example.invalid/a', type: 'object' });
    expect(await check({})).toMatchObject({ ok: true });
    expect(await result({ $id: 'https://example.invalid/a', type: 'object', required: ['x'] }, {})).toMatch(
      /x: missing/,
    );
  });

  test('Parameters named like properties of Object.prototype are treated like any others', async () => {
    const schema = {
      type: 'object',
      properties: { constructor: { type: 'string' } },
      required: ['toString'],
      additionalProperties: false,
    };
    expect(await result(schema, {})).toMatch(/- toString: missing/);
    expect(await result(object({ constructor: { type: 'string' } }), {})).toEqual({});
    const polluting = JSON.parse('{"__proto__":{"polluted":true},"a":1}');
    const passed = await result({ type: 'object' }, polluting);
    expect(Object.keys(passed as object)).toEqual(['__proto__', 'a']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('hostile schemas', () => {
  const refusal = async (schema: object, args: unknown = {}) => result(schema, args);

  test('A schema with a reference to another document is rejected, and nothing is fetched', async () => {
    for (const $ref of [
      'http://169.254.169.254/x',
      'file:///etc/passwd',
      'other.json',
      'https://json-schema.org/draft/2020-12/schema',
    ]) {
      expect(await refusal(object({ a: { $ref } }))).toMatch(
        /schema is not usable \(\$ref ".*" points outside the schema/,
      );
    }
    expect(await refusal({ $dynamicRef: 'x' })).toMatch(/\$ref "x" points outside/);
    expect(await result(object({ $ref: { type: 'string' } }), { $ref: 'http://x' })).toEqual({ $ref: 'http://x' });
    expect(await result(object({ a: { enum: [{ $ref: 'http://x' }] } }), {})).toEqual({});
  });

  test('A schema that is too large, has too many parts or is nested too deep is rejected', async () => {
    expect(await refusal({ enum: ['x'.repeat(200_000)] })).toMatch(/larger than 131072 bytes/);
    expect(await refusal(object(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`p${n}`, {}]))))).toMatch(
      /more than 2000 parts/,
    );
    let deep: object = {};
    for (let level = 0; level < 100_000; level++) deep = { not: deep };
    expect(await refusal(deep)).toMatch(/nested deeper than 64 levels/);
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic.properties = { self: cyclic };
    expect(await refusal(cyclic)).toMatch(/nested deeper than 64 levels/);
  });

  test('An invalid schema is rejected with a reason', async () => {
    expect(await refusal({ type: 'objekt' })).toMatch(
      /^The tool "tool" cannot be called: its parameter schema is not usable/,
    );
    expect(await refusal({ properties: 7 })).toMatch(/not usable/);
    expect(await refusal({ $ref: '#/nowhere' })).toMatch(/not usable/);
  });

  test('A schema whose references form an endless loop is rejected', async () => {
    expect(await refusal({ $ref: '#' })).toMatch(/not usable/);
    expect(await refusal({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' })).toMatch(
      /not usable/,
    );
  });

  test('A small schema with exponential cost is stopped in time', async () => {
    const $defs: Record<string, object> = { d0: { type: 'object', required: ['never'] } };
    for (let level = 1; level <= 40; level++) {
      const $ref = `#/$defs/d${level - 1}`;
      $defs[`d${level}`] = { anyOf: [{ $ref }, { $ref }] };
    }
    const startedAt = performance.now();
    expect(await refusal({ $defs, $ref: '#/$defs/d40' })).toMatch(/takes too long/);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('Patterns run in linear time; a pattern that cannot is not enforced and is logged once', async () => {
    const startedAt = performance.now();
    const schema = object({ a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '^[0-9]+$' } });
    expect(await result(schema, { a: `${'a'.repeat(50_000)}!` })).toMatch(/must match pattern/);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(await result(schema, { a: 'aa', b: 'x' })).toMatch(/- b: must match pattern/);
    const { check, log } = checker(object({ a: { type: 'string', pattern: '^(?=x)' } }));
    expect(await check({ a: 'y' })).toMatchObject({ ok: true });
    await check({ a: 'y' });
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { warnings: [expect.stringContaining('(?=x)')] } }]);
  });

  test('The log says that a pattern is not enforced because it is too large', async () => {
    const { check, log } = checker(object({ a: { type: 'string', pattern: '^a{1,1000}b{1,1000}c{1,1000}$' } }));
    expect(await check({ a: 'x' })).toMatchObject({ ok: true });
    const [line] = log.lines;
    expect(line?.fields).toMatchObject({ warnings: [expect.stringMatching(/too large to compile quickly/)] });
  });

  test('Checking uniqueItems takes linear time and compares items correctly', async () => {
    const schema = object({ a: { type: 'array', uniqueItems: true } });
    const items = Array.from({ length: 6_000 }, (_, n) => ({ n, s: 'x' }));
    const startedAt = performance.now();
    expect(await result(schema, { a: items })).toEqual({ a: items });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(
      await result(schema, {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      }),
    ).toMatch(/same item twice/);
    expect(await result(schema, { a: [1, '1', true, 'true', null, 'null', [1], { 0: 1 }] })).toBeInstanceOf(Object);
  });

  test('Arguments with too many values or too many levels are rejected', async () => {
    expect(
      await result(
        {},
        Array.from({ length: 30_000 }, () => 0),
      ),
    ).toMatch(/more than 20000 values/);
    let deep: unknown = 1;
    for (let level = 0; level < 1_000; level++) deep = [deep];
    expect(await result({}, { deep })).toMatch(/nested deeper than 64 levels/);
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(await result({}, cyclic)).toMatch(/nested deeper/);
    expect(await result({}, '['.repeat(100_000))).toMatch(/not usable JSON: it is nested deeper than 64 levels/);
  });

  test('A schema library that throws or rejects makes the call fail, not the gateway', async () => {
    const throwing = {
      '~standard': {
        validate: () => {
          throw new Error('boom');
        },
      },
    };
    expect(await result(throwing, {})).toMatch(/not usable \(boom\)/);
    const rejecting = { '~standard': { validate: () => Promise.reject(new Error('boom')) } };
    expect(await result(rejecting, {})).toMatch(/not usable \(boom\)/);
  });
});

describe('error messages', () => {
  test('A parameter without an allowed value is shown as "nothing"', async () => {
    expect(await result(object({ a: { enum: [] } }), { a: 1 })).toContain('Expected: { "a"?: nothing }');
  });

  test('The error message names each wrong or missing parameter, its type and the expected shape, but no secret', async () => {
    const schema = object(
      {
        from: { type: 'string' },
        when: { type: 'string', format: 'date' },
        seats: { type: 'integer', minimum: 1, maximum: 9 },
        cls: { enum: ['economy', 'business'] },
        trip: object({ legs: { type: 'array', items: object({ to: { type: 'string' } }, { required: ['to'] }) } }),
        password: { type: 'integer' },
      },
      { required: ['from', 'when'], additionalProperties: false },
    );
    expect(
      await result(schema, { form: 'x', seats: 12, cls: 'first', trip: { legs: [{}] }, password: 'hunter2' }),
    ).toBe(
      [
        'Invalid arguments for "tool":',
        '- from: missing, expected string (you wrote "form")',
        '- when: missing, expected string (date)',
        '- form: is not a parameter of this tool; did you mean "from"?',
        '- seats: must be <= 9, got the number 12',
        '- cls: expected "economy" | "business", got the string "first"',
        '- trip.legs[0].to: missing, expected string',
        'Expected: { "from": string, "when": string (date), "seats"?: integer (1 to 9), "cls"?: "economy" | "business", "trip"?: { "legs"?: [{ "to": string }, …] }, "password"?: integer }',
      ].join('\n'),
    );
    expect(await result(object({ password: { type: 'integer' } }), { password: 'hunter2' })).not.toContain('hunter2');
  });

  test('The error message omits problems that coercion could fix', async () => {
    const schema = object({
      value: { type: 'number' },
      to: { enum: ['celsius'] },
      tags: { type: 'array', items: { type: 'integer' } },
    });
    expect(await result(schema, { value: '20', to: 'rankine', tags: 'x' })).toBe(
      'Invalid arguments for "tool":\n- to: expected "celsius", got the string "rankine"\n- tags: expected [integer, …], got the string "x"\nExpected: { "value"?: number, "to"?: "celsius", "tags"?: [integer, …] }',
    );
  });

  test('The error message for a missing parameter points out a misspelt name', async () => {
    const schema = object({ count: { type: 'integer' } }, { required: ['count'] });
    expect(await result(schema, { cuont: 3 })).toContain('- count: missing, expected integer (you wrote "cuont")');
    expect(await result(schema, { other: 3 })).toContain('- count: missing, expected integer\n');
  });

  test('A value that matches no branch of a union is reported as one problem', async () => {
    const schema = object({
      at: { anyOf: [{ type: 'integer' }, object({ x: { type: 'number' } }, { required: ['x'] })] },
    });
    expect(await result(schema, { at: true })).toBe(
      'Invalid arguments for "tool":\n- at: expected integer | { "x": number }, got the boolean true\nExpected: { "at"?: integer | { "x": number } }',
    );
  });

  test('The error message stays short for a large schema with many mistakes', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [
        `parameter_number_${n}`,
        { type: 'integer', description: 'x'.repeat(100) },
      ]),
    );
    const told = await result(object(properties, { required: Object.keys(properties) }), {});
    expect((told as string).length).toBeLessThan(1_500);
  });
});

describe('parameter names', () => {
  const mcp = { metadata: { server: 'zwave', tool: 'control_zwave_device' } };
  const schema = object({ deviceName: { type: 'string' }, action: { type: 'string' }, level: {}, device_id: {} });

  proves(
    'S2.params.snake',
    'Parameters of MCP tools are renamed from snake_case to camelCase, unless the schema declares the snake_case name',
    async () => {
      const { check } = checker(schema, mcp);
      expect(await check({ device_name: 'x', device_id: 7, new_parameter_name: 1, level: 5 })).toEqual({
        ok: true,
        args: { deviceName: 'x', device_id: 7, newParameterName: 1, level: 5 },
        notes: [
          { kind: 'renamed', from: 'device_name', to: 'deviceName' },
          { kind: 'renamed', from: 'new_parameter_name', to: 'newParameterName' },
        ],
      });
    },
  );

  proves(
    'S2.params.static',
    'Parameter names from the settings apply first, whether the tool is given as server::tool or by its name',
    async () => {
      for (const key of ['zwave::control_zwave_device', 'tool']) {
        const parameterNames = { [key]: { device_name: 'deviceName', command: 'action' } };
        expect(await result(schema, { device_name: 'Switch One', command: 'on' }, { ...mcp, parameterNames })).toEqual({
          deviceName: 'Switch One',
          action: 'on',
        });
      }
    },
  );

  proves('S2.params.pass', 'Parameters of custom tools, and names without underscores, are not renamed', async () => {
    expect(await result({}, { device_name: 'x', new_parameter_name: 1 })).toEqual({
      device_name: 'x',
      new_parameter_name: 1,
    });
    expect(await result({}, { level: 1, deviceName: 'x' }, mcp)).toEqual({ level: 1, deviceName: 'x' });
  });

  test('Renaming overwrites no argument and keeps names with leading, trailing or double underscores', async () => {
    expect(await result({}, { device_name: 'a', deviceName: 'b' }, mcp)).toEqual({ device_name: 'a', deviceName: 'b' });
    expect(await result({}, { _private: 1, trailing_: 2, __proto___x: 3, a__b: 4 }, mcp)).toEqual({
      _private: 1,
      trailing_: 2,
      __proto___x: 3,
      a__b: 4,
    });
    const names = { tool: JSON.parse('{"constructor":"x","a":"__proto__"}') };
    expect(Object.keys((await result({}, { a: 1 }, { parameterNames: names })) as object)).toEqual(['__proto__']);
  });
});
