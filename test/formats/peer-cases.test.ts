import { expect, test } from 'vitest';
import { compareCases } from '../../bench/formats/cases.ts';

const compared = compareCases();

test.runIf(compared !== undefined)(
  "other engines' cases are read as they read them, but for differences we can explain",
  () => {
    if (compared === undefined) return;
    const { asserted, recorded, differing } = compared;
    expect(differing.filter(({ why }) => why === undefined)).toEqual([]);
    expect(asserted.equal / asserted.all).toBeGreaterThanOrEqual(0.99);
    expect(recorded.equal / recorded.all).toBeGreaterThanOrEqual(0.96);
  },
);
