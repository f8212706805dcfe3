import { describe, expect, test } from 'vitest';
import { reportOf } from '../../../src/sandbox/report.ts';
import { type Engine, errorOf, type OpenEngine, openFor, type Ran, runRewritten } from './fixture.ts';

/** Runs the contract tests for programs as models write them: rewritten, and with the report that the model reads. */
export function rewrittenContract(name: string, open: OpenEngine): void {
  describe(`${name} and the rewriting`, () => {
    const contract = (title: string, work: (engine: Engine) => Promise<void>) =>
      test(title, async ({ skip }) => work(await openFor(open, {}, skip)));

    contract('An awaited call of a built-in function means the tool that has its name', async (engine) => {
      const ran = await runRewritten(
        engine,
        'one = await list("src")\ntwo = list(path="b")\nx, y = await asyncio.gather(list("c"), list("d"))\nprint(list("ab"), one, two, x, y)',
        { answer: ({ args, named }) => args[0] ?? named.path },
      );
      expect(ran.end.output.stdout).toBe("['a', 'b'] src b c d\n");
      expect(ran.calls.map(({ path }) => path)).toEqual(['list_', 'list_', 'list_', 'list_']);
    });

    contract('A statement that only creates a coroutine of the program runs it', async (engine) => {
      const code = `async def inner(n):
    print("inner", await a(n))
async def main():
    inner(1)
    print("main")
def run():
    inner(2)
if __name__ == "__main__":
    main()
run()
asyncio.gather(a(3), a(4))
inner(5)`;
      const ran = await runRewritten(engine, code, { answer: ({ args }) => args[0] });
      expect(ran.end).toMatchObject({ kind: 'finished', output: { stdout: 'inner 1\nmain\ninner 2\ninner 5\n' } });
      expect(ran.calls).toHaveLength(5);
    });

    contract('The outcome names the calls that lack await, in the words of the program', async (engine) => {
      const define = 'async def f():\n    return 1\n';
      const hint = (call: string) => `Hint: write await before the call: result = await ${call}(...).`;
      for (const code of [`${define}t = f()\nprint(t)`, `${define}t = f()\nt`, `${define}[f() for _ in range(2)]`]) {
        const text = textOf(await runRewritten(engine, code));
        expect(text).toContain('<coroutine object f');
        expect(text).toContain(hint('f'));
      }
      const gathered = textOf(await runRewritten(engine, 'print(asyncio.gather(a(1), a(2)))'));
      expect(gathered).toContain(hint('asyncio.gather'));
      expect(gathered).not.toContain('_gather');
      expect(textOf(await runRewritten(engine, 'print(a)'))).toMatch(/^<function '?a'? at/);
    });

    contract('A coroutine is not passed to a tool', async (engine) => {
      for (const call of ['a(f())', 'a(x=f())', 'await a(f())']) {
        const ran = await runRewritten(engine, `async def f():\n    return 1\n${call}`);
        expect(errorOf(ran)).toMatchObject({ type: 'TypeError', message: expect.stringContaining('type coroutine') });
        expect(ran.calls).toEqual([]);
      }
    });

    contract('A field with "=" of an f-string shows the text of the program', async (engine) => {
      const code = String.raw`x, w, d = 3.14159, 12, {"a": 7}
print(f"{7%2=} {round(x, 2) = } {a(id=1)=} {await a(id=1)=} {x//1=:.2f} {7%2=!s:>3} {7%2=:>{w}}")
print(f"{d["a"]%2=} {d['a']%2=}", rf'{d["a"] % 2 = }\n', f'{f"{7%2=}"=}')
print(f"""{
  d["a"] % 2
  =}|{ {k: v % 2 for k, v in d.items()} =}|{len("\n{}\\") % 2=}|{'é🙂'=}""")
1 / 0`;
      const ran = await runRewritten(engine, code, { answer: () => 'ok' });
      expect(ran.end.output.stdout.split('\n')).toEqual([
        "7%2=1 round(x, 2) = 3.14 a(id=1)='ok' await a(id=1)='ok' x//1=3.00 7%2=  1 7%2=           1",
        String.raw`d["a"]%2=1 d['a']%2=1 d["a"] % 2 = 1\n f"{7%2=}"='7%2=1'`,
        '',
        '  d["a"] % 2',
        String.raw`  =1| {k: v % 2 for k, v in d.items()} ={'a': 1}|len("\n{}\\") % 2=0|'é🙂'='é🙂'`,
        '',
      ]);
      expect(errorOf(ran)).toMatchObject({ type: 'ZeroDivisionError', frames: [{ line: 7 }] });
    });

    contract('The result of a tool is already parsed, and json.loads says so', async (engine) => {
      for (const value of [{ a: 1 }, [1]]) {
        const text = textOf(await runRewritten(engine, 'import json\njson.loads(a())', { answer: () => value }));
        expect(text).toContain('\nHint: the value is already parsed.');
      }
    });

    contract('The error of a name with a letter of another alphabet names the letter', async (engine) => {
      expect(textOf(await runRewritten(engine, '\u0430(1)'))).toContain(
        'Hint: "\u0430" is U+0430, not the letter a. Write a.',
      );
    });

    contract('The error of a built-in function says which tool has its name', async (engine) => {
      const ran = await runRewritten(engine, 'list("a", "b")');
      expect(textOf(ran, ['list_(path: str) -> Any'])).toContain(
        '\nHint: list is a function of Python. The tool is list_.',
      );
    });
  });
}

function textOf({ end }: Ran, functions: readonly string[] = []): string {
  if (end.kind === 'paused') throw new Error('The program waits.');
  return reportOf(end, functions).text;
}
