import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
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
import { rewrite } from './rewrite.ts';

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
  'import os\nos.getenv("A")',
  'import asyncio\nasync def f(): return 1\nawait asyncio.gather(f(), return_exceptions=True)',
];

/** Programs that Monty can run. */
const available = [
  ...[...BUILTINS].filter(isAvailable).map((name) => `x = ${name}`),
  ...[...MODULES].flatMap(([module, names]) => [...names].map((name) => `import ${module}\nx = ${module}.${name}`)),
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

const known = { modules: new Set<string>(), functions: new Set<string>() };

describe('What Monty lacks', () => {
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

  test('Programs that Monty can run lack nothing, and run there', () => {
    const rewritten = available.map((program) => rewrite(program, known));
    expect(rewritten.flatMap(({ lacks }) => lacks)).toEqual([]);
    expect(errorsOf(rewritten.map(({ code }) => code))).toEqual(available.map(() => null));
  });
});

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
