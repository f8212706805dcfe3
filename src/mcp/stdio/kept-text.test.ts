import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { KeptText, LastBytes } from './kept-text.ts';

test('LastBytes keeps the last bytes of the stream for any chunking', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10 }), fc.array(fc.uint8Array({ maxLength: 25 })), (size, chunks) => {
      const last = new LastBytes(size);
      for (const chunk of chunks) last.push(Buffer.from(chunk));
      const all = Buffer.concat(chunks);
      expect(last.bytes()).toEqual(all.subarray(Math.max(0, all.length - size)));
    }),
  );
});

test('A text that fits is kept unchanged', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (words, size) => {
      const bytes = Buffer.from(words);
      const kept = new KeptText(bytes.length);
      for (let start = 0; start < bytes.length; start += size) kept.push(bytes.subarray(start, start + size));
      expect(kept.text).toBe(words);
    }),
  );
});

test('Of a longer text, the beginning and the end are kept, truncated at character boundaries', () => {
  const kept = new KeptText(10);
  for (const piece of ['äää', 'middle', 'üüü']) kept.push(Buffer.from(piece));
  expect(kept.text).toBe('ää\n[… 10 bytes left out …]\nüü');
});

proves(
  ['L9', 'S2.mcp.stderr'],
  'Of a gigabyte of output, the first and last bytes are kept, within bounded time and memory',
  () => {
    const kept = new KeptText(16 * 1024);
    kept.push(Buffer.from('first words\n'));
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    const start = performance.now();
    for (let count = 0; count < 16 * 1024; count++) kept.push(chunk);
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    kept.push(Buffer.from('\nlast words'));
    expect(kept.text).toMatch(/^first words\nx+\n\[… 1073725463 bytes left out …\]\nx+\nlast words$/);
    expect(kept.text.length).toBeLessThan(17 * 1024);
  },
);
