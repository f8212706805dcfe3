import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArgumentsScan, beginsObject } from './calls-scan.ts';

function progress(...pieces: readonly string[]): string {
  const scan = new ArgumentsScan();
  for (const piece of pieces) scan.push(piece);
  return scan.progress;
}

test.each([
  ['blank', ''],
  ['blank', ' \n'],
  ['open', '{'],
  ['open', ' {"a":"}"'],
  ['open', '{"a":"\\"}'],
  ['open', '[{}'],
  ['whole', '{}'],
  ['whole', '{"a":"\\\\"}'],
  ['whole', '{"a":[{"b":"]"}]} \n'],
  ['other', '"{}"'],
  ['other', 'null'],
  ['other', '{}x'],
  ['other', '{}{}'],
  ['other', '{}{'],
])('ArgumentsScan reports the progress "%s" for %j', (expected, text) => {
  expect(progress(text)).toBe(expected);
  expect(progress(...text)).toBe(expected);
});

test('The JSON of an object is "open" for every proper prefix and "whole" at its end', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value, null, cut % 3);
      expect(progress(text)).toBe('whole');
      expect(progress(text.slice(0, 1 + (cut % (text.length - 1))))).toBe('open');
    }),
  );
});

test('beginsObject is true only if the first non-blank character is an opening brace', () => {
  expect(['{', ' \n{"a"', '', ' ', '[{', '"{', 'a{'].map(beginsObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
