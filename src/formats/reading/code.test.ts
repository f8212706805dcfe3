import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Code } from './code.ts';

const state = (text: string, size = text.length || 1) => {
  const code = new Code();
  for (let at = 0; at < text.length; at += size) code.read(text.slice(at, at + size));
  if (code.isInline) return 'inline';
  return code.isExample ? 'example' : 'words';
};

test.each([
  ['', 'words'],
  ['Write `', 'inline'],
  ['`', 'inline'],
  ['Write `a` ', 'words'],
  ['Write ``a` ', 'inline'],
  ['Write ``a`` ', 'words'],
  ['Write `a\nb', 'inline'],
  ['Write `a\n\nb', 'words'],
  ['Write `a\nb` ', 'words'],
  ['Like this:\n```xml\n', 'example'],
  ['Like this:\n```xml\na\n```\n', 'words'],
  ['Like this:\n```xml\na\n```', 'example'], // more backticks may follow
  ['Like this:\n````\n```\n', 'example'],
  ['Like this:\n~~~\na ``` b\n', 'example'],
  ['Like this:\n~~~\na\n~~~\n', 'words'],
  ['Run: ```sh\nls\n', 'example'],
  ['Run: ```sh\nls\n```\nNow: ', 'words'],
  ['- ```sh\n  ls\n  ```\nNow: ', 'words'],
  ['Run ```ls``` now', 'words'],
  ['Run ```ls -l now\n', 'inline'],
  ['Run ```ls -l now\n\n', 'words'],
  ['```json\n', 'words'], // a fence that begins the message holds an answer
  ['\n  ```json\n', 'words'],
])('The text %j ends in the state "%s"', (text, kind) => {
  expect(state(text)).toBe(kind);
});

/** Long enough that `Code` searches it instead of reading each character. */
const LONG = 'words '.repeat(10);

test('The detection of Markdown code does not depend on how the text is split', () => {
  const text = fc
    .array(fc.constantFrom('`', '```', '~~~', '\n', ' ', 'a', 'sh', '- ', '\u2028', '\r', LONG), { size: 'medium' })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 80 }), (whole, size) => {
      expect(state(whole, size)).toBe(state(whole));
    }),
    { numRuns: 2_000 },
  );
});
