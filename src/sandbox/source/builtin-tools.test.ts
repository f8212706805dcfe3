import { describe, expect, test } from 'vitest';
import { rewrite } from './rewrite.ts';

const known = {
  modules: new Set(['tools']),
  functions: new Set(['filter_', 'help_', 'list_', 'max', 'max_', 'next_', 'open_', 'print_', 'round_', 'type_']),
};

describe('Calls of built-in functions that mean a tool', () => {
  test.each([
    ['await list("src")', 'await __later_0("src")', 'list_'],
    ['await (list("src"))', 'await (__later_0("src"))', 'list_'],
    ['t = list("src")\nawait t', 't = list("src")\nawait __await_any(t)', undefined],
    ['x = list(path="src")', 'x = __tool_0(path="src")', 'list_'],
    ['x = open("a", path="b")', 'x = __tool_0("a", path="b")', 'open_'],
    ['x = type(text="a")', 'x = __tool_0(text="a")', 'type_'],
    ['x = round(x=1)', 'x = __tool_0(x=1)', 'round_'],
    ['await round(1.5)', 'await __later_0(1.5)', 'round_'],
    ['print(list("a"), text="b")', '__tool_0(list("a"), text="b")', 'print_'],
    ['await asyncio.gather(list("a"), list("b"))', 'await __gather(__later_0("a"), __later_0("b"))', 'list_'],
    ['await asyncio.gather(*[list(x) for x in y])', 'await __gather(*[__later_0(x) for x in y])', 'list_'],
    ['asyncio.create_task(list("a"))', 'asyncio.create_task(__later_0("a"))', 'list_'],
    ['x = help(list)', 'x = __help("list_")', undefined],
    ['x = help("list")', 'x = __help("list")', undefined],
    ['x = help(topic="a")', 'x = __tool_0(topic="a")', 'help_'],
  ])('%j becomes %j', (code, expected, path) => {
    const { code: rewritten, functions } = rewrite(code, known);
    expect(rewritten).toBe(expected);
    expect(functions[0]?.path).toBe(path);
  });

  test.each([
    ['x = list("src")'],
    ['f = list'],
    ['f(list=1)'],
    ['x.list(path=1)'],
    ['x = open("a", mode="r", encoding="utf-8")'],
    ['print(1, sep="", end="", flush=True)'],
    ['x = list(**y)'],
    ['x = dict(path="src")'],
    ['await __await_any(next(x))'],
    ['await asyncio.wait_for(next(x), 3)'],
    ['x = set(path="src")'],
    ['await __await_any(set("src"))'],
    ['list = f\nawait __await_any(list("src"))\nlist(path=1)'],
    ['def g(list): return list(path=1)'],
    ['from x import list\nlist(path=1)'],
  ])('%j has no call of a tool', (code) => {
    const plain = code.replace(/__await_any\((.*?\))\)/, '$1');
    expect(rewrite(plain, known)).toMatchObject({ code, functions: [] });
  });

  test('A tool that has the name itself is called by that name', () => {
    expect(rewrite('await max(1)', known).functions).toMatchObject([{ path: 'max' }]);
  });

  test('A call that means a tool is nothing that Monty lacks', () => {
    const code = 'x = await filter("a")\ny = await open("b")\nz = filter(query="c")';
    expect(rewrite(code, known).lacks).toEqual([]);
    expect(rewrite('x = filter(None, [1])\nopen("b")', known).lacks).toHaveLength(2);
  });
});
