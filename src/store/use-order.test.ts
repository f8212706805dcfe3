import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Linked, UseOrder } from './use-order.ts';

interface Named extends Linked<Named> {
  readonly name: number;
}

test('The oldest entry is always the one that was added longest ago, whichever entries were removed', () => {
  const steps = fc.array(fc.record({ name: fc.nat(6), kind: fc.constantFrom('use', 'remove', 'take') }));
  fc.assert(
    fc.property(steps, (given) => {
      const order = new UseOrder<Named>();
      const entries = Array.from({ length: 7 }, (_, name): Named => ({ name, older: undefined, newer: undefined }));
      let inside: number[] = [];
      for (const { name, kind } of given) {
        const entry = kind === 'take' ? order.oldest : entries[name];
        if (entry === undefined) continue;
        if (inside.includes(entry.name)) order.remove(entry);
        inside = inside.filter((each) => each !== entry.name);
        if (kind === 'use') {
          order.add(entry);
          inside.push(entry.name);
        }
        expect(order.oldest?.name).toBe(inside[0]);
      }
    }),
  );
});
