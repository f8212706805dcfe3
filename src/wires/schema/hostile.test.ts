import { describe, expect } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Fields } from '../../core/index.ts';
import { anthropicSchemas, geminiSchemas, grammarSchemas, narrowSchema, ollamaSchemas } from '../schema.ts';

const rules = { anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas };
const each = Object.keys(rules) as (keyof typeof rules)[];

describe.each(each)('A hostile schema under %s', (name) => {
  /** Narrows a schema. The time limit is so long that only a hang exceeds it. */
  const narrowed = (schema: Fields): string => {
    const start = performance.now();
    const text = JSON.stringify(narrowSchema(schema, rules[name]));
    expect(performance.now() - start).toBeLessThan(10_000);
    return text;
  };
  const lettersOf = (value: unknown) => JSON.stringify(value).length;

  proves('L9', 'Ten levels of ten references each do not blow up the narrowed schema', () => {
    const level = (depth: number): Fields => ({
      type: 'object',
      properties: Object.fromEntries(numbers(10).map((place) => [`p${place}`, { $ref: `#/$defs/level${depth + 1}` }])),
    });
    const $defs = Object.fromEntries(numbers(10).map((depth) => [`level${depth}`, level(depth)]));
    const schema = { ...level(-1), oneOf: [{ $ref: '#/$defs/level3' }, { $ref: '#/$defs/level4' }], $defs };
    expect(narrowed(schema).length).toBeLessThan(1_000_000);
  });

  proves('L9', 'A large definition that is referenced a thousand times is not copied each time', () => {
    const $defs = { large: { type: 'string', enum: numbers(2_000).map((place) => `value ${place}`) } };
    const properties = Object.fromEntries(numbers(1_000).map((place) => [`p${place}`, { $ref: '#/$defs/large' }]));
    expect(narrowed({ type: 'object', properties, $defs }).length).toBeLessThan(500_000);
  });

  proves('L9', 'Nested alternatives are not multiplied', () => {
    const nest = (depth: number): Fields => ({
      type: 'object',
      properties: { a: depth === 0 ? { type: 'string' } : nest(depth - 1) },
      anyOf: numbers(10).map((place) => ({ required: [`r${place}`] })),
    });
    expect(narrowed({ type: 'object', properties: { it: nest(20) } }).length).toBeLessThan(1_000_000);
  });

  proves('L9', 'Schemas and values nested 10,000 levels deep do not throw', () => {
    const nest = (keyword: string, wrap: (part: unknown) => unknown) => {
      let schema: unknown = { type: 'string' };
      for (let depth = 0; depth < 10_000; depth++) schema = { [keyword]: wrap(schema) };
      return schema as Fields;
    };
    for (const keyword of ['items', 'not', 'additionalProperties']) narrowed(nest(keyword, (part) => part));
    for (const keyword of ['anyOf', 'allOf', 'oneOf', 'prefixItems']) narrowed(nest(keyword, (part) => [part]));
    for (const keyword of ['properties', '$defs', 'patternProperties']) narrowed(nest(keyword, (a) => ({ a })));
    const data = nest('a', (part) => part);
    for (const keyword of ['enum', 'const', 'default', 'x-own']) {
      const schema = {
        type: 'object',
        properties: { a: { [keyword]: keyword === 'enum' ? [data] : data, minLength: 1 } },
      };
      expect(() => narrowSchema(schema, rules[name])).not.toThrow();
    }
  });

  proves('L9', 'Long and circular chains of references terminate', () => {
    const $defs = Object.fromEntries(numbers(20_000).map((place) => [`d${place}`, { $ref: `#/$defs/d${place + 1}` }]));
    const circle = { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } };
    const its = { it: { $ref: '#/$defs/d0' }, said: { not: { $ref: '#/$defs/d0' } }, a: { $ref: '#/$defs/a' } };
    narrowed({ $ref: '#/$defs/b', type: 'object', properties: its, $defs: { ...$defs, ...circle } });
  });

  proves('L9', 'Wide schemas are narrowed in bounded time, and the result is at most a few times larger', () => {
    const many = numbers(50_000);
    const wide: Fields[] = [
      { allOf: many.map((place) => ({ required: [`r${place}`], properties: { a: { const: place } } })) },
      { anyOf: many.map((place) => ({ required: [`r${place}`], properties: { a: { const: place } } })) },
      {
        properties: Object.fromEntries(many.map((place) => [`a b${place}`, { minLength: place }])),
        required: many.map((place) => `a b${place}`),
      },
      { properties: { a: { enum: many, type: ['string', 'integer', 'null'] } } },
      Object.fromEntries(many.map((place) => [`x-${place}`, place])),
      { properties: { a: { anyOf: many.map((place) => ({ const: place })), minLength: 1 } } },
      {
        properties: { [`${'a'.repeat(1_000_000)} `]: { title: 'a'.repeat(1_000_000), pattern: 'a'.repeat(1_000_000) } },
      },
    ];
    for (const schema of wide) expect(narrowed(schema).length).toBeLessThan(lettersOf(schema) * 4 + 100_000);
  });

  proves('L10', 'Keywords with values of a wrong type do not throw', () => {
    const lies: unknown[] = [null, 0, '', [], [[]], [null], { __proto__: null }, NaN, undefined, () => 1];
    const keywords =
      'type properties required items anyOf oneOf allOf not if enum $ref $defs description prefixItems dependencies';
    for (const keyword of keywords.split(' ')) {
      for (const lie of lies) {
        narrowSchema({ [keyword]: lie }, rules[name]);
        narrowSchema(
          { type: 'object', properties: { a: { [keyword]: lie } }, anyOf: [{ [keyword]: lie }, {}] },
          rules[name],
        );
      }
    }
  });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
