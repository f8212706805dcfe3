/**
 * The work that one check may do. Small schemas and small arguments can multiply, or refer to themselves, into hours of
 * checking; time cannot be measured from within a synchronous check, but work can be counted.
 */
export function refuel(amount: number): void {
  fuel = amount;
}

export function burn(amount: number): void {
  fuel -= amount;
  if (fuel < 0) throw new OutOfFuel('checking arguments against it takes too long');
}

export class OutOfFuel extends Error {}

let fuel = 0;
