import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { truncate } from './truncate.ts';

describe('truncate', () => {
  test('returns a text that is short enough as it is', () => {
    expect(truncate('abc', 3, '…')).toBe('abc');
    expect(truncate('', 0, '…')).toBe('');
    expect(truncate('a\ud83d', 2)).toBe('a\ud83d');
  });

  test('cuts a longer text and adds the mark', () => {
    expect(truncate('abcdef', 3)).toBe('abc');
    expect(truncate('abcdef', 3, '…')).toBe('abc…');
    expect(truncate('abcdef', 3.9)).toBe('abc');
  });

  test('keeps nothing if the length is zero or less', () => {
    expect(truncate('😀', 0)).toBe('');
    expect(truncate('abc', -1, '…')).toBe('…');
  });

  test('leaves out a character that does not fit whole', () => {
    expect(truncate('ab😀cd', 3)).toBe('ab');
    expect(truncate('ab😀cd', 4)).toBe('ab😀');
    expect(truncate('😀😀', 1, '…')).toBe('…');
  });

  test('never splits a pair, is never longer than asked, and is a prefix of the text', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', 'é', '世', '😀', '\ud83d', '\ude00', '\u0000') });
    fc.assert(
      fc.property(anyText, fc.integer({ min: -2, max: 30 }), (text, most) => {
        const kept = truncate(text, most);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(Math.max(0, most));
        const isSplit = /[\ud800-\udbff]$/.test(kept) && /^[\udc00-\udfff]/.test(text.slice(kept.length));
        expect(isSplit).toBe(false);
        // Nothing more is left out than has to be: one unit of a pair at most.
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(text.length, Math.max(0, most) - 1));
        if (text.isWellFormed()) expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });
});
