import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { readLargeJson, readStrictJson } from './strict-json.ts';

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

proves(
  'L9',
  'readStrictJson counts the values of a text exactly, and refuses more than allowed before it parses them',
  () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum, each) => sum + count(each), 1)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const values = count(value);
        expect(readStrictJson(text, { mostValues: values })).toEqual({ ok: true, value: JSON.parse(text) });
        expect(readStrictJson(text, { mostValues: values - 1 })).toMatchObject({
          ok: false,
          excess: `more than ${values - 1} JSON values`,
        });
      }),
    );
    for (const flood of ['[],', '{},', '1,', '[[[[]]]],']) {
      const text = `[${flood.repeat(2_000_000)}`;
      expect(readStrictJson(text, { mostValues: 10_000 })).toMatchObject({ excess: 'more than 10000 JSON values' });
    }
  },
);

test('readStrictJson refuses more fields than allowed before it parses the text', () => {
  expect(readStrictJson('{"a":{"b":[1,2,3]}}', { mostFields: 2 }).ok).toBe(true);
  expect(readStrictJson('{"a":{"b":1}}', { mostFields: 1 })).toMatchObject({ excess: 'more than 1 JSON fields' });
  expect(readStrictJson(`{${'"a":1,'.repeat(2_000_000)}`, { mostFields: 10 })).toMatchObject({
    excess: 'more than 10 JSON fields',
  });
});

proves('L9', 'A number of any length is read in linear time', () => {
  const before = process.threadCpuUsage().user;
  for (const text of [`1.${'0'.repeat(1_000_000)}1`, `1${'0'.repeat(1_000_000)}1`, `0.${'0'.repeat(1_000_000)}1e9`]) {
    expect(isRefused(text)).toBe(true);
  }
  expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
});

test('readLargeJson returns what readStrictJson returns, and pauses between its steps', async () => {
  const texts = [
    '{"a":[1,{"b":2}]}',
    '{',
    '{"a":1,"a":2}',
    '9007199254740993',
    `"${'\\"'.repeat(500_000)}"`,
    '[[],[]]',
  ];
  for (const text of texts) {
    let pauses = 0;
    const pause = async () => void pauses++;
    expect(await readLargeJson(text, { mostValues: 10 }, pause)).toEqual(readStrictJson(text, { mostValues: 10 }));
    expect(pauses).toBeGreaterThan(0);
  }
});
