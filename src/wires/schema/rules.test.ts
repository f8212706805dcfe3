import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fields, isRecord } from '../../core/index.ts';
import { anthropicSchemas, geminiSchemas, grammarSchemas, narrowSchema, ollamaSchemas } from '../schema.ts';

/**
 * Checks narrowed schemas against an independent implementation of the providers' rules. The inputs are mostly valid
 * and partly invalid.
 */

const rules = { anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas };
const complaints = {
  anthropicSchemas: complaintsOfAnthropic,
  geminiSchemas: (schema: unknown) => complaintsOfGemini(schema, '#'),
  grammarSchemas: (schema: unknown) => complaintsOfGrammar(schema, '#'),
  ollamaSchemas: complaintsOfOllama,
};
const each = Object.keys(rules) as (keyof typeof rules)[];

describe.each(each)('A random schema under %s', (name) => {
  test('A narrowed schema follows the rules of its provider', () => {
    fc.assert(
      fc.property(schemas(), (schema) => {
        expect(complaints[name](narrowSchema(schema, rules[name]))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('Narrowing is deterministic, leaves the input unmodified, and changes nothing when it is repeated', () => {
    fc.assert(
      fc.property(schemas(), (schema) => {
        const before = JSON.stringify(schema);
        const narrowed = narrowSchema(schema, rules[name]);
        expect(JSON.stringify(schema)).toBe(before);
        expect(JSON.stringify(narrowSchema(structuredClone(schema), rules[name]))).toBe(JSON.stringify(narrowed));
        const again = structuredClone(narrowed);
        expect(narrowSchema(again, rules[name])).toBe(again);
      }),
      { numRuns: 1_000 },
    );
  });
});

function schemas(): fc.Arbitrary<Fields> {
  const { fields } = fc.letrec<{ node: unknown; fields: Fields; lie: unknown }>((tie) => {
    const node = tie('node');
    const entry = (keywords: string, value: fc.Arbitrary<unknown>) =>
      fc.tuple(fc.constantFrom(...keywords.split(' ')), value);
    const entries: fc.Arbitrary<[string, unknown]> = fc.oneof(
      entry(
        'properties properties $defs definitions patternProperties dependentSchemas',
        fc.dictionary(names, node, { maxKeys: 3 }),
      ),
      entry(
        'items not if then else contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames',
        node,
      ),
      entry('anyOf oneOf allOf prefixItems', fc.array(node, { maxLength: 3 })),
      entry('type', fc.oneof(type, fc.array(type, { maxLength: 3 }))),
      entry('enum const default examples', fc.oneof(simple, fc.array(simple, { maxLength: 3 }))),
      entry(
        '$ref',
        fc.constantFrom('#', '#/$defs/a', '#/properties/b', '#/anyOf/0', '#/allOf/1/items', '#/$defs/x[y]', '#/%'),
      ),
      entry('required', fc.array(names, { maxLength: 3 })),
      entry('minLength maxLength minItems maxItems minProperties maxContains multipleOf', fc.nat(3)),
      entry('minimum maximum exclusiveMinimum exclusiveMaximum', fc.oneof(fc.integer(), fc.boolean())),
      entry(
        'description title format pattern $id $anchor $comment',
        fc.constantFrom('', 'a', 'date-time', 'int32', 'double', 'uri', '#'),
      ),
      entry('nullable uniqueItems', fc.boolean()),
      entry(
        'type properties required items anyOf oneOf allOf not enum $ref $defs description dependencies dependentRequired x-own __proto__',
        tie('lie'),
      ),
    );
    return {
      fields: fc.array(entries, { maxLength: 5 }).map((all): Fields => Object.fromEntries(all)),
      node: fc.oneof({ maxDepth: 5, withCrossShrink: true }, simple, fc.boolean(), {
        arbitrary: tie('fields'),
        weight: 5,
      }),
      lie: fc.oneof({ maxDepth: 3 }, simple, fc.array(node, { maxLength: 2 }), tie('fields')),
    };
  });
  return fields;
}

const names = fc.constantFrom('a', 'b', 'items', 'x[y]', '', '__proto__', 'constructor');
const type = fc.constantFrom(
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'object',
  'array',
  'null',
  'STRING',
  'any',
);
const simple = fc.constantFrom<unknown>(null, true, 0, -1, 1.5, '', 'a', {}, { a: 1 }, [], [[]], ['a']);

const ajv = new Ajv2020({ strict: false, logger: false });

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

/** Calls `see` for every schema inside a valid schema. */
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

/** Reads a schema as Go decodes it into `ToolFunctionParameters` and `ToolProperty`, but reports unknown fields as errors. */
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

function list(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}
