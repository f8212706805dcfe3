import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pieces } from './pieces.ts';

test('The joined pieces equal the text that was added, without the characters that were dropped', () => {
  const added = fc.record({ add: fc.string({ maxLength: 6 }), times: fc.constantFrom(1, 2, 255, 256, 257, 600) });
  const dropped = fc.record({ drop: fc.oneof(fc.nat(20), fc.nat(3_000)) });
  fc.assert(
    fc.property(fc.array(fc.oneof(added, dropped), { maxLength: 8 }), (steps) => {
      const pieces = new Pieces();
      let text = '';
      for (const step of steps) {
        if ('drop' in step) {
          pieces.drop(step.drop);
          text = text.slice(0, Math.max(0, text.length - step.drop));
        } else {
          for (let time = 0; time < step.times; time++) pieces.add(step.add);
          text += step.add.repeat(step.times);
        }
        expect(pieces.length).toBe(text.length);
        expect(pieces.join()).toBe(text);
      }
    }),
    { numRuns: 300 },
  );
});

test('Joining does not change the pieces', () => {
  const pieces = new Pieces();
  for (const piece of ['a', '', 'bc']) pieces.add(piece);
  expect([pieces.join(), pieces.join(), pieces.length]).toEqual(['abc', 'abc', 3]);
});
