import { expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { Journal } from './journal.ts';

const callOf = (...args: string[]) => ({ kind: 'call', call: 0, path: 'a', args, named: [['key', '1']] }) as const;

/** Returns how the journal takes a call after another one was recorded in its place. */
function takenAgain(recorded: readonly string[], made: readonly string[]): string {
  const journal = new Journal();
  journal.take(callOf(...recorded));
  journal.rewind();
  return journal.take(callOf(...made)).kind;
}

const SAME: Readonly<Record<string, readonly [string, string]>> = {
  'other white space': ['{"a":[1,2],"b":{}}', ' { "a" : [1, 2],\n\t"b": {} } '],
  'a number in another form': ['[1e5,0.5,-0]', '[100000.0, 5e-1, 0]'],
  'a text with other escapes': ['"é\\"\\\\"', '"\\u00e9\\u0022\\\\"'],
  'names that are numbers in another order': ['{"1":true,"2":null}', '{"2":null,"1":true}'],
};
for (const [what, [one, other]] of Object.entries(SAME))
  test(`A replayed call with ${what} is the recorded call`, () => {
    expect(takenAgain([one, '5'], [other, '5'])).toBe('known');
    expect(takenAgain([other, '5'], [one, '5'])).toBe('known');
  });

const OTHER: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  'another number': [['[1,2]'], ['[1,3]']],
  'a text in place of a number': [['1'], ['"1"']],
  'a list in place of a number': [['[1]'], ['[[]]']],
  'a longer list': [['[1]'], ['[1,1]']],
  'digits that are one number': [['[1,2]'], ['[12]']],
  'white space inside a text': [['"a b"'], ['"ab"']],
  'a quotation mark that does not end a text': [['["a","b"]'], ['["a\\",\\"b"]']],
  'one more argument': [['1'], ['1', '2']],
};
for (const [what, [recorded, made]] of Object.entries(OTHER))
  proves('L10', `A replayed call with ${what} is another call`, () => {
    expect(takenAgain(made, recorded)).toBe('changed');
    expect(takenAgain(recorded, made)).toBe('changed');
  });

proves('L9', 'Arguments of several megabytes are compared faster than they are parsed', () => {
  const text = `[${'{},'.repeat(1_300_000)}{}]`;
  const parsing = leastMs(() => JSON.parse(text));
  const taking = leastMs(() => expect(takenAgain([text], [`${text} `])).toBe('known'));
  expect(taking).toBeLessThan(parsing);
});

/** Returns the shortest of some measurements: other work on the machine makes the others longer. */
function leastMs(work: () => unknown): number {
  const measured = Array.from({ length: 3 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...measured);
}
