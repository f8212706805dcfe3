import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { truncate } from './truncate.ts';

describe('truncate', () => {
  test('truncate returns a text that is short enough unchanged', () => {
    expect(truncate('abc', 3, '…')).toBe('abc');
    expect(truncate('', 0, '…')).toBe('');
    expect(truncate('a\ud83d', 2)).toBe('a\ud83d');
  });

  test('truncate shortens a longer text and appends the mark', () => {
    expect(truncate('abcdef', 3)).toBe('abc');
    expect(truncate('abcdef', 3, '…')).toBe('abc…');
    expect(truncate('abcdef', 3.9)).toBe('abc');
  });

  test('truncate keeps nothing if the length is zero or less', () => {
    expect(truncate('😀', 0)).toBe('');
    expect(truncate('abc', -1, '…')).toBe('…');
  });

  test('truncate drops a surrogate pair that does not fit completely', () => {
    expect(truncate('ab😀cd', 3)).toBe('ab');
    expect(truncate('ab😀cd', 4)).toBe('ab😀');
    expect(truncate('😀😀', 1, '…')).toBe('…');
  });

  test('truncate returns a prefix of the text that never splits a surrogate pair and is never longer than asked', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', 'é', '世', '😀', '\ud83d', '\ude00', '\u0000') });
    fc.assert(
      fc.property(anyText, fc.integer({ min: -2, max: 30 }), (text, most) => {
        const kept = truncate(text, most);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(Math.max(0, most));
        const isSplit = /[\ud800-\udbff]$/.test(kept) && /^[\udc00-\udfff]/.test(text.slice(kept.length));
        expect(isSplit).toBe(false);
        // At most one unit, half of a pair, is dropped beyond the limit.
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(text.length, Math.max(0, most) - 1));
        if (text.isWellFormed()) expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });
});
