import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, decoded } from './pieces.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const text = fc.string({ unit: 'binary', maxLength: 60 }).map((given) => given.toWellFormed().replace(/^\uFEFF+/, ''));

test('however bytes arrive, they are the same text', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (given, size) => {
      const bytes = Buffer.from(given);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
        bytes.subarray(place * size, (place + 1) * size),
      );
      expect((await all(decoded(each(chunks)))).join('')).toBe(given);
    }),
  );
});

test('pieces have so many letters, but for the last one, however the text arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (texts, letters) => {
      const pieces = await all(cut(each(texts), letters));
      expect(pieces.join('')).toBe(texts.join(''));
      expect(pieces.slice(0, -1).every((piece) => Array.from(piece).length === letters)).toBe(true);
      expect(pieces.every((piece) => piece !== '' && Array.from(piece).length <= letters)).toBe(true);
    }),
  );
});
