import { expect, onTestFinished, test, vi } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { Journal } from './journal.ts';
import type { CallReport } from './process/protocol.ts';

const CALL: CallReport = { kind: 'call', call: 0, path: 'a', args: [], named: [['key', '1']] };

/** Returns how the journal takes a call after another one was recorded in its place. */
function takenAgain(recorded: Partial<CallReport>, made: Partial<CallReport>): string {
  const journal = new Journal();
  journal.take({ ...CALL, ...recorded });
  journal.rewind();
  return journal.take({ ...CALL, ...made }).kind;
}

const SAME: Readonly<Record<string, readonly [string, string]>> = {
  'other white space': ['{"a":[1,2],"b":{}}', ' { "a" : [1, 2],\n\t"b": {} } '],
  'a number in another form': ['[1e5,0.5,-0]', '[100000.0, 5e-1, 0]'],
  'a text with other escapes': ['"é\\"\\\\"', '"\\u00e9\\u0022\\\\"'],
  'names that are numbers in another order': ['{"1":true,"2":null}', '{"2":null,"1":true}'],
};
for (const [what, [one, other]] of Object.entries(SAME))
  test(`A replayed call with ${what} is the recorded call`, () => {
    expect(takenAgain({ args: [one, '5'] }, { args: [other, '5'] })).toBe('known');
    expect(takenAgain({ args: [other, '5'] }, { args: [one, '5'] })).toBe('known');
    expect(takenAgain({ named: [['key', one]] }, { named: [['key', other]] })).toBe('known');
  });

const keywords = (named: Readonly<Record<string, string>>) => ({ named: Object.entries(named) });

const OTHER: Readonly<Record<string, readonly [recorded: Partial<CallReport>, made: Partial<CallReport>]>> = {
  'another number': [{ args: ['[1,2]'] }, { args: ['[1,3]'] }],
  'a text in place of a number': [{ args: ['1'] }, { args: ['"1"'] }],
  'a list in place of a number': [{ args: ['[1]'] }, { args: ['[[]]'] }],
  'a longer list': [{ args: ['[1]'] }, { args: ['[1,1]'] }],
  'digits that are one number': [{ args: ['[1,2]'] }, { args: ['[12]'] }],
  'white space inside a text': [{ args: ['"a b"'] }, { args: ['"ab"'] }],
  'a quotation mark that does not end a text': [{ args: ['["a","b"]'] }, { args: ['["a\\",\\"b"]'] }],
  'one more argument': [{ args: ['1'] }, { args: ['1', '2'] }],
  'another tool': [{ path: 'a' }, { path: 'b' }],
  'a tool whose name is longer': [{ path: 'a' }, { path: 'a.a' }],
  'another keyword': [keywords({ one: '1', two: '2' }), keywords({ one: '1', three: '2' })],
  'the same values under another keyword': [keywords({ one: '1', two: '2' }), keywords({ two: '1', one: '2' })],
  'another value of a keyword': [keywords({ key: '1' }), keywords({ key: '2' })],
  'one more keyword': [keywords({ key: '1' }), keywords({ key: '1', other: '1' })],
  'a keyword in place of a positional argument': [{ args: ['1'], named: [] }, keywords({ key: '1' })],
};
for (const [what, [recorded, made]] of Object.entries(OTHER))
  proves('L10', `A replayed call with ${what} is another call`, () => {
    expect(takenAgain(made, recorded)).toBe('changed');
    expect(takenAgain(recorded, made)).toBe('changed');
  });

proves('L9', 'Arguments of several megabytes are compared in linear time, and are not parsed', () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  for (const [one, other] of [
    ['{},', '{ },'],
    ['"\\u00e9",', '"\\u00e9" ,'],
    ['1.5,', '1.5\n,'],
    ['[[[]]],', '[[ []]],'],
  ] as const) {
    const times = (4 * 1024 * 1024) / one.length;
    // Quadratic work would take minutes, and exceed the time limit of the test.
    const [recorded, made] = [`[${one.repeat(times)}0]`, `[${other.repeat(times)}0]`];
    expect(takenAgain({ args: [recorded] }, { args: [made] })).toBe('known');
    expect(takenAgain({ args: [recorded] }, { args: [made.replace(/0\]$/, '1]')] })).toBe('changed');
  }
  expect(parse).not.toHaveBeenCalled();
});
