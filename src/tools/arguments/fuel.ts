/**
 * Sets how much work the next check may do. Small schemas and small arguments can multiply, or refer to themselves, into
 * hours of checking. A synchronous check cannot be interrupted by a timer, but its work can be counted.
 */
export function refuel(amount: number): void {
  fuel = amount;
}

/** Uses fuel. Throws OutOfFuel if none is left. */
export function burn(amount: number): void {
  fuel -= amount;
  if (fuel < 0) throw new OutOfFuel('checking arguments against it takes too long');
}

/** The part of a value that a check reads: nothing of it, its own letters or names, or everything inside. */
export type Reach = 'nothing' | 'itself' | 'everything';

/** Uses the fuel for one check of a value: a fixed amount, and more for what the check reads of a large value. */
export function burnFor(value: unknown, fixed: number, reach: Reach): void {
  burn(fixed);
  if (reach === 'nothing') return;
  if (typeof value === 'string') burn(value.length / LETTERS_A_UNIT);
  if (typeof value !== 'object' || value === null) return;
  if (reach === 'everything') for (const member of Object.values(value)) burnFor(member, 1 / VALUES_A_UNIT, reach);
  else if (!Array.isArray(value)) burn(beyondFew(Object.keys(value).length) / VALUES_A_UNIT);
}

/** Leaves out the names of a small object, because V8 looks them up much faster than those of a large one. */
export function beyondFew(names: number): number {
  return Math.max(0, names - FEW);
}

const FEW = 20;
/** Letters that can be read in the time that evaluating one subschema takes. */
const LETTERS_A_UNIT = 200;
/** Names of an object, or values inside, that can be read in that time. */
const VALUES_A_UNIT = 2;

export class OutOfFuel extends Error {}

let fuel = 0;
