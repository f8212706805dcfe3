import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLine } from './example.ts';

test('JSON on one line reads back as the same', () => {
  expect(jsonLine([{ a: ['x', {}], b: [] }, '[ \n ]'])).toBe('[{ "a": ["x", {}], "b": [] }, "[ \\n ]"]');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonLine(value)).not.toContain('\n');
      expect(JSON.stringify(JSON.parse(jsonLine(value)))).toBe(JSON.stringify(value));
    }),
  );
});
