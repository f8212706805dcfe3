import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fields, isRecord } from '../../core/index.ts';
import { anthropicSchemas, geminiSchemas, grammarSchemas, narrowSchema, ollamaSchemas } from '../schema.ts';

/** What holds for any schema: the providers' rules, read once more and independently, and that nothing valid is lost. */

const rules = { anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas };
const complaints = {
  anthropicSchemas: complaintsOfAnthropic,
  geminiSchemas: (schema: unknown) => complaintsOfGemini(schema, '#'),
  grammarSchemas: (schema: unknown) => complaintsOfGrammar(schema, '#'),
  ollamaSchemas: complaintsOfOllama,
};
const each = Object.keys(rules) as (keyof typeof rules)[];

describe.each(each)('any schema under %s', (name) => {
  const arbitrary = schemas(name === 'geminiSchemas');

  test('keeps the rules', () => {
    fc.assert(
      fc.property(arbitrary, (schema) => {
        expect(complaints[name](narrowSchema(schema, rules[name]))).toEqual([]);
      }),
      { numRuns: 4000 },
    );
  });

  test('keeps the rules even when it is no schema at all', () => {
    fc.assert(
      fc.property(garbage, (schema) => {
        expect(complaints[name](narrowSchema(schema, rules[name]))).toEqual([]);
      }),
      { numRuns: 4000 },
    );
  });

  test('is narrowed once and for all, without being changed itself, to the same text each time', () => {
    fc.assert(
      fc.property(fc.oneof(arbitrary, garbage), (schema) => {
        const before = JSON.stringify(schema);
        const narrowed = narrowSchema(schema, rules[name]);
        expect(JSON.stringify(schema)).toBe(before);
        expect(JSON.stringify(narrowSchema(structuredClone(schema), rules[name]))).toBe(JSON.stringify(narrowed));
        const again = structuredClone(narrowed);
        expect(narrowSchema(again, rules[name])).toBe(again);
      }),
      { numRuns: 4000 },
    );
  });

  test('accepts what it accepted', () => {
    let accepted = 0;
    fc.assert(
      fc.property(arbitrary, fc.infiniteStream(fc.nat()), (schema, numbers) => {
        const isValid = validatorOf(hasAlternatives(schema) ? { ...schema, unevaluatedProperties: false } : schema);
        const narrowed = narrowSchema(schema, rules[name]);
        const isStillValid = validatorOf(name === 'geminiSchemas' ? withNulls(narrowed) : narrowed);
        const pick = (length: number) => (numbers.next().value ?? 0) % length;
        for (let round = 0; round < 5; round++) {
          const value = sampleOf(schema, schema, pick, 0);
          if (!isRecord(value) || !isValid(value) || (hasAlternatives(schema) && isUnfair(value))) continue;
          if (name === 'geminiSchemas' && hasListInList(value)) continue; // what has no type is spelled out, down to these
          accepted++;
          expect({ value, schema, narrowed, isValid: isStillValid(value) }).toMatchObject({ isValid: true });
        }
      }),
      { numRuns: 4000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});

/** `isTyped`: keywords of one type stand beside that type, as Gemini has to be told. */
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

/** JSON with the words of JSON Schema in it, in any place. */
const garbage: fc.Arbitrary<Fields> = fc.letrec<{ value: unknown; fields: Fields }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      '',
      'object',
      'STRING',
      '#',
      '#/properties',
      '#/$defs/a',
      '#/anyOf/0',
      '#/%',
      'x',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('fields'),
  ),
  fields: fc.dictionary(
    fc.constantFrom(
      ...'type properties required items anyOf oneOf allOf not if then else enum const $ref $defs $id $anchor definitions additionalProperties unevaluatedProperties patternProperties prefixItems contains maxContains minLength format description title default nullable minimum exclusiveMinimum a x[y] __proto__ dependencies dependentRequired'.split(
        ' ',
      ),
    ),
    tie('value'),
    { maxKeys: 6 },
  ),
})).fields;

/** For ajv these are always evaluated: it looks them up in a plain object. */
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
      return false; // the code that ajv writes for `unevaluated…` within `if` is broken at times
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

/** A value that is likely to be valid, of the numbers that are picked. */
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

/** Google's `nullable` in the words of JSON Schema. */
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

function complaintsOfAnthropic(schema: unknown): string[] {
  if (!isRecord(schema)) return ['no object'];
  const { $schema: _, ...rest } = schema;
  const found = ajv.validateSchema(rest) === true ? [] : [ajv.errorsText(ajv.errors)];
  if (schema.type !== 'object') found.push('the top is no object');
  for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref']) if (keyword in schema) found.push(`${keyword} at the top`);
  visit(schema, (node) => {
    const written = [...Object.keys(Object(node.properties)), ...list(node.required).map(String)];
    found.push(...written.filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)));
    if (typeof node.$ref === 'string' && !leads(node.$ref, schema)) found.push(`${node.$ref} leads nowhere`);
  });
  return found;
}

function leads(reference: string, root: unknown): boolean {
  let target = root;
  for (const step of decodeURIComponent(reference).split('/').slice(1)) {
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, step)) return false;
    target = Object.entries(target).find(([name]) => name === step)?.[1];
  }
  return reference.startsWith('#') && (isRecord(target) || typeof target === 'boolean');
}

