import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { preludeOf } from '../process/monty-prelude.ts';
import {
  ATTRIBUTES,
  CONSTRUCTS,
  FORMAT_SPECS,
  LACKING_BUILTINS,
  LACKING_NAMES,
  METHODS,
  MODULES,
  ONE_ARGUMENT,
  SIGNATURES,
} from './monty-lacks.ts';
import { BUILTINS, STDLIB } from './python-words.ts';
import { type Rewritten, rewrite } from './rewrite.ts';

const TOOL = 'def tool(x):\n    return host(x)\n';

/** Programs that Monty cannot run. */
const lacking = [
  ...Object.values(CONSTRUCTS),
  ...[...FORMAT_SPECS].map(([spec, value]) => `f"{${value}:${spec}}"`),
  ...ATTRIBUTES.values(),
  ...[...SIGNATURES.values()].map(({ program }) => program),
  ...ONE_ARGUMENT.values(),
  ...[...LACKING_BUILTINS].map((name) => `x = ${name}`),
  ...[...LACKING_NAMES].flatMap(([module, names]) =>
    [...names].map((name) => `import ${module}\nx = ${module}.${name}`),
  ),
  ...[...LACKING_NAMES].flatMap(([module, names]) => [...names].map((name) => `from ${module} import ${name}`)),
  ...[...STDLIB].filter((module) => !MODULES.has(module) && module !== 'os').map((module) => `import ${module}`),
  ...[...METHODS].flatMap((name) => ['"a"', 'b"a"', '[1]', '{}', '{1}'].map((value) => `x = ${value}.${name}`)),
  `${TOOL}list(map(tool, [1]))`,
  `${TOOL}list(filter(lambda x: host(x), [1]))`,
  `${TOOL}sorted([1], key=tool)`,
  'import os\nos.getenv("A")',
  'import asyncio\nasync def f(): return 1\nawait asyncio.gather(f(), return_exceptions=True)',
];

/** Programs that Monty can run. */
const available = [
  ...[...BUILTINS].filter(isAvailable).map((name) => `x = ${name}`),
  ...[...MODULES].flatMap(([module, names]) => [...names].map((name) => `import ${module}\nx = ${module}.${name}`)),
  `${TOOL}[tool(x) for x in [1]]\nsum(tool(x) for x in [1])`,
  'print(1, sep="", end="", flush=True)\nstr(object=1)\nimport json\njson.dumps({}, indent=1, sort_keys=True)',
  'json_like = {"a": [x for x in range(3)]}\nf"{1:>{5}} {1.5:.2f} {"a":^5} {10:x} {0.5:.0%} {5:03d} {1:+}"',
  'def f(a: int | None = None, *b: str | int, **c) -> dict | None: return a\nf()\nx: str | None = None',
  'sum(x for x in [1])\nnext(iter([1]), None)\n{}.get("a")\n"a".encode("utf-8")\nprint(type(1).__name__)',
  'x = {"a": 1}\nx["a"] += 1\nx["b"] = x["c"] = 2\na, *b = [1, 2]\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n    e.args',
  'import re\nre.sub("a", "b", "a", flags=re.I)\nimport math as m\nm.floor(5 % 3)\n5 | 2\n{1} | {2}',
  'import asyncio\nasync def main():\n    return 1\nif __name__ == "__main__":\n    asyncio.run(main())',
];

function isAvailable(name: string): boolean {
  return !LACKING_BUILTINS.has(name) && name !== 'open' && name !== '__name__';
}

/** Programs that Monty would run with another result, and runs correctly after the rewriting. */
const corrected = [
  'assert round(2.675, 2) == 2.67 and round(1.15, 1) == 1.1 and round(2.5) == 2 and round(0.5, 0) == 0.0',
  'x = -7.5\nassert x % 2 == 0.5 and 7.5 % -2 == -0.5 and -7 % 3 == 2 and 6.0 % 3 == 0 and 2 * x % 4 == 1.0 and x % 2 * 3 == 1.5',
  'assert 7 // 0.1 == 69.0 and -7 // 2.0 == -4.0 and 7 // 2 == 3 and 1e3 // 0.1 == 9999.0 and 7.5 // -2 // 2 == -2.0',
  'assert str(0 % -7.5) == "-0.0" and str(-7.5 % 1.5) == "0.0" and f"{-6.0 % 3 // 1}" == "0.0"',
  ...['None < 1', '"10" > 9', '1 <= "a"', '{"a": 1} >= 2', 'None < None', '(1, None) < (1, 2)'].map(
    (comparison) => `try: ${comparison}\nexcept TypeError: pass\nelse: assert False`,
  ),
];

