import { expect, test } from 'vitest';
import { newCallId, wordsLikeCallIds } from './call-id.ts';

const ids = Array.from({ length: 20_000 }, newCallId);

test('A call id consists of nine letters and digits', () => {
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
});

test('20,000 new call ids are all different', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

test('A call id is found in a text if it is a separate word', () => {
  const [one = '', two = '', three = ''] = ids;
  const found = wordsLikeCallIds(`[{'id': '${one}'}, call_${two}, x${three}]`);
  expect([found.has(one), found.has(two), found.has(three)]).toEqual([true, true, false]);
});

test('Every letter and digit is equally likely in a call id', () => {
  const counts = new Map<string, number>();
  for (const letter of ids.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const expected = (ids.length * 9) / 62;
  expect(counts.size).toBe(62);
  // Ten standard deviations: without rejection sampling, bytes modulo 62 would be off by thirteen.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(10 * Math.sqrt(expected));
});
