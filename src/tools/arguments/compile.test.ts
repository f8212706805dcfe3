import { expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { defaultLimits } from '../../core/index.ts';
import { SchemaCompiler } from './compile.ts';

const schema = (n: number) => ({ type: 'object', properties: { a: { const: n } } });

test('Equal schemas are compiled once, even if they are different objects', () => {
  const compiler = new SchemaCompiler(defaultLimits);
  const first = compiler.compile(schema(1));
  expect(compiler.compile(schema(1))).toBe(first);
  expect(compiler.compile({ ...schema(1), description: 'says nothing about what is right' })).toBe(first);
  expect(compiler.compile(schema(2))).not.toBe(first);
});

test('The cache evicts the least recently used schema when it exceeds its limit', () => {
  const compiler = new SchemaCompiler({ ...defaultLimits, compiledSchemas: 2 });
  const [a, b] = [compiler.compile(schema(1)), compiler.compile(schema(2))];
  expect(compiler.compile(schema(1))).toBe(a);
  compiler.compile(schema(3));
  expect(compiler.compile(schema(1))).toBe(a);
  expect(compiler.compile(schema(2))).not.toBe(b);
});

proves('L9', 'The cache evicts the least recently used schemas when their estimated memory exceeds its limit', () => {
  const compiler = new SchemaCompiler({ ...defaultLimits, compiledBytes: 3 * 1024 * 1024 });
  const large = (n: number) => ({
    properties: Object.fromEntries(Array.from({ length: 400 }, (_, place) => [`p${n}_${place}`, { type: 'string' }])),
  });
  const [a, b] = [compiler.compile(large(1)), compiler.compile(large(2))];
  expect(compiler.compile(large(1))).toBe(a);
  compiler.compile(large(3));
  compiler.compile(large(4));
  expect(compiler.compile(large(1))).not.toBe(a);
  expect(compiler.compile(large(2))).not.toBe(b);
});

test('Every check starts with the full amount of fuel', () => {
  const compiled = new SchemaCompiler(defaultLimits).compile({ type: 'array', items: { type: 'integer' } });
  if (!compiled.ok) throw new Error(compiled.reason);
  const items = Array.from({ length: 10_000 }, (_, place) => place);
  for (let round = 0; round < 100; round++) expect(compiled.check(items)).toEqual([]);
  for (let round = 0; round < 5; round++) expect(compiled.check([...items, 'x']).length).toBe(1);
});

test('An enum of 5,000 values compiles within the limits', () => {
  const compiled = new SchemaCompiler(defaultLimits).compile({
    enum: Array.from({ length: 5_000 }, (_, n) => `word ${n}`),
  });
  expect(compiled).toMatchObject({ ok: true });
});
