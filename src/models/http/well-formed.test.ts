import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormedJson } from './well-formed.ts';

test.each([
  ['\ud83d', '\ufffd'],
  ['a\udc00b', 'a\ufffdb'],
  ['😀\ud83d', '😀\ufffd'],
  ['\\ud83d', '\\ud83d'],
  ['\\\ud83d', '\\\ufffd'],
  ['\u0000 "x" \n', '\u0000 "x" \n'],
])('The text %j is sent as %j', (text, expected) => {
  expect(JSON.parse(wellFormedJson(JSON.stringify({ text })))).toEqual({ text: expected });
});

test('The result equals toWellFormed of every text in the JSON, and nothing else changes', () => {
  const unit = fc.constantFrom('\ud83d', '\ude00', '\\', '"', 'u', 'd', '8', '\n', 'ü', '😀');
  fc.assert(
    fc.property(
      fc.array(unit).map((units) => units.join('')),
      (text) => {
        const written = wellFormedJson(JSON.stringify({ [text]: text }));
        expect(JSON.parse(written)).toEqual({ [text.toWellFormed()]: text.toWellFormed() });
      },
    ),
  );
});
