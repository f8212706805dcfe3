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
      { numRuns: 400 },
    );
  });

  test('keeps the rules even when it is no schema at all', () => {
    fc.assert(
      fc.property(garbage, (schema) => {
        expect(complaints[name](narrowSchema(schema, rules[name]))).toEqual([]);
      }),
      { numRuns: 400 },
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
      { numRuns: 400 },
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
          const value = valueOf(schema, schema, pick, 0);
          if (!isRecord(value) || !isValid(value)) continue;
          accepted++;
          expect({ value, schema, narrowed, isValid: isStillValid(value) }).toMatchObject({ isValid: true });
        }
      }),
      { numRuns: 400 },
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
        fc.constantFrom({ $ref: '#/$defs/Leaf' }, { $ref: '#/$defs/Tree' }, { $ref: '#/$defs/Leaf', description: 'It' }),
        fc.uniqueArray(fc.constantFrom('string', 'integer', 'object', 'array', 'null'), { minLength: 1 }).map((type) => ({ type })),
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
      plain: fc.record({ ...open, type: fc.constant('object'), additionalProperties: fc.constant(false) }, { requiredKeys: ['properties'] }),
    };
  });
  const alternatives = fc.array(fc.oneof(plain, fc.constant({ $ref: '#/$defs/Tree' })), { minLength: 1, maxLength: 3 });
  const top = fc.oneof(
    object,
    fc.record({ type: fc.constant('object'), properties: fc.dictionary(names, any, { maxKeys: 3 }), anyOf: alternatives, oneOf: alternatives, allOf: alternatives }, { requiredKeys: [] }),
  );
  const defs = fc.record({ Leaf: scalar((type, model) => fc.record({ type: fc.constant(type), ...model })), Tree: fc.dictionary(names, fc.constantFrom({ $ref: '#/$defs/Tree' }, { $ref: '#/$defs/Leaf' })).map((properties) => ({ type: 'object', properties })) });
  return fc.tuple(top, defs).map(([schema, $defs]): Fields => ({ ...schema, $defs }));
}
