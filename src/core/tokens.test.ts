import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from './tokens.ts';

const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

describe('estimateTokens', () => {
  test.each<[string, string]>([
    ['prose and tables', source('../../README.md')],
    ['code', source('../turn/loop.ts')],
    ['pretty JSON', source('../../toolpath.schema.json')],
    ['terse JSON', JSON.stringify(JSON.parse(source('../../toolpath.schema.json')))],
    ['German', 'Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung. '.repeat(9)],
    ['French', 'Tous les êtres humains naissent libres et égaux en dignité et en droits. '.repeat(9)],
    ['Chinese', '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。'.repeat(9)],
    ['Japanese', 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。'.repeat(9)],
    ['Russian', 'Все люди рождаются свободными и равными в своем достоинстве и правах. '.repeat(9)],
    [
      'a log',
      Array.from({ length: 99 }, (_, n) => `2026-11-16T06:12:${n} GET /api/users/${n * 31} 200 ${n}ms`).join('\n'),
    ],
  ])('The token estimate for %s is within 25 %% of a real tokenizer', (_, text) => {
    const ratio = estimateTokens(text) / encode(text).length;
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.25);
  });

  test('The token estimate is 0 for empty text, never negative, and at most one more than the number of characters', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const tokens = estimateTokens(text);
        expect(tokens).toBeGreaterThanOrEqual(0);
        expect(tokens).toBeLessThanOrEqual(text.length + 1);
      }),
    );
  });

  test('The token estimate of two joined texts is at most one more than the sum of their estimates', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(estimateTokens(one + other)).toBeLessThanOrEqual(estimateTokens(one) + estimateTokens(other) + 1);
      }),
    );
  });
});
