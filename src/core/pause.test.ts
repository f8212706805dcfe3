import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('Of all work that pauses, one part continues per turn of the event loop, in the order in which it paused', async () => {
  let turn = 0;
  const counting = setInterval(() => turn++, 0);
  const continued: { part: number; turn: number }[] = [];
  const parts = Array.from({ length: 5 }, async (_, part) => {
    for (let step = 0; step < 3; step++) {
      await pause();
      continued.push({ part, turn });
    }
  });
  await Promise.all(parts);
  clearInterval(counting);
  expect(new Set(continued.map((each) => each.turn)).size).toBe(15);
  expect(continued.map(({ part }) => part)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
});
