import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fields, isRecord } from '../../core/index.ts';
import { anthropicSchemas, geminiSchemas, grammarSchemas, narrowSchema, ollamaSchemas } from '../schema.ts';

/** A narrowed schema accepts every value that the original accepts: narrowing restricts the keywords, never the values. */

const rules = { anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas };
const each = Object.keys(rules) as (keyof typeof rules)[];

describe.each(each)('A random schema under %s', (name) => {
  const arbitrary = schemas(name === 'geminiSchemas');

  test('A narrowed schema accepts every value that the original accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(arbitrary, fc.infiniteStream(fc.nat()), (schema, numbers) => {
        // With alternatives at the top level, a value may use only the properties of the alternatives that it satisfies.
        const isValid = validatorOf(hasAlternatives(schema) ? { ...schema, unevaluatedProperties: false } : schema);
        const narrowed = narrowSchema(schema, rules[name]);
        const isStillValid = validatorOf(name === 'geminiSchemas' ? withNulls(narrowed) : narrowed);
        const pick = (length: number) => (numbers.next().value ?? 0) % length;
        for (let round = 0; round < 5; round++) {
          const value = sampleOf(schema, schema, pick, 0);
          if (!isRecord(value) || !isValid(value) || (hasAlternatives(schema) && isUnfair(value))) continue;
          // For Gemini, "any value" becomes a list of all types, which excludes lists in lists.
          if (name === 'geminiSchemas' && hasListInList(value)) continue;
          accepted++;
          expect({ value, schema, narrowed, isValid: isStillValid(value) }).toMatchObject({ isValid: true });
        }
      }),
      { numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});

/** Generates schemas. `isTyped`: keywords of one type always come with that `type`, because Gemini requires it. */
function schemas(isTyped: boolean): fc.Arbitrary<Fields> {
  const { any, object, plain } = fc.letrec<{ any: unknown; object: Fields; plain: Fields }>((tie) => {
    const part = tie('any');
    const typed = (type: string, model: Record<string, fc.Arbitrary<unknown>>) =>
      fc
        .record(model, { requiredKeys: [] })
        .chain((fields) => fc.boolean().map((isBare) => (isBare && !isTyped ? fields : { type, ...fields })));
    const properties = fc.dictionary(names, part, { maxKeys: 3 });
    const open = {
      properties,
      required: fc.uniqueArray(names, { maxLength: 2 }),
      minProperties: fc.nat(1),
      maxProperties: fc.constantFrom(2, 5),
      description: words,
    };
    const combined = fc.record(
      {
        allOf: fc.array(part, { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(part, { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(part, { minLength: 1, maxLength: 2 }),
        not: part,
        if: part,
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: part,
        else: part,
        description: words,
      },
      { requiredKeys: [] },
    );
    const list = typed('array', {
      items: part,
      prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }),
      minItems: fc.nat(1),
      maxItems: fc.constantFrom(1, 3),
      contains: part,
      maxContains: fc.nat(2),
      uniqueItems: fc.boolean(),
      unevaluatedItems: fc.boolean(),
    });
    return {
      any: fc.oneof(
        { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
        fc.constantFrom<unknown>({}, true, false, { type: 'null' }, { type: 'boolean' }, { type: ['string', 'null'] }),
        scalar(typed),
        fc.constantFrom(
          { $ref: '#/$defs/Leaf' },
          { $ref: '#/$defs/Tree' },
          { $ref: '#/$defs/Leaf', description: 'It' },
        ),
        fc
          .uniqueArray(fc.constantFrom('string', 'integer', 'object', 'array', 'null'), { minLength: 1 })
          .map((type) => ({ type })),
        tie('object'),
        list,
        combined,
      ),
      object: typed('object', {
        ...open,
        additionalProperties: part,
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), part, { maxKeys: 1 }),
        propertyNames: fc.constantFrom({ maxLength: 3 }, { pattern: '^[a-z]' }),
        unevaluatedProperties: fc.constantFrom<unknown>(false, { type: 'string' }),
        dependentRequired: fc.constantFrom({ a: ['b'] }, {}),
      }),
      plain: fc.record(
        { ...open, type: fc.constant('object'), additionalProperties: fc.constant(false) },
        { requiredKeys: ['properties'] },
      ),
    };
  });
  const alternatives = fc.array(fc.oneof(plain, fc.constant({ $ref: '#/$defs/Tree' })), { minLength: 1, maxLength: 3 });
  const top = fc.oneof(
    object,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(names, any, { maxKeys: 3 }),
        anyOf: alternatives,
        oneOf: alternatives,
        allOf: alternatives,
      },
      { requiredKeys: [] },
    ),
  );
  const defs = fc.record({
    Leaf: scalar((type, model) => fc.record({ type: fc.constant(type), ...model })),
    Tree: fc
      .dictionary(names, fc.constantFrom({ $ref: '#/$defs/Tree' }, { $ref: '#/$defs/Leaf' }))
      .map((properties) => ({ type: 'object', properties })),
  });
  return fc.tuple(top, defs).map(([schema, $defs]): Fields => ({ ...schema, $defs }));
}

type Typed = (type: string, model: Record<string, fc.Arbitrary<unknown>>) => fc.Arbitrary<Fields>;