/** Programs that stay correct. */
const compared = [
  'assert round(15, -1) == 20 and list(map(round, [1.5, 2.5])) == [2, 2]',
  'assert 1 < 2.5 and 2 > True and "a" <= "b" and (1, "b") >= (1, "a") and not (1, 2) < (1, 2)',
  'import datetime\nassert datetime.date(2024, 1, 1) < datetime.date(2024, 1, 2)',
  'x = 3\nassert (x < 4 if x > 2 else x) and [y for y in [1, 5] if y + 1 >= x] == [5] and f"{x < 4}" == "True"',
];

const known = { modules: new Set<string>(), functions: new Set(['host']) };

describe('The lists of what Monty lacks', () => {
  test('Each listed program really fails in Monty', () => {
    const errors = errorsOf(lacking);
    expect(lacking.filter((_, place) => errors[place] === null)).toEqual([]);
  });

  test('Each listed program is recognised by its text', () => {
    expect(lacking.filter((program) => rewrite(program, known).lacks.length === 0)).toEqual([]);
  });

  test.each(Object.entries(CONSTRUCTS))('A program with %s is recognised', (construct, program) => {
    expect(rewrite(program, known).lacks).toContain(construct);
  });

  test('Programs that Monty would run with another result are corrected', () => {
    const rewritten = [...corrected, ...compared].map((program) => rewrite(program, known));
    expect(rewritten.flatMap(({ lacks }) => lacks)).toEqual([]);
    expect(errorsOf(rewritten.map(withTools))).toEqual(rewritten.map(() => null));
    expect(errorsOf(corrected)).not.toContain(null);
  });

  test.each([
    ['x = (y for y in z)'],
    ['def f(x): return map(str, x)'],
    ['any(host(x) for x in y)'],
    ['all((host(x) for x in y))'],
    ['for x in map(host, y): pass'],
    ['for x in (print(y) for y in z): pass'],
    ['def f(x): return x\n[x for x in zip(y, map(f, y))]'],
    ['enumerate(x)[0]'],
  ])('Monty makes the elements of %j too early, or more than once', (program) => {
    expect(rewrite(program, known).lacks).toContain('iterators that are kept, or not used up');
  });

  test.each([
    ['sum(host(x) for x in y)'],
    ['", ".join(str(x) for x in y)'],
    ['print(*(x for x in y))'],
    ['any(x["a"] == 1 for x in y)'],
    ['for i, (a, b) in enumerate(zip(x, map(int, y))): pass'],
    ['[x for x in reversed(y)]'],
  ])('It does not matter when Monty makes the elements of %j', (program) => {
    expect(rewrite(program, known).lacks).toEqual([]);
  });

  test('Programs that Monty can run lack nothing, and run there', () => {
    const rewritten = available.map((program) => rewrite(program, known));
    expect(rewritten.flatMap(({ lacks }) => lacks)).toEqual([]);
    expect(errorsOf(rewritten.map(withTools))).toEqual(available.map(() => null));
  });
});

/** Defines the functions of a rewritten program. */
function withTools({ code, functions }: Rewritten): string {
  return preludeOf(code, []) + functions.map(({ value }) => `def ${value}(x):\n    return host(x)\n`).join('') + code;
}

/** Monty runs in a child process, because an engine may crash its process. */
function errorsOf(programs: readonly string[]): readonly (string | null)[] {
  const script = path.join(import.meta.dirname, '../../../test/run-in-monty.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [script], {
    input: JSON.stringify(programs),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as readonly (string | null)[];
}
