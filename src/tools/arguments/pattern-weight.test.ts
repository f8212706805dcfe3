import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { patternWeight } from './pattern-weight.ts';

/** Parts of patterns: whole ones, and loose brackets and escapes that may change how the rest is read. */
const PARTS = [
  ...[
    'a',
    'xyz',
    'é',
    '😀',
    '.',
    '-',
    '^',
    '$',
    '|',
    '\\b',
    '\\d',
    '\\w',
    '\\p{L}',
    '\\P{N}',
    '\\pL',
    '\\x{100}',
    '\\x41',
  ],
  ...['[a-z]', '[^a]', '[]a]', '[^]a]', '[[:alpha:]x]', '[\\p{L}\\d]', '[\\s\\S]', '[a-\\x{200}]', '[\\]]'],
  ...['(', '(?:', '(?i)', '(?i:', '(?P<n>', ')', '()', '(a|b)', '\\Q', '\\E', '\\', '[', '[:', ']', '{', '}'],
  ...['*', '+', '?', '{3}', '{1,4}', '{0,9}', '{2,}', '{0}', '{20}', '{1,50}', '{00}', '{03}', '{,3}', '{1,'],
];

proves('L9', 'The estimated weight of a pattern is at least the size of its program', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 14 }), (parts) => {
      const source = RE2JS.translateRegExp(parts.join(''));
      const weight = patternWeight(source);
      if (weight > 5_000) return;
      expect(weight).toBeGreaterThanOrEqual(sizeOf(source) ?? 0);
    }),
    { numRuns: 3_000 },
  );
});

test('The estimate is close to the size of the program for ordinary patterns', () => {
  const ordinary = [
    '^[a-z0-9-]{1,64}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(?:GET|POST|PUT)$',
    '^[\\w.+-]+@[\\w-]+\\.[\\w.]+$',
  ];
  for (const source of ordinary) {
    expect([source, patternWeight(source) < 2 * (sizeOf(source) ?? 0) + 20]).toEqual([source, true]);
  }
});

function sizeOf(source: string): number | undefined {
  try {
    return RE2JS.compile(source).programSize();
  } catch {
    return undefined;
  }
}
