import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeJson, skipSpace } from './characters.ts';

describe('Text escaped for a JSON string', () => {
  const text = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
  const plain = fc.string({ unit: fc.constantFrom(...'a"\\\n\r\t\b\f\u0000\u001f\u007fé') });

  test('Parsing escaped text gives the original text', () => {
    fc.assert(
      fc.property(fc.oneof(text, plain), (given) => {
        expect(JSON.parse(`"${escapeJson(given)}"`)).toBe(given);
      }),
    );
  });

  test('Escaping does not depend on how the text is split, even inside a surrogate pair', () => {
    expect(escapeJson('\ud83d') + escapeJson('\ude00')).toBe('😀');
    fc.assert(
      fc.property(fc.oneof(text, plain), fc.nat(20), (given, at) => {
        expect(escapeJson(given.slice(0, at)) + escapeJson(given.slice(at))).toBe(escapeJson(given));
      }),
    );
  });

  test('Quotes, backslashes, line breaks and tabs have short escapes, and a slash has none', () => {
    expect(escapeJson('"\\\n\r\t\u0007/')).toBe('\\"\\\\\\n\\r\\t\\u0007/');
  });
});

describe('Whitespace', () => {
  test('Only the whitespace characters of JSON are skipped', () => {
    expect(skipSpace('a \t\r\n\u00a0b', 1)).toBe(5);
    expect(skipSpace('  ', 0)).toBe(2);
    expect(skipSpace('\f', 0)).toBe(0);
  });
});
