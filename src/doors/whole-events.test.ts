import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WholeEvents } from './whole-events.ts';

test('Any chunking of a stream gives the same text, divided only after blank lines', () => {
  const piece = fc.constantFrom('\n', '\r', '\r\n', 'data: x', '\n\n', ': c', '\r\n\r\n', 'a');
  fc.assert(
    fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(''))), (texts) => {
      const events = new WholeEvents();
      const whole = texts.map((text) => events.push(text)).filter((text) => text !== '');
      expect(whole.join('') + events.end()).toBe(texts.join(''));
      for (const each of whole) expect(each).toMatch(/(?:\n\n|\r\n\r\n|\r\r)$/);
    }),
  );
});

test('A blank line that two chunks share ends an event', () => {
  const events = new WholeEvents();
  expect(['data: a\r\n\r', '\ndata: b', '\n', '\n'].map((text) => events.push(text))).toEqual([
    '',
    'data: a\r\n\r\n',
    '',
    'data: b\n\n',
  ]);
});

test('An event of a million chunks is held in linear time', () => {
  const events = new WholeEvents();
  const startedAt = performance.now();
  for (let count = 0; count < 1_000_000; count++) events.push('xxxxxxxx');
  expect(events.push('\n\n')).toHaveLength(8_000_002);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
