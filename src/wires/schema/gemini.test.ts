import { describe, expect, test } from 'vitest';
import type { Fields } from '../../core/index.ts';
import { geminiSchemas, narrowSchema } from '../schema.ts';

describe('for Gemini', () => {
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
    ['null is a flag', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'an alternative to null alone is none',
      { anyOf: [{ type: 'integer', exclusiveMinimum: 0 }, { type: 'null' }], default: null, description: 'How many' },
      { type: 'integer', minimum: 1, nullable: true, default: null, description: 'How many' },
    ],
    [
      'types in a list are alternatives, each with its own keywords',
      { type: ['string', 'array', 'null'], items: { type: 'string' }, maxLength: 5 },
      {
        anyOf: [
          { type: 'array', items: { type: 'string' }, nullable: true },
          { type: 'string', maxLength: 5 },
        ],
      },
    ],
    [
      'nothing stands beside alternatives',
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
    ['values are texts', { enum: ['a', 'b', null] }, { enum: ['a', 'b'], type: 'string', nullable: true }],
    ['other values are words', { type: 'integer', enum: [1, 2] }, { type: 'integer', description: '(enum: [1,2])' }],
    [
      'an empty text is no value',
      { type: 'string', enum: ['', 'eq'] },
      { type: 'string', description: '(enum: ["","eq"])' },
    ],
    [
      'values of several types are each of their own',
      { type: ['integer', 'string'], enum: [1, 'a'] },
      {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { type: 'integer', description: '(enum: [1])' },
        ],
      },
    ],
    ['formats are few', { type: 'string', format: 'uri' }, { type: 'string', description: '(format: uri)' }],
    [
      'bounds of numbers are said twice',
      { type: 'number', exclusiveMaximum: 1 },
      { type: 'number', maximum: 1, description: '(exclusiveMaximum: 1)' },
    ],
    ['a list has items', { type: 'array' }, { type: 'array', items: { anyOf: anything } }],
    [
      'what is required is described',
      { type: 'object', required: ['a'] },
      { type: 'object', required: ['a'], properties: { a: { anyOf: anything } } },
    ],
    ['keywords of another type are void', { type: 'string', properties: { a: {} }, minimum: 3 }, { type: 'string' }],
    [
      'a type is inferred',
      { properties: { a: { minLength: 1 } } },
      { properties: { a: { minLength: 1, type: 'string' } }, type: 'object' },
    ],
    [
      'or spelled out',
      { description: 'Whatever' },
      { anyOf: [{ description: 'Whatever', type: 'string', nullable: true }, ...anything.slice(1)] },
    ],
  ])('%s', (_, schema, narrowed) => {
    const { properties } = narrowSchema({ type: 'object', properties: { it: schema } }, geminiSchemas);
    expect(properties).toEqual({ it: narrowed });
  });
});
