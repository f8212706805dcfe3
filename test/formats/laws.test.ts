import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReader, formats } from '../../src/formats/index.ts';
import { proves } from '../requirements.ts';
import { faultOf, newTrial, randomFrom, readAll } from './fuzz.ts';
import { joined } from './joined.ts';

const everyFormat = formats.map(({ id }) => id);
const someFormats = fc.subarray(everyFormat, { minLength: 1 });

proves('L3', 'Every chunking of any text gives the same events, whichever formats are enabled', () => {
  const chunks = fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 30 });
  fc.assert(
    fc.property(chunks, someFormats, (pieces, names) => {
      const whole = joined(readAll({ formats: names }, [pieces.join('')]));
      expect(joined(readAll({ formats: names }, pieces))).toEqual(whole);
    }),
    { numRuns: 300 },
  );
});

proves('L3', 'Malformed calls and random markers give the same events for every chunking and never throw', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      expect(faultOf(newTrial(randomFrom(seed)))).toBe(undefined);
    }),
    { numRuns: 4_000 },
  );
});

test('Text without a marker is reported unchanged and immediately', () => {
  const plain = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => /^[^<>[\]`{}|"'Ċ\\]*$/u.test(text));
  fc.assert(
    fc.property(fc.array(plain, { minLength: 1, maxLength: 20 }), (pieces) => {
      const reader = createReader({ formats: ['hermes', 'qwen3_coder', 'harmony', 'kimi_k2'] });
      const told = ['A ', ...pieces].map((piece) =>
        reader
          .push(piece)
          .map((event) => (event.type === 'text' ? event.text : JSON.stringify(event)))
          .join(''),
      );
      expect(told).toEqual(['A ', ...pieces]);
      expect(reader.end()).toEqual([]);
    }),
  );
});

test('The reader holds back only text that may become a marker', () => {
  const reader = createReader({ formats: ['hermes'] });
  const told = (text: string) => reader.push(text).map((event) => ('text' in event ? event.text : event.type));
  expect(told('Look: a < b')).toEqual(['Look: a < b']);
  expect(told(' <tool')).toEqual([' ']);
  expect(told('box> <')).toEqual(['<toolbox> ']);
  expect(told('i>')).toEqual(['<i>']);
  expect(reader.end()).toEqual([]);
});

test('A reader reports nothing after its end', () => {
  const reader = createReader({ formats: ['hermes'] });
  reader.push('a');
  reader.end();
  expect([...reader.push('b'), ...reader.end()]).toEqual([]);
});

test('createReader accepts a custom format record and throws if the record is invalid', () => {
  const [hermes] = formats;
  if (hermes?.skeleton !== 'envelope') throw new Error('The first format is not hermes.');
  const own = { ...hermes, id: 'example_1', open: ['<do>'], close: ['</do>'] };
  const reader = createReader({ formats: [own] });
  const events = [...reader.push('<do>{"name": "f", "arguments": {"a": 1}}</do>'), ...reader.end()];
  expect(events.at(-1)).toMatchObject({ type: 'call', name: 'f', arguments: { a: 1 }, format: 'example_1' });
  expect(() => createReader({ formats: [{ ...own, open: [''] }] })).toThrow('The format "example_1" is invalid');
});

test('createReader throws for an unknown format and suggests the nearest name', () => {
  expect(() => createReader({ formats: ['hermez'] })).toThrow('There is no format "hermez". Did you mean "hermes"?');
});
