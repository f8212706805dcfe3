/** A quantity that must not grow during the soak. */
export interface Quantity {
  readonly name: string;
  readonly unit: string;
  readonly samples: number[];
  /** Growth that is not a leak: a share, and an amount that small values may also grow by. */
  readonly most: { readonly share: number; readonly amount: number };
}

/** Compares the second quarter of the samples with the last one. The first quarter warms up. */
export function growthOf({ name, unit, samples, most }: Quantity): { readonly grows: boolean; readonly text: string } {
  const [early, late] = [medianOfQuarter(samples, 1), medianOfQuarter(samples, 3)];
  // Without samples both medians are NaN, and the quantity must not count as flat.
  const isFlat = late <= early * (1 + most.share) + most.amount;
  const text = `${name}: ${early.toFixed(0)} ${unit} in the second quarter, ${late.toFixed(0)} ${unit} in the last`;
  return { grows: !isFlat, text };
}

function medianOfQuarter(samples: readonly number[], which: number): number {
  const [from, to] = [which, which + 1].map((each) => Math.floor((samples.length * each) / 4));
  const part = samples.slice(from, to).sort((a, b) => a - b);
  return part[Math.floor(part.length / 2)] ?? Number.NaN;
}
