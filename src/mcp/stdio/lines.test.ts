import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { type LineEvent, Lines } from './lines.ts';

const MOST = 40;

function read(chunks: Iterable<Buffer>, mostBytes = MOST): LineEvent[] {
  const lines = new Lines(mostBytes);
  const events: LineEvent[] = [];
  for (const chunk of chunks) events.push(...lines.push(chunk));
  return [...events, ...lines.end()];
}

/** Splits bytes into pieces of these lengths, repeating the lengths. */
function* cut(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const end = start + (lengths[turn % lengths.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}

const line = (text: string, bytes = Buffer.byteLength(text)) => ({ kind: 'line', text, bytes });

const written = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\n', '')),
    fc.constantFrom('', '\r', 'Grüße 👩‍🔬', '{"jsonrpc":"2.0","id":1}', 'x'.repeat(MOST), 'x'.repeat(MOST + 1)),
    fc.nat({ max: 300 }).map((length) => '→'.repeat(length)),
  ),
  { maxLength: 12 },
);

proves('L3', "Any chunking of a server's output gives the same lines", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(written, fc.boolean(), lengths, (texts, isEnded, sizes) => {
      const bytes = Buffer.from(`${texts.join('\n')}${isEnded ? '\n' : ''}`);
      const whole = read([bytes]);
      expect(read(cut(bytes, sizes))).toEqual(whole);
      expect(read(cut(bytes, [1]))).toEqual(whole);
      const sizesRead = whole.map((event) => event.bytes);
      expect(sizesRead.every((size, at) => size > MOST === (whole[at]?.kind === 'too-long'))).toBe(true);
      // No byte is lost: every byte belongs to a line or is a line feed.
      const ends = bytes.filter((byte) => byte === 0x0a).length;
      expect(sizesRead.reduce((sum, size) => sum + size, ends)).toBe(bytes.length);
    }),
  );
});

describe('The line splitter', () => {
  test('Lines end in LF or CRLF, and the last line may have no line ending', () => {
    expect(read([Buffer.from('one\ntwo\r\n\nthree')])).toEqual([line('one'), line('two', 4), line(''), line('three')]);
  });

  test('Characters that are split across chunks are joined', () => {
    expect(read(cut(Buffer.from('Grüße 👩‍🔬\n'), [1]))).toEqual([line('Grüße 👩‍🔬')]);
  });

  test('A line that is too long is skipped and reported with its beginning, its end and its size', () => {
    const long = `{"id":7,${'ä'.repeat(1000)},"last":1}`;
    const events = read([Buffer.from(`before\n${long}\nafter\n`)]);
    expect(events).toEqual([
      line('before'),
      { kind: 'too-long', head: long.slice(0, 24), tail: expect.stringMatching(/ä,"last":1}$/), bytes: 2018 },
      line('after'),
    ]);
  });

  test('At most 4 KB are kept from each end of a line that is too long', () => {
    const [only] = read([Buffer.alloc(30_000, 'x')], 20_000);
    expect(only).toEqual({ kind: 'too-long', head: 'x'.repeat(4096), tail: 'x'.repeat(4096), bytes: 30_000 });
  });

  proves(
    'L9',
    '200 MB without a line ending take bounded memory, and a line of a megabyte can arrive byte by byte',
    () => {
      const lines = new Lines(1024 * 1024);
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const before = process.memoryUsage().arrayBuffers;
      for (let sent = 0; sent < 200 * 1024 * 1024; sent += chunk.length) expect(lines.push(chunk)).toEqual([]);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
      expect(lines.push(Buffer.from('\nnext\n'))).toMatchObject([
        { kind: 'too-long', bytes: 209_715_200 },
        line('next'),
      ]);
      const single = Buffer.from('y');
      for (let sent = 0; sent < 1024 * 1024; sent++) lines.push(single);
      expect(lines.end()).toEqual([line('y'.repeat(1024 * 1024))]);
    },
  );

  proves('L9', 'Reading a line takes time linear in its length', () => {
    const start = performance.now();
    expect(read(cut(Buffer.alloc(32 * 1024 * 1024, 'x'), [1024]), 64 * 1024 * 1024)).toHaveLength(1);
    // Copying the line for each piece would copy half a terabyte.
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
