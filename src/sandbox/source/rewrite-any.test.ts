import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewrite } from './rewrite.ts';
import { isValid } from './tree.ts';

const known = { modules: new Set(['files', 'tools']), functions: new Set(['bash']) };

const PROGRAM = `import asyncio, files as f
from files import (
    read_file,  # a comment
    write_file as w,
); x = 1
help(files.read_file)
async def main(paths, *, limit=bash("pwd")):
    """files.x()"""
    tasks = [files.read_file(p) for p in paths if p and f.exists(p)]
    tasks.append(read_file(f"{bash('a')!r:>{limit}} {{files.x}}"))
    results = await asyncio.gather(*tasks)
    with open("a") as g, await w(
        files \\
          .path(x), text="""
b"""):
        g.write(results[0] + await bash("ls")["out"])
    for i, (a, b) in enumerate(results):
        print(i, "%d" % a, {b: tools.bash(b)}, lambda q: files.z(q), sep="\\n")
    return (await asyncio.wait_for(files.y(), 3))[0]
if __name__ == "__main__":
    asyncio.run(main(["a", 'b']))
`;

/** Pieces that change the meaning of what follows them. */
const pieces = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '"""',
  'f"',
  '\\',
  '#',
  ':',
  ',',
  ';',
  '.',
  '*',
  '=',
  ' ',
  '\n',
  '    ',
  '@',
];
const words = [
  ' await ',
  ' for ',
  ' in ',
  ' as ',
  'import ',
  'from ',
  'def ',
  'class A:',
  'files',
  '.x',
  'bash',
  'help(',
  'lambda ',
];

/** Replaces stretches of the program by pieces. */
const mutated = fc
  .array(fc.tuple(fc.nat(PROGRAM.length), fc.nat(12), fc.constantFrom('', ...pieces, ...words)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((changes) =>
    changes.reduce((text, [at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length), PROGRAM),
  );

describe('Any program', () => {
  test('The number of lines stays, whatever is wrong with the program', () => {
    fc.assert(
      fc.property(mutated, (program) => {
        expect(rewrite(program, known).code.split('\n').length).toBe(program.split('\n').length);
      }),
      { numRuns: 500 },
    );
  });

  test('A valid program stays valid', async () => {
    expect(await isValid(PROGRAM)).toBe(true);
    expect(await isValid(rewrite(PROGRAM, known).code)).toBe(true);
    await fc.assert(
      fc.asyncProperty(mutated, async (program) => {
        if (await isValid(program)) expect(await isValid(rewrite(program, known).code)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('A program without tools, coroutines, help, main guard and f-strings does not change', () => {
    const nothing = { modules: new Set<string>(), functions: new Set<string>() };
    fc.assert(
      fc.property(mutated, (program) => {
        const plain = program.replaceAll(/async|await|gather|help|__name__|f(?=["'])/g, 'word');
        expect(rewrite(plain, nothing)).toMatchObject({ code: plain, functions: [] });
      }),
    );
  });

  test('Every function of the result occurs in the program, and every path once', () => {
    fc.assert(
      fc.property(mutated, (program) => {
        const { code, functions } = rewrite(program, known);
        expect(new Set(functions.map(({ path }) => path)).size).toBe(functions.length);
        for (const { value, awaitable } of functions)
          expect(code.includes(value) || code.includes(awaitable)).toBe(true);
      }),
    );
  });

  test.each([
    ['(', ')'],
    ['[{', '}]'],
    ['files.x(', ')'],
    ['await (', ')'],
    ['await ', ''],
    ['f"{', '}"'],
    ['f"{', '=}"'],
    ['asyncio.gather(*[', '])'],
    ['lambda: ', ''],
    ['not ', ''],
    ['files.x() + ', ''],
    ['bash().', 'a'],
    ['x = ', ''],
    ['if x:\n', ''],
    ['help(', ')'],
  ])('A program may nest %j without bound', (open, close) => {
    const times = Math.floor((64 * 1024) / (open.length + close.length));
    const program = `${open.repeat(times)}bash()${close.repeat(times)}`;
    expect(rewrite(program, known).code.split('\n').length).toBe(program.split('\n').length);
  });

  test.each([
    ['files.x()\n'],
    ['x = files.x()\nawait x\n'],
    ['t.append(files.x())\nasyncio.gather(*t)\n'],
    ['from files import a as b\nb()\n'],
    ['import files as f\nf.x()\n'],
    ['def f(): pass\nf()\n'],
    ['async def f(): pass\nf()\n'],
    ['f"{1 % 2=}"\n'],
    ['help(files.x)\n'],
    ['class A: bash()\n'],
    ['__tool_0 __tool2_0 '],
    ['a, '],
    ['x[0], '],
  ])('256 KB of %j are rewritten in linear time', (piece) => {
    // Quadratic work would take minutes, and exceed the time limit of the test.
    const program = piece.repeat((256 * 1024) / piece.length);
    expect(rewrite(program, known).code.split('\n').length).toBe(program.split('\n').length);
  });
});
