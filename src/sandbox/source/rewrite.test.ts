import { describe, expect, test } from 'vitest';
import { rewrite } from './rewrite.ts';

const known = {
  modules: new Set(['files', 'mail', 'search', 'tools']),
  functions: new Set(['bash', 'read_file', 'search']),
};

describe('References to tools', () => {
  test.each([
    ['import json\njson.dumps(1)', 'import json\njson.dumps(1)'],
    ['import json as j\njson(1)', 'import json as j\njson(1)'],
    ['from glob import glob\nglob("*")', 'from glob import glob\nglob("*")'],
    ['from json import loads\njson(loads("1"))', 'from json import loads\n__tool_0(loads("1"))'],
    ['from json import *\njson(1)', 'from json import *\n__tool_0(1)'],
    ['import a.json\njson(1)', 'import a.json\n__tool_0(1)'],
    ['import json.decoder\njson.loads("1")', 'import json.decoder\njson.loads("1")'],
    ['import json\nglob("*")', 'import json\n__tool_0("*")'],
    ['from tools import json\njson(1)', 'pass\n__tool_0(1)'],
    ['import json\ntools.json(1)', 'import json\n__tool_0(1)'],
  ])('If a tool has the name of a standard module, an import of the module means the module: %j', (code, rewritten) => {
    const named = { modules: new Set(['tools']), functions: new Set(['json', 'glob']) };
    expect(rewrite(code, named).code).toBe(rewritten);
  });

  test('Each reference to a tool becomes a plain function with the index of the tool', () => {
    expect(rewrite('a = files.read_file("x")\nb = bash("ls")\nc = files.read_file("y")', known)).toEqual({
      code: 'a = __tool_0("x")\nb = __tool_1("ls")\nc = __tool_0("y")',
      functions: [
        { value: '__tool_0', awaitable: '__later_0', path: 'files.read_file' },
        { value: '__tool_1', awaitable: '__later_1', path: 'bash' },
      ],
      lacks: [],
    });
  });

  test.each([
    ['files.no_such_tool()', '__tool_0()', 'files.no_such_tool'],
    ['tools.bash()', '__tool_0()', 'tools.bash'],
    ['tools.files.read_file()', '__tool_0()', 'files.read_file'],
    ['search.web()', '__tool_0()', 'search.web'],
    ['search()', '__tool_0()', 'search'],
    ['tools.search()', '__tool_0()', 'tools.search'],
    ['files.read_file.name', '__tool_0.name', 'files.read_file'],
    ['f = files.read_file', 'f = __tool_0', 'files.read_file'],
    ['map(files.read_file, x)', 'map(__tool_0, x)', 'files.read_file'],
    ['f"{files.read_file()!r:>{bash}}"', 'f"{__tool_0()!r:>{__tool_1}}"', 'files.read_file'],
    ['f"{f\'{files.read_file()}\'}" f"{1}"', 'f"{f\'{__tool_0()}\'}" f"{1}"', 'files.read_file'],
    ['f"{x["a"]} {files.read_file("b")}"', 'f"{x["a"]} {__tool_0("b")}"', 'files.read_file'],
    ['@bash\ndef f(x=1): pass', '@__tool_0\ndef f(x=1): pass', 'bash'],
    ['@files.wrap(1)\ndef f(): pass', '@__tool_0(1)\ndef f(): pass', 'files.wrap'],
    ['f(bash=bash, **files.x())', 'f(bash=__tool_0, **__tool_1())', 'bash'],
    ['lambda x=bash: x', 'lambda x=__tool_0: x', 'bash'],
    ['\uff46iles.read_file()', '__tool_0()', 'files.read_file'],
    ['\ufb01les.x()', '__tool_0()', 'files.x'],
    ['files \\\n  . read_file()', '__tool_0 \\\n   ()', 'files.read_file'],
    ['(files  # a\n  .read_file())', '(__tool_0  # a\n  ())', 'files.read_file'],
    ['print("a",\n  files.read_file())', 'print("a",\n  __tool_0())', 'files.read_file'],
  ])('%j becomes %j', (code, expected, path) => {
    const { code: rewritten, functions } = rewrite(code, known);
    expect(rewritten).toBe(expected);
    expect(functions[0]?.path).toBe(path);
  });

  test.each([
    ['"files.read_file()"'],
    ['r"{bash}" b"bash" f"{{bash}}"'],
    ['"""\nfiles.read_file()\n"""'],
    ['# files.read_file()'],
    ['x.files.read_file()'],
    ['x.bash()'],
    ['f(files=1, bash=2)'],
    ['files'],
    ['files["read_file"]'],
    ['files.x = 1'],
    ['fіles.read_file()'], // a Cyrillic і
    ['@x.bash\ndef f(): pass'],
    ['from .files import read_file\nread_file()'],
    ['from other.files import read_file\nread_file()'],
  ])('The program %j has no reference to a tool', (code) => {
    expect(rewrite(code, known)).toMatchObject({ code, functions: [] });
  });

  test.each([
    ['bash = 1'],
    ['bash: int = 1'],
    ['bash += 1'],
    ['a, (b, *bash) = x'],
    ['def bash(): pass'],
    ['class bash: pass'],
    ['for a, bash in x: pass'],
    ['with x as bash: pass'],
    ['try: pass\nexcept E as bash: pass'],
    ['(bash := 1)'],
    ['f(bash := 1)'],
    ['match x:\n  case [bash, *a]: pass'],
    ['match x:\n  case {"a": 1, **bash}: pass'],
    ['match x:\n  case 1 as bash: pass'],
    ['del bash'],
    ['type bash = int'],
    ['def f[bash](): pass'],
    ['with (x as a, y as bash): pass'],
    ['\uff42ash = 1'],
  ])('The name is a tool before %j, and a variable after it and in functions', (binding) => {
    const rest = `${binding}\ndef g(): return bash(2)\nwhile x: bash(3)`;
    const { code, functions } = rewrite(`print(bash(1))\n${rest}`, known);
    expect(code).toBe(`print(${functions[0]?.value}(1))\n${rest}`);
  });

  test.each([
    ['def f(bash): return bash(1)'],
    ['def f(*bash): return bash(1)'],
    ['def f():\n  bash = bash(1)\n  return lambda: bash'],
    ['lambda **bash: bash'],
    ['[bash for bash in x]'],
    ['f(bash for a, bash in x)'],
  ])('In %j, the name is a variable, and outside of it a tool', (local) => {
    const code = (name: string) => `print(${name}(1))\n${local}\ndef g(): return ${name}(2)`;
    expect(rewrite(code('bash'), known).code).toBe(code('__tool_0'));
  });

  test.each([['import bash.x as bash'], ['from os import bash'], ['def f(): global bash']])(
    'After %j, the name is a variable everywhere',
    (binding) => {
      const code = `print(bash(1))\n${binding}\ndef g(): return bash(2)`;
      expect(rewrite(code, known)).toMatchObject({ code, functions: [] });
    },
  );

  test.each([
    ['bash = bash(1)', 'bash = __tool_0(1)'],
    ['bash = await bash(1)', 'bash = await __later_0(1)'],
    ['files = files.list()', 'files = __tool_0()'],
    ['import files\nfiles = files.list()', 'pass\nfiles = __tool_0()'],
    ['for files in files.list(): print(files.x)', 'for files in __tool_0(): print(files.x)'],
    ['def f(files): return files.x\nf(files.list())', 'def f(files): return files.x\nf(__tool_0())'],
    ['while x: bash = bash(1)', 'while x: bash = bash(1)'],
    ['for a in x: bash = bash(a)', 'for a in x: bash = bash(a)'],
    ['class A:\n  bash = 1\n  def f(self): return bash', 'class A:\n  bash = 1\n  def f(self): return _tool_0'],
  ])('A variable may have the name of the tool that it gets its value from: %j becomes %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });

  test('Functions of tools get names that the program does not contain', () => {
    expect(rewrite('__tool_0 = "__later2_1"\nbash()', known).code).toBe('__tool_0 = "__later2_1"\n__tool3_0()');
  });

  test('In a program with classes, the names do not begin with two underscores, which Python would change there', () => {
    const { code, functions } = rewrite('class A:\n  async def f(self):\n    return await self.g(await bash())', known);
    expect(code).toBe(
      'class A:\n  async def f(self):\n    return await globals()["__await_any"](self.g(await _later_0()))',
    );
    expect(functions).toEqual([{ value: '_tool_0', awaitable: '_later_0', path: 'bash' }]);
  });
});

describe('Imports of tools', () => {
  test.each([
    ['import files\nfiles.x()', 'pass\n__tool_0()'],
    ['import files as f\nf.x()', 'pass\n__tool_0()'],
    ['import json, files as f, math\nf.x()', 'import json, math\n__tool_0()'],
    ['import files.x as y\ny()', 'pass\n__tool_0()'],
    ['import files.x\nfiles.x()', 'pass\n__tool_0()'],
    ['import tools.files as f\nf.x()', 'pass\n__tool_0()'],
    ['import bash\nbash()', 'pass\n__tool_0()'],
    ['from files import x\nx()', 'pass\n__tool_0()'],
    ['from files import x as y, z\ny(); z()', 'pass\n__tool_0(); __tool_1()'],
    ['from tools import bash\nbash()', 'pass\n__tool_0()'],
    ['from tools import files\nfiles.x()', 'pass\n__tool_0()'],
    ['from tools.files import x\nx()', 'pass\n__tool_0()'],
    ['from files import *\nx(); len([]); bash()', 'pass\n__tool_0(); len([]); __tool_1()'],
    ['def f():\n    import files\n    return files.x()', 'def f():\n    pass\n    return __tool_0()'],
    ['from files import (\n  x,\n  y,  # last\n)\nx()', 'pass\n\n\n\n__tool_0()'],
    ['from files import (x,\n  y); z = 1; x()', 'pass\\\n; z = 1; __tool_0()'],
    ['from files import \\\n  x\nx()', 'pass\n\n__tool_0()'],
    ['if a: from files import x\nx()', 'if a: pass\n__tool_0()'],
  ])('%j becomes %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });

  test('A name that the program also gives other values gets the function of the tool', () => {
    expect(rewrite('from files import x, y\ny()\nx = x()', known).code).toBe(
      'x = __tool_1\n__tool_0()\nx = __tool_1()',
    );
    expect(rewrite('from files import x\nfrom mail import x\nx()', known).code).toBe('x = __tool_0\nx = __tool_1\nx()');
  });

  test.each([
    ['import json'],
    ['from . import files'],
    ['import files as'],
    ['from files import'],
    ['import filesystem'],
  ])('The import %j stays, because it is not an import of tools', (code) => {
    expect(rewrite(code, known).code).toBe(code);
  });
});

describe('Awaited calls', () => {
  test.each([
    ['await files.x(1)', 'await __later_0(1)'],
    ['await (files.x(1))', 'await (__later_0(1))'],
    ['await(files.x(1))', 'await(__later_0(1))'],
    ['(await files.x(1))["a"]', '(await __later_0(1))["a"]'],
    ['await files.x() + await files.y() * 2', 'await __later_0() + await __later_1() * 2'],
    ['not await files.x() in y', 'not await __later_0() in y'],
    ['f"{await files.x()}"', 'f"{await __later_0()}"'],
    ['[await files.x(y) for y in files.z()]', '[await __later_0(y) for y in __tool_1()]'],
    ['await files.x(files.y())', 'await __later_0(__tool_1())'],
  ])('A tool call directly after await is awaitable: %j becomes %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });

  test.each([
    ['await files.x()["a"]', 'await __await_any(__tool_0()["a"])'],
    ['await files.x().y', 'await __await_any(__tool_0().y)'],
    ['await files.x', 'await __await_any(__tool_0)'],
    ['await x + 1', 'await __await_any(x) + 1'],
    ['await(x)', 'await __await_any((x))'],
    ['await f(x)', 'await __await_any(f(x))'],
    ['await await x', 'await __await_any(await __await_any(x))'],
    ['def f(): pass\nawait f()', 'def f(): pass\nawait __await_any(f())'],
    ['async def f(): pass\nf = 1\nawait f()', 'async def f(): pass\nf = 1\nawait __await_any(f())'],
  ])('A program may also await a plain value: %j becomes %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });

  test.each([
    ['async def f(): pass\nawait f(1)'],
    ['import asyncio\nawait asyncio.sleep(1)'],
    ['import asyncio as a\nawait a.sleep(1)'],
    ['from asyncio import sleep as s\nawait s(1)'],
    ['await'],
  ])('An expression that is certainly awaitable stays: %j', (code) => {
    expect(rewrite(code, known).code).toBe(code);
  });
});

describe('Calls that are awaited later', () => {
  test.each([
    ['await asyncio.gather(files.x(), bash())', 'await __gather(__later_0(), __later_1())'],
    [
      'await asyncio.gather(*[files.x(y) for y in files.z() if bash(y)])',
      'await __gather(*[__later_0(y) for y in __tool_1() if __tool_2(y)])',
    ],
    ['await asyncio.gather(*(files.x(y) for y in z))', 'await __gather(*(__later_0(y) for y in z))'],
    ['await asyncio.gather(*[(files.x()), *[bash()]], 1)', 'await __gather(*[(__later_0()), *[__later_1()]], 1)'],
    ['await asyncio.gather([files.x(y) for y in z])', 'await __gather(*[__later_0(y) for y in z])'],
    [
      'await asyncio.gather(f(files.x()), a or files.y(), *files.z())',
      'await __gather(f(__tool_0()), a or __tool_1(), *__tool_2())',
    ],
    ['asyncio.wait_for(files.x(), timeout=files.y())', 'asyncio.wait_for(__later_0(), timeout=__tool_1())'],
    ['asyncio.wait([files.x()], 5)', 'asyncio.wait([__later_0()], 5)'],
    ['asyncio.as_completed({files.x()})', 'asyncio.as_completed({__later_0()})'],
    ['asyncio.create_task(files.x())', 'asyncio.create_task(__later_0())'],
    ['group.create_task(files.x())', 'group.create_task(__later_0())'],
    [
      'asyncio.get_event_loop().run_until_complete(files.x())',
      'asyncio.get_event_loop().run_until_complete(__later_0())',
    ],
    ['asyncio.run(files.x())', 'asyncio.run(__later_0())'],
    ['subprocess.run(files.x())', 'subprocess.run(__tool_0())'],
    ['process.wait(files.x())', 'process.wait(__tool_0())'],
    ['tools.run(files.x())', '__tool_0(__tool_1())'],
    ['def gather(*x): pass\ngather(files.x())', 'def gather(*x): pass\ngather(__tool_0())'],
    [
      'from asyncio import gather as g\nawait g(files.x())',
      'from asyncio import gather as g\nawait __gather(__later_0())',
    ],
    ['import asyncio as a\nawait a . gather(files.x())', 'import asyncio as a\nawait __gather  (__later_0())'],
    ['asyncio = x\nasyncio.gather(files.x())', 'asyncio = x\nasyncio.gather(__tool_0())'],
  ])('An argument of a function that waits is awaitable: %j becomes %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });

  test.each([
    ['t = files.x()\nawait t', 't = __later_0()\nawait __await_any(t)'],
    ['t: Task = files.x()\nawait asyncio.gather(t, bash())', 't: Task = __later_0()\nawait __gather(t, __later_1())'],
    ['t = [files.x(y) for y in z]\nawait asyncio.gather(*t)', 't = [__later_0(y) for y in z]\nawait __gather(*t)'],
    [
      't = [files.x(), files.y()]\nawait t[0]\nawait t[1]',
      't = [__later_0(), __later_1()]\nawait __await_any(t[0])\nawait __await_any(t[1])',
    ],
    ['t = []\nt.append(files.x())\nawait asyncio.gather(*t)', 't = []\nt.append(__later_0())\nawait __gather(*t)'],
    [
      't = []\nt.extend([files.x()])\nlen(t)\nasyncio.wait(t)',
      't = []\nt.extend([__later_0()])\nlen(t)\nasyncio.wait(t)',
    ],
    [
      't = {}\nt[k] = files.x()\nawait asyncio.gather(*t.values())\nt.keys()',
      't = {}\nt[k] = __later_0()\nawait __gather(*list(t.values()))\nt.keys()',
    ],
    [
      't = {k: files.x(k) for k in ks}\nawait asyncio.gather(*t.values())',
      't = {k: __later_0(k) for k in ks}\nawait __gather(*list(t.values()))',
    ],
  ])('A variable may hold awaitable calls until the program waits for them: %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });

  test.each([
    ['t = files.x()\nprint(t)\nawait t'],
    ['t = files.x()\nawait t\nawait t'],
    ['t = files.x()\nt["a"]\nawait t'],
    ['t = files.x()\nt + 1\nawait t'],
    ['t = files.x()\nf(t)\nawait t'],
    ['t = files.x()\nawait asyncio.gather(*t)'],
    ['t = files.x()\nt = 5\nawait t'],
    ['t = files.x()'],
    ['t, u = files.x(), 1\nawait t'],
    ['t = u = files.x()\nawait t'],
    ['def f(t): t = files.x(); await t'],
    ['t = [files.x(y) for y in z]\nfor u in t: await u'],
    ['t = [files.x()]\nt.sort()\nawait asyncio.gather(*t)'],
    ['t = [files.x()]\nawait asyncio.gather(*t)\nawait asyncio.gather(*t)'],
    ['t = [files.x(), 5]\nawait asyncio.gather(*t)'],
    ['t = [files.x()]\nt.append(5)\nawait asyncio.gather(*t)'],
    ['t = [(1, files.x())]\nawait asyncio.gather(*t)'],
    ['t = [files.x()]\nt[0]\nawait asyncio.gather(*t)'],
    ['t = {}\nt["a"] = files.x()\nt.items()\nawait asyncio.gather(*t.values())'],
  ])('A tool call returns its result if its use is in doubt: %j', (code) => {
    expect(rewrite(code, known).code).not.toContain('__later');
  });
});

describe('Help', () => {
  test.each([
    ['x = help(files.read_file)', 'x = __help("files.read_file")'],
    ['x = help(files)', 'x = __help("files")'],
    ['x = help(tools.files)', 'x = __help("files")'],
    ['x = help("files.read_file")', 'x = __help("files.read_file")'],
    ['x = help(bash)', 'x = __help("bash")'],
    ['x = help()', 'x = __help()'],
    ['import files as f\nx = help(f.y)', 'pass\nx = __help("files.y")'],
    ['x = help(\n  files\n  .y\n)', 'x = __help(\n  "files.y"\n  \n)'],
    ['help(files)\nx = 1', 'print(__help("files"))\nx = 1'],
    ['x = 1\nhelp(files)', 'x = 1\n__help("files")'],
    ['x = 1; help(bash); help(files)', 'x = 1; print(__help("bash")); __help("files")'],
    ['if x:\n  help(files)', 'if x:\n  print(__help("files"))'],
    ['help(len)', 'help(len)'],
    ['help(files.x())', 'help(__tool_0())'],
    ['def help(x): pass\nhelp("a")', 'def help(x): pass\nhelp("a")'],
  ])('%j becomes %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });
});

test('The name of the main module is written into the program, because Monty does not have it', () => {
  expect(rewrite('if __name__ == "__main__":\n    bash()', known).code).toBe(
    'if "__main__" == "__main__":\n    __tool_0()',
  );
  expect(rewrite('__name__ = 1\nx.__name__', known).code).toBe('__name__ = 1\nx.__name__');
});

describe('What Monty lacks', () => {
  test.each([
    ['await asyncio.gather(files.x(), *[bash(y) for y in z])'],
    ['t = [files.x()]\nawait asyncio.gather(*t)'],
    ['help(files)\nprint(files.format())'],
    ['import files\nfrom files import *\nfiles.now()\nwith_ = files.open()'],
  ])('Monty can run tool calls, also side by side: %j', (code) => {
    expect(rewrite(code, known).lacks).toEqual([]);
  });

  test.each([
    ['async def f(): pass\nawait asyncio.gather(f(), f())'],
    ['await asyncio.gather(*tasks)'],
    ['t = [files.x()]\nprint(t)\nawait asyncio.gather(*t)'],
    ['await asyncio.gather(files.x(), return_exceptions=True)'],
  ])('Only an event loop runs other coroutines side by side: %j', (code) => {
    expect(rewrite(code, known).lacks).toContain('asyncio.gather() with options, or of other calls than tools');
  });

  test.each([
    ['map(files.x, y)'],
    ['filter(lambda z: not files.x(z), y)'],
    ['sorted(y, key=lambda z: bash(z))'],
    ['y.sort(key=(files.x))'],
    ['def f(z): return files.x(z)\nmax(y, key=f)'],
  ])('Monty cannot suspend a function that calls a tool: %j', (code) => {
    expect(rewrite(code, known).lacks).toContain('calls of tools by functions such as map()');
  });

  test.each([
    ['list(map(str, files.x()))'],
    ['sorted((files.x(z) for z in y), key=lambda z: z)'],
    ['def f(z): return z\nfiles.x(f)\nmax(y, key=f)'],
    ['def map(f, y): return f(y)\nmap(files.x, y)'],
    ['t = {}\nt["a"] = files.x()\nawait asyncio.gather(*t.values())'],
  ])('Monty can run other functions: %j', (code) => {
    expect(rewrite(code, known).lacks).toEqual([]);
  });

  test('Each part of Python that Monty lacks is named once', () => {
    expect(rewrite('import csv, csv\nasyncio.sleep(1)\nasyncio.sleep(2)\nhelp(len)', known).lacks).toEqual([
      'asyncio.sleep',
      'the built-in help',
      'the module csv',
    ]);
  });
});