function scalar(typed: Typed): fc.Arbitrary<Fields> {
  return fc.oneof(
    typed('string', {
      minLength: fc.nat(2),
      maxLength: fc.constantFrom(2, 5),
      pattern: fc.constantFrom('^a', 'x$'),
      format: fc.constantFrom('date-time', 'uri'),
    }),
    typed('string', { enum: fc.uniqueArray(fc.constantFrom('', 'a', 'ab', 'x'), { minLength: 1 }) }),
    typed('integer', {
      minimum: fc.integer({ min: -2, max: 2 }),
      exclusiveMaximum: fc.constantFrom(3, 2.5),
      multipleOf: fc.constantFrom(1, 2),
    }),
    typed('number', { exclusiveMinimum: fc.constantFrom(-1, 0.5), maximum: fc.constantFrom(2, 1.5) }),
    fc.constantFrom<Fields>(
      { const: 'a' },
      { const: null },
      { const: 1 },
      { enum: [1, 'a', null] },
      { enum: [null] },
      { enum: [{ a: 1 }, true] },
      { type: ['string', 'null'], enum: ['a', null] },
      { type: ['integer', 'string'], enum: [1, 'a', 'x'] },
      { type: ['number', 'array', 'null'], items: { type: 'string' } },
    ),
  );
}

const names = fc.constantFrom('a', 'b', 'ab', 'c d', 'x[y]', '__proto__', 'constructor');
const words = fc.constantFrom('What it is.', '');

/** True for names that ajv always treats as evaluated, because it looks them up in a plain object. */
function isUnfair(value: Fields): boolean {
  return Object.hasOwn(value, 'constructor') || Object.hasOwn(value, '__proto__');
}

function hasListInList(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => Array.isArray(one) || hasListInList(one));
  return isRecord(value) && Object.values(value).some(hasListInList);
}

function hasAlternatives(schema: Fields): boolean {
  return 'anyOf' in schema || 'oneOf' in schema;
}

function validatorOf(schema: Fields): (value: unknown) => boolean {
  const validate = ajv.compile(schema);
  return (value) => {
    try {
      return validate(value) === true;
    } catch {
      return false; // The code that ajv generates for `unevaluated…` inside `if` sometimes throws.
    }
  };
}

const ajv = new Ajv2020({
  strict: false,
  ownProperties: true,
  validateFormats: false,
  validateSchema: false,
  logger: false,
});

/** Builds a value that is likely to be valid. `pick` makes the choices. */
function sampleOf(schema: unknown, root: Fields, pick: (length: number) => number, depth: number): unknown {
  const choose = <T>(values: readonly T[]): T | undefined => values[pick(values.length)];
  const inner = (part: unknown) => sampleOf(part, root, pick, depth + 1);
  if (!isRecord(schema) || depth > 8) return choose(SIMPLE);
  if (typeof schema.$ref === 'string') {
    const defs = Object(root.$defs);
    return inner(schema.$ref.endsWith('Leaf') ? defs.Leaf : defs.Tree);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return choose(schema.enum);
  const parts = [schema.allOf, choose(list(schema.anyOf)), choose(list(schema.oneOf))].flat().filter(isRecord);
  const type = choose(list(schema.type)) ?? (isRecord(schema.properties) || depth === 0 ? 'object' : undefined);
  if (type === undefined && parts.length > 0) return inner(parts[0]);
  if (type === 'object')
    return { ...Object.assign({}, ...parts.map(inner).filter(isRecord)), ...objectOf(schema, choose, inner) };
  if (type === 'array')
    return list(schema.prefixItems ?? schema.items)
      .concat(list(schema.items))
      .slice(0, pick(4))
      .map(inner);
  return choose(
    SIMPLE.filter(
      (value) => type === undefined || type === typeOf(value) || (type === 'number' && typeOf(value) === 'integer'),
    ),
  );
}

function objectOf(
  schema: Fields,
  choose: <T>(values: readonly T[]) => T | undefined,
  inner: (part: unknown) => unknown,
): object {
  const required = list(schema.required).map(String);
  const described = Object.entries(Object(schema.properties)).filter(
    ([name]) => required.includes(name) || choose([true, false]),
  );
  const missing = required.filter((name) => !Object.hasOwn(Object(schema.properties), name));
  const more = choose([[], [], ['a'], ['zz']]) ?? [];
  const further = [...missing, ...more].map((name) => [name, inner(schema.additionalProperties ?? true)]);
  return Object.fromEntries([...further, ...described.map(([name, part]) => [name, inner(part)])]);
}

const SIMPLE: readonly unknown[] = [
  'a',
  'ab',
  '',
  'ax',
  'xx',
  0,
  1,
  2,
  -1,
  1.5,
  true,
  null,
  {},
  { a: 1 },
  [],
  ['a', 1],
];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function list(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}

/** Rewrites Google's `nullable` as standard JSON Schema. */
function withNulls(schema: Fields): Fields {
  const mapped = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'items' && isRecord(value)) return [keyword, withNulls(value)];
    if (keyword === 'anyOf' && Array.isArray(value)) return [keyword, value.map(withNulls)];
    if (keyword !== 'properties' || !isRecord(value)) return [keyword, value];
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNulls(Object(part))]))];
  });
  const { nullable, ...rest } = Object.fromEntries(mapped);
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}
