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

export class OutOfFuel extends Error {}

let fuel = 0;
