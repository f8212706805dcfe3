import { describe, expect, test } from 'vitest';
import type { Fields } from '../../core/index.ts';
import { geminiSchemas, narrowSchema } from '../schema.ts';

describe('Schemas for Gemini', () => {
  const anything = [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    {
      type: 'array',
      items: {
        anyOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }],
      },
    },
  ];
  test.each<[string, Fields, unknown]>([
    ['the type null becomes nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'an anyOf of one schema and null becomes that schema with nullable',
      { anyOf: [{ type: 'integer', exclusiveMinimum: 0 }, { type: 'null' }], default: null, description: 'How many' },
      { type: 'integer', minimum: 1, nullable: true, default: null, description: 'How many' },
    ],
    [
      'a list of types becomes alternatives, each with its own keywords',
      { type: ['string', 'array', 'null'], items: { type: 'string' }, maxLength: 5 },
      {
        anyOf: [
          { type: 'array', items: { type: 'string' }, nullable: true },
          { type: 'string', maxLength: 5 },
        ],
      },
    ],
    [
      'keywords beside anyOf move into its branches',
      {
        description: 'Which',
        type: 'object',
        properties: { a: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { properties: { b: { type: 'number' } } }],
      },
      {
        anyOf: [
          { description: 'Which', required: ['a'], type: 'object', properties: { a: { type: 'string' } } },
          { properties: { b: { type: 'number' }, a: { type: 'string' } }, type: 'object' },
        ],
      },
    ],
    [
      'an enum of strings stays and null becomes nullable',
      { enum: ['a', 'b', null] },
      { enum: ['a', 'b'], type: 'string', nullable: true },
    ],
    [
      'an enum of numbers becomes text',
      { type: 'integer', enum: [1, 2] },
      { type: 'integer', description: '(enum: [1,2])' },
    ],
    [
      'an enum with an empty string becomes text',
      { type: 'string', enum: ['', 'eq'] },
      { type: 'string', description: '(enum: ["","eq"])' },
    ],
    [
      'an enum of several types is split by type',
      { type: ['integer', 'string'], enum: [1, 'a'] },
      {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { type: 'integer', description: '(enum: [1])' },
        ],
      },
    ],
    [
      'an unsupported format becomes text',
      { type: 'string', format: 'uri' },
      { type: 'string', description: '(format: uri)' },
    ],
    [
      'an exclusive bound of a number becomes an inclusive bound and text',
      { type: 'number', exclusiveMaximum: 1 },
      { type: 'number', maximum: 1, description: '(exclusiveMaximum: 1)' },
    ],
    ['an array without items gets items', { type: 'array' }, { type: 'array', items: { anyOf: anything } }],
    [
      'a required property without a schema gets one',
      { type: 'object', required: ['a'] },
      { type: 'object', required: ['a'], properties: { a: { anyOf: anything } } },
    ],
    ['keywords of another type are dropped', { type: 'string', properties: { a: {} }, minimum: 3 }, { type: 'string' }],
    [
      'a missing type is inferred from the keywords',
      { properties: { a: { minLength: 1 } } },
      { properties: { a: { minLength: 1, type: 'string' } }, type: 'object' },
    ],
    [
      'a schema without any type becomes alternatives for all types',
      { description: 'Whatever' },
      { anyOf: [{ description: 'Whatever', type: 'string', nullable: true }, ...anything.slice(1)] },
    ],
  ])('A schema is narrowed for Gemini: %s', (_, schema, narrowed) => {
    const { properties } = narrowSchema({ type: 'object', properties: { it: schema } }, geminiSchemas);
    expect(properties).toEqual({ it: narrowed });
  });
});
