import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearest, nearestFirst } from './nearest.ts';

test('nearestFirst moves at most three near candidates to the front and keeps all others in order', () => {
  const all = ['zebra', 'tool4', 'a', 'tool1', 'tool2', 'tool3', 'b'];
  expect(nearestFirst('tool1', all)).toEqual(['tool1', 'tool4', 'tool2', 'zebra', 'a', 'tool3', 'b']);
  expect(nearestFirst('nothing-like-it', all)).toEqual(all);
});

describe('nearest', () => {
  test.each([
    ['prot', ['host', 'port'], 'port'],
    ['PORT', ['prot', 'port'], 'port'],
    ['servers', ['mcp', 'mcpServers'], 'mcpServers'],
    ['api_key', ['apiKey'], 'apiKey'],
    ['kye', ['key', 'keys'], 'key'],
    ['zzz', ['port', 'host'], undefined],
    ['ab', ['ac'], undefined],
    ['constructor', ['port'], undefined],
    ['', ['a', 'port'], undefined],
    ['', [''], ''],
  ])('The nearest candidate to "%s" in %j is %s', (word, candidates, meant) => {
    expect(nearest(word, candidates)).toBe(meant);
  });

  test('Of two equally near candidates, nearest returns the first', () => {
    expect(nearest('toolx', ['toola', 'toolb'])).toBe('toola');
    expect(nearest('toolx', ['toolb', 'toola'])).toBe('toolb');
  });

  test('A nearer candidate wins over an earlier one', () => {
    expect(nearest('read_file', ['read_fixes', 'read_files'])).toBe('read_files');
  });

  test('Words of more than 64 characters are compared by their first 64', () => {
    const long = 'x'.repeat(70);
    expect(nearest(`${long}a`, [`${long}zzzzzzzzzzzzzzzz`])).toBe(`${long}zzzzzzzzzzzzzzzz`);
    expect(nearest('x'.repeat(10_000_000), ['x'.repeat(30)])).toBeUndefined();
  });

  test('nearest agrees with a plain edit-distance table', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 6 }), (word, candidates) => {
        const near = candidates
          .map((candidate) => ({ candidate, edits: plainEdits(word, candidate) }))
          .filter(
            ({ candidate, edits }) => edits <= Math.min(3, Math.floor(Math.max(word.length, candidate.length) / 3)),
          )
          .sort((a, b) => a.edits - b.edits);
        expect(nearest(word, candidates)).toBe(near[0]?.candidate);
      }),
      { numRuns: 5_000 },
    );
  });

  test('Searching ten thousand similar candidates takes less than 100 ms', () => {
    const candidates = Array.from({ length: 10_000 }, (_, i) => `server_${i}__tool_name_${i * 7}`);
    nearest('server_9999__toolname_69993', candidates);
    const started = performance.now();
    expect(nearest('server_9999__toolname_69993', candidates)).toBe('server_9999__tool_name_69993');
    expect(performance.now() - started).toBeLessThan(100); // about 5 ms when idle; the margin is for a busy machine
  });
});

function plainEdits(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j));
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const row = table[i];
      if (row !== undefined) row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, change, swap);
    }
  }
  return at(a.length, b.length);
}
