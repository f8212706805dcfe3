import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStrictJson } from './strict-json.ts';

const isRefused = (text: string) => !readStrictJson(text).ok;

test('readStrictJson reads everything that JSON.stringify writes, like JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      expect(readStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test('readStrictJson keeps integers exactly and refuses those that JavaScript would change', () => {
  for (const text of [
    '9007199254740993',
    '-9007199254740993',
    '9007199254740993.0',
    '9007199254740993e0',
    '90071992547409930e-1',
    '1e400',
    '-1e400',
    '1e-400',
    `1${'0'.repeat(400)}`,
    '12345678901234567890',
  ]) {
    expect([text, isRefused(text)]).toEqual([text, true]);
    expect([text, isRefused(`{"a":[${text}]}`)]).toEqual([text, true]);
  }
  for (const text of [
    '9007199254740991',
    '9007199254740992',
    '1e21',
    '1e23',
    '1.5e300',
    '0',
    '-0',
    '0.0',
    '0e10',
    '1000000000000000000000',
    '0.1',
    '3.141592653589793238',
    '5e-324',
  ]) {
    expect([text, isRefused(text)]).toEqual([text, false]);
  }
});

test('readStrictJson refuses a duplicate field at any depth, even if one is spelled with escapes', () => {
  expect(isRefused('{"a":1,"a":1}')).toBe(true);
  expect(isRefused('[{"x":{"a":1,"b":2,"a":3}}]')).toBe(true);
  expect(isRefused('{"a":1,"\\u0061":2}')).toBe(true);
  expect(isRefused('{"__proto__":1,"__proto__":2}')).toBe(true);
  expect(isRefused('{"a":":","b":{"a":":::"},"__proto__":{"a":1}}')).toBe(false);
});

test('readStrictJson refuses more than 64 levels of nesting before it parses the text', () => {
  expect(isRefused('['.repeat(64) + ']'.repeat(64))).toBe(false);
  expect(isRefused('['.repeat(65) + ']'.repeat(65))).toBe(true);
  expect(isRefused('['.repeat(1_000_000))).toBe(true);
  expect(isRefused(JSON.stringify('['.repeat(1_000)))).toBe(false);
});
