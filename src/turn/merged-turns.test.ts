import { expect, test } from 'vitest';
import { mergeTurns } from './merged-turns.ts';
import type { Turn } from './run.ts';

/** Returns turns that write their index when they begin. */
function turnsWriting(begun: number[], count: number): Turn[] {
  return Array.from({ length: count }, (_, place) => {
    const events = (async function* () {
      begun.push(place);
      yield [{ type: 'finish', reason: 'stop' }] as const;
    })();
    return { events } as unknown as Turn;
  });
}

test('Merged turns begin one at a time, because the first step of a long conversation takes time', async () => {
  const begun: number[] = [];
  const merged = mergeTurns(turnsWriting(begun, 20));
  await merged.next();
  expect(begun).toEqual([0]);
  let batches = 1;
  for await (const _ of merged) batches++;
  expect(batches).toBe(20);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, place) => place));
});

test('If the consumer stops early, no further turn begins', async () => {
  const begun: number[] = [];
  for await (const _ of mergeTurns(turnsWriting(begun, 20))) break;
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(begun).toEqual([0]);
});