/** Every schema in a valid one. */
function visit(schema: unknown, see: (node: Fields) => void): void {
  if (!isRecord(schema)) return;
  see(schema);
  for (const [keyword, value] of Object.entries(schema)) {
    if (/^(properties|patternProperties|\$defs|definitions|dependentSchemas|dependencies)$/.test(keyword)) {
      for (const part of Object.values(Object(value))) visit(part, see);
    } else if (
      /^(items|not|if|then|else|contains|propertyNames|contentSchema|(additional|unevaluated)(Properties|Items)|(all|any|one)Of|prefixItems)$/.test(
        keyword,
      )
    ) {
      for (const part of list(value)) visit(part, see);
    }
  }
}

function complaintsOfGemini(schema: unknown, at: string): string[] {
  if (!isRecord(schema)) return [`${at} is no object`];
  const keys = Object.keys(schema);
  if (Array.isArray(schema.anyOf)) {
    const alone = keys.length === 1 && at !== '#' && schema.anyOf.length > 0 ? [] : [`${at}: anyOf is not alone`];
    return alone.concat(schema.anyOf.flatMap((part, place) => complaintsOfGemini(part, `${at}/anyOf/${place}`)));
  }
  const own = GEMINI[String(schema.type)];
  if (own === undefined || (at === '#' && schema.type !== 'object'))
    return [`${at}: type ${JSON.stringify(schema.type)}`];
  const common = ['type', 'title', 'description', 'default', 'nullable'];
  const found = keys.filter((key) => !common.includes(key) && !own.includes(key)).map((key) => `${at}: ${key}`);
  if ('enum' in schema && !list(schema.enum).every((value) => typeof value === 'string' && value !== ''))
    found.push(`${at}: enum`);
  if ('format' in schema && !own.includes(`format ${String(schema.format)}`)) found.push(`${at}: format`);
  if ('nullable' in schema && schema.nullable !== true) found.push(`${at}: nullable`);
  const properties = Object.entries(Object(schema.properties));
  for (const name of list(schema.required))
    if (!properties.some(([one]) => one === name)) found.push(`${at}: ${String(name)} is not described`);
  if (schema.type === 'array') found.push(...complaintsOfGemini(schema.items, `${at}/items`));
  return found.concat(properties.flatMap(([name, part]) => complaintsOfGemini(part, `${at}/${name}`)));
}

const GEMINI: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'minProperties', 'maxProperties'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['enum', 'pattern', 'minLength', 'maxLength', 'format', 'format date-time', 'format enum'],
  integer: ['minimum', 'maximum', 'format', 'format int32', 'format int64'],
  number: ['minimum', 'maximum', 'format', 'format float', 'format double'],
  boolean: [],
};

/** As Go would read it into `ToolFunctionParameters` and `ToolProperty`, with unknown members as errors. */
function complaintsOfOllama(schema: unknown): string[] {
  if (!isRecord(schema)) return ['no object'];
  const found = Object.keys(schema).filter((key) => !['type', 'description', 'properties', 'required'].includes(key));
  if (schema.type !== 'object' || !isRecord(schema.properties)) found.push('the top is no object');
  return found.concat(complaintsOfProperty(schema, '#'));
}

function complaintsOfProperty(schema: unknown, at: string): string[] {
  if (!isRecord(schema)) return [`${at} is no object`];
  return Object.entries(schema).flatMap(([key, value]): string[] => {
    const texts = Array.isArray(value) && value.every((one) => typeof one === 'string');
    switch (key) {
      case 'type':
        return typeof value === 'string' || texts ? [] : [`${at}: type`];
      case 'description':
        return typeof value === 'string' ? [] : [`${at}: description`];
      case 'required':
        return texts ? [] : [`${at}: required`];
      case 'enum':
        return Array.isArray(value) ? [] : [`${at}: enum`];
      case 'items':
        return complaintsOfProperty(value, `${at}/items`);
      case 'anyOf':
        return Array.isArray(value)
          ? value.flatMap((part) => complaintsOfProperty(part, `${at}/anyOf`))
          : [`${at}: anyOf`];
      case 'properties':
        return isRecord(value)
          ? Object.entries(value).flatMap(([name, part]) => complaintsOfProperty(part, `${at}/${name}`))
          : [`${at}: properties`];
      default:
        return [`${at}: ${key}`];
    }
  });
}

function complaintsOfGrammar(schema: unknown, at: string): string[] {
  if (!isRecord(schema)) return [`${at} is no object`];
  const refused = /^(\$ref|pattern|format|(min|max)(Length|Items)|oneOf|allOf|not|if|prefixItems|contains)$/;
  const found = Object.keys(schema)
    .filter((key) => refused.test(key))
    .map((key) => `${at}: ${key}`);
  const words = ['anyOf', 'title', 'description', 'default'];
  if ('anyOf' in schema && Object.keys(schema).some((key) => !words.includes(key)))
    found.push(`${at}: anyOf is not alone`);
  if (at === '#' && (schema.type !== 'object' || 'anyOf' in schema || !isRecord(schema.properties)))
    found.push('the top is not plain');
  const parts = [
    ...list(schema.items),
    ...list(schema.anyOf),
    ...list(schema.additionalProperties),
    ...Object.values(Object(schema.properties)),
  ];
  return found.concat(
    parts
      .filter((part) => part !== schema.additionalProperties || typeof part !== 'boolean')
      .flatMap((part, place) => complaintsOfGrammar(part, `${at}/${place}`)),
  );
}
