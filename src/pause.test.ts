import { expect, test } from 'vitest';
import { pause } from './pause.ts';

/** Runs parts that pause three times and block the event loop for a while after each pause. */
async function run(
  blockedMs: number,
  count: number,
): Promise<readonly { readonly part: number; readonly turn: number }[]> {
  let turn = 0;
  const counting = setInterval(() => turn++, 0);
  const continued: { part: number; turn: number }[] = [];
  const parts = Array.from({ length: count }, async (_, part) => {
    for (let step = 0; step < 3; step++) {
      await pause();
      continued.push({ part, turn });
      for (const until = performance.now() + blockedMs; performance.now() < until; );
    }
  });
  await Promise.all(parts);
  clearInterval(counting);
  return continued;
}

test('Of work whose steps are long, one part continues per turn of the event loop, in the order in which it paused', async () => {
  const continued = await run(12, 5);
  expect(new Set(continued.map(({ turn }) => turn)).size).toBe(15);
  expect(continued.map(({ part }) => part)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
});

test('Work whose steps are short does not wait for the turns of the others', async () => {
  const continued = await run(0, 100);
  expect(continued).toHaveLength(300);
  expect(new Set(continued.map(({ turn }) => turn)).size).toBeLessThan(300);
});
