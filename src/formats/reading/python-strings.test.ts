import { expect, test } from 'vitest';
import { PythonStrings } from './python-strings.ts';

test.each([
  ['', true],
  ['print(1)', true],
  ['x = ""', true],
  ["x = 'it\\'s' + ", true],
  ['x = """a"b""" + ', true],
  ['x = "a\n', true],
  ["# it's\n", true],
  ['"', false],
  ['x = "a', false],
  ['x = "a\\"', false],
  ['x = """', false],
  ['x = """a""', false],
  ['x = 1  # one', false],
])('PythonStrings distinguishes code from strings and comments: %j', (program, isInCode) => {
  const whole = new PythonStrings();
  whole.read(program);
  expect(whole.isInCode).toBe(isInCode);
  const letters = new PythonStrings();
  for (const letter of program) letters.read(letter);
  expect(letters.isInCode).toBe(isInCode);
});
