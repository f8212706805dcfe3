import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeJson, skipSpace } from './letters.ts';

describe('text within a JSON string', () => {
  const text = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
  const plain = fc.string({ unit: fc.constantFrom(...'a"\\\n\r\t\b\f\u0000\u001f\u007fé') });

  test('is the same text when it is read', () => {
    fc.assert(
      fc.property(fc.oneof(text, plain), (given) => {
        expect(JSON.parse(`"${escapeJson(given)}"`)).toBe(given);
      }),
    );
  });

  test('does not depend on how it is cut, not even within a surrogate pair', () => {
    expect(escapeJson('\ud83d') + escapeJson('\ude00')).toBe('😀');
    fc.assert(
      fc.property(fc.oneof(text, plain), fc.nat(20), (given, at) => {
        expect(escapeJson(given.slice(0, at)) + escapeJson(given.slice(at))).toBe(escapeJson(given));
      }),
    );
  });

  test('has short escapes where JSON has them in common use', () => {
    expect(escapeJson('"\\\n\r\t\u0007/')).toBe('\\"\\\\\\n\\r\\t\\u0007/');
  });
});

describe('white space', () => {
  test('is what JSON counts as such', () => {
    expect(skipSpace('a \t\r\n\u00a0b', 1)).toBe(5);
    expect(skipSpace('  ', 0)).toBe(2);
    expect(skipSpace('\f', 0)).toBe(0);
  });
});
