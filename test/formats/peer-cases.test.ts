import { expect, test } from 'vitest';
import { compareCases } from '../../bench/formats/cases.ts';

const compared = compareCases();

test.runIf(compared !== undefined)(
  "The reader agrees with other engines' cases, except for differences with a known reason",
  () => {
    if (compared === undefined) return;
    const { asserted, recorded, differing } = compared;
    expect(differing.filter(({ why }) => why === undefined)).toEqual([]);
    expect(asserted.equal / asserted.all).toBeGreaterThanOrEqual(0.99);
    expect(recorded.equal / recorded.all).toBeGreaterThanOrEqual(0.96);
  },
);
