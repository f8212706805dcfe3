import { expect, test } from 'vitest';
import { jsonOfText, programValue } from './result-value.ts';

test.each([
  ['{"a": 1.10}', '{"a": 1.10}'],
  ['[1, 2]\n', '[1, 2]'],
  ['17', '17'],
  ['-0.5', '-0.5'],
  ['12345678901234567890', '12345678901234567890'],
  ['true', 'true'],
  ['null', 'null'],
  ['"a\\nb"', '"a\\nb"'],
])('A text that is JSON is parsed: %j becomes %s', (text, json) => {
  expect(jsonOfText(text)).toBe(json);
});

test.each([
  [''],
  ['17\n'],
  [' 17'],
  ['1.10'],
  ['007'],
  ['1e400'],
  ['17 a.txt'],
  ['{"a": 1'],
  ['[x]'],
  ['True'],
  ['"a'],
  ['NaN'],
])('A text that is not JSON, or would lose something, stays a text: %j', (text) => {
  expect(JSON.parse(jsonOfText(text))).toBe(text);
});

test('The structured result counts, then the only block, and otherwise all blocks as a list', () => {
  const [one, two] = [{ type: 'text', text: '{"a":1}' } as const, { type: 'text', text: 'x' } as const];
  expect(programValue({ content: [one], structured: { b: 2 } })).toBe('{"b":2}');
  expect(programValue({ content: [one] })).toBe('{"a":1}');
  expect(programValue({ content: [one, two] })).toBe('[{"a":1},"x"]');
  expect(programValue({ content: [] })).toBe('null');
});
