import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kept, literals, MarkerSet, marksOf } from './marker-set.ts';

describe('Finding where a marker may begin', () => {
  test('The search compares only the first character of a marker', () => {
    const marks = literals(['<tool_call>', '[CALLS]']);
    expect(marks.find('say a < b', 0)).toBe(6);
    expect(marks.find('a[0]', 0)).toBe(1);
    expect(marks.find('<a<b', 1)).toBe(2);
    expect(marks.find('nothing', 0)).toBe(7);
    expect(marks.find('a<b', 0, 1)).toBe(1);
    expect(marks.find('', 0)).toBe(0);
  });

  test('If a marker begins with a character outside ASCII, the search stops at every such character', () => {
    const marks = literals(['｜call｜']);
    expect(marks.find('abc é', 0)).toBe(4);
    expect(marks.begins('é'.charCodeAt(0))).toBe(true);
    expect(marks.begins('<'.charCodeAt(0))).toBe(false);
    expect(marks.look('é', 0, false)).toBe('none');
  });

  test('The search finds the last ASCII character and the first character outside ASCII', () => {
    for (const first of ['\u007f', '\u0080']) {
      const marks = literals([`${first}x`]);
      expect([marks.find(`a${first}`, 0), marks.begins(first.charCodeAt(0))]).toEqual([1, true]);
    }
  });

  test('If no marker begins with a character outside ASCII, the search skips such characters', () => {
    const marks = literals(['<']);
    expect(marks.find('é｜<', 0)).toBe(2);
    expect(marks.begins('｜'.charCodeAt(0))).toBe(false);
    expect(marks.begins('<'.charCodeAt(0))).toBe(true);
  });
});

describe('Looking for a marker at one offset', () => {
  test('A marker at the offset is found, with its length and meaning', () => {
    const marks = new MarkerSet([
      ['<a>', 1],
      ['<b>', 2],
      ['[c]', 3],
    ]);
    expect([marks.look('x<b>y', 1, false), marks.length, marks.meaning]).toEqual(['found', 3, 2]);
    expect([marks.look('x[c]', 1, false), marks.length, marks.meaning]).toEqual(['found', 3, 3]);
    expect([marks.look('x<b>y', 0, false), marks.length, marks.meaning]).toEqual(['none', 0, undefined]);
    expect(marks.look('<c]', 0, false)).toBe('none');
  });

  test('The longest marker is found, and the result is open while a longer one may follow', () => {
    const marks = literals(['<t', '<tool', '<tool_call>']);
    expect(marks.look('<tool_call>', 0, false)).toBe('found');
    expect(marks.meaning).toBe('<tool_call>');
    expect(marks.look('<tool_ca', 0, false)).toBe('open');
    expect(marks.look('<tool', 0, false)).toBe('open');
    expect([marks.look('<tool_cat', 0, false), marks.meaning, marks.length]).toEqual(['found', '<tool', 5]);
    expect([marks.look('<tx', 0, false), marks.meaning, marks.length]).toEqual(['found', '<t', 2]);
  });

  test('At the end of the text the result is never open', () => {
    const marks = literals(['<t', '<tool_call>']);
    expect([marks.look('<tool_ca', 0, true), marks.meaning]).toEqual(['found', '<t']);
    expect([marks.look('<', 0, true), marks.meaning]).toEqual(['none', undefined]);
    expect(marks.look('<', 0, false)).toBe('open');
    expect(marks.look('', 0, false)).toBe('open');
    expect(marks.look('', 0, true)).toBe('none');
  });

  test('A search that finds nothing resets length and meaning', () => {
    const marks = literals(['<a>']);
    marks.look('<a>', 0, true);
    marks.look('<b>', 0, true);
    expect([marks.length, marks.meaning]).toEqual([0, undefined]);
  });

  test('If two markers are equal, the first one counts', () => {
    const marks = new MarkerSet([
      ['<a>', 'first'],
      ['<a>', 'second'],
    ]);
    marks.look('<a>', 0, true);
    expect(marks.meaning).toBe('first');
  });

  test('An empty set of markers finds nothing', () => {
    expect(literals([]).isEmpty).toBe(true);
    expect(literals(['a']).isEmpty).toBe(false);
    expect(literals([]).find('abc', 0)).toBe(3);
    expect(literals([]).look('abc', 0, false)).toBe('none');
  });

  test('Looking for a marker gives the same result as comparing each marker with the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '<', '｜') });
    const markers = fc.array(text.filter((marker) => marker !== ''));
    fc.assert(
      fc.property(markers, text, fc.boolean(), (all, given, isEnded) => {
        const marks = literals(all);
        const standing = all.filter((marker) => given.startsWith(marker)).sort((a, b) => b.length - a.length);
        const isOpen = !isEnded && all.some((marker) => marker.length > given.length && marker.startsWith(given));
        expect(marks.look(given, 0, isEnded)).toBe(isOpen ? 'open' : standing.length > 0 ? 'found' : 'none');
        if (!isOpen) expect(marks.meaning).toBe(standing[0]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('Cached results for an object', () => {
  test('A cached function builds its result once for each object', () => {
    let made = 0;
    const make = kept((key: readonly string[]) => `${key.join()} ${++made}`);
    const record = ['a'];
    expect([make(record), make(record), make(['a'])]).toEqual(['a 1', 'a 1', 'a 2']);
    expect(marksOf(record)).toBe(marksOf(record));
  });
});
