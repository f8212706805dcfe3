import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ProgramState } from '../../../src/sandbox/program.ts';
import { proves } from '../../requirements.ts';
import {
  CLIENT,
  type Engine,
  errorOf,
  type MadeCall,
  type OpenEngine,
  openFor,
  pausedOf,
  Raised,
  type Ran,
  type RunInput,
  resultOf,
  runProgram,
  settled,
} from './fixture.ts';

export * from './fixture.ts';

/** Runs the contract tests that every engine of the sandbox must pass. */
export function engineContract(name: string, open: OpenEngine): void {
  describe(name, () => {
    const contract = (title: string, work: (engine: Engine) => Promise<void>) =>
      test(title, async ({ skip }) => work(await openFor(open, {}, skip)));
    const proven = (id: Parameters<typeof proves>[0], title: string, work: (engine: Engine) => Promise<void>) =>
      proves(id, title, async ({ skip }) => work(await openFor(open, {}, skip)));

    contract('The value of the last line is the result, and printed text is collected', async (engine) => {
      const ran = await runProgram(
        engine,
        'print("one", 2)\nprint("three", end="")\nx = {"a": [1, 2.5, None, True, "é"]}\nx',
      );
      expect(resultOf(ran)).toEqual({ a: [1, 2.5, null, true, 'é'] });
      expect(ran.end.output).toEqual({ stdout: 'one 2\nthree', stderr: '' });
    });

    contract('A program without a value has no result', async (engine) => {
      expect(resultOf(await runProgram(engine, 'x = 1'))).toBeUndefined();
      expect(resultOf(await runProgram(engine, ''))).toBeUndefined();
      expect(resultOf(await runProgram(engine, '# nothing'))).toBeUndefined();
    });

    proven(
      'S1.python.execute',
      'Each call of a tool gets its own result, in a loop and in functions',
      async (engine) => {
        const code = 'def twice(n):\n    return a(n) + a(n)\n[twice(n) for n in range(3)] + [b(word="x")["word"]]';
        const ran = await runProgram(engine, code, {
          answer: ({ path, args, named }) => (path === 'a' ? Number(args[0]) * 10 : named),
        });
        expect(resultOf(ran)).toEqual([0, 20, 40, 'x']);
        expect(ran.calls).toHaveLength(7);
      },
    );

    contract('Arguments and results keep their types and all their digits', async (engine) => {
      const value = { text: 'ü🙂\u0000"\\', list: [1, [2, []], {}], deep: { a: { b: null } }, yes: true, half: 0.5 };
      const ran = await runProgram(engine, 'r = a(1, "x", [None], k={"n": 2})\n[r == b(r), r, r["list"][1][0] + 1]', {
        answer: ({ path, args }) => (path === 'a' ? value : args[0]),
      });
      expect(resultOf(ran)).toEqual([true, value, 3]);
      expect(ran.calls[0]).toEqual({ path: 'a', args: [1, 'x', [null]], named: { k: { n: 2 } } });
      const large = await runProgram(engine, 'n = 2**70\na(n)\nstr(n - 1)');
      expect(large.calls[0]?.args).toEqual([2 ** 70]);
      expect(resultOf(large)).toBe('1180591620717411303423');
    });

    proven('L10', "A result that looks like an engine's own value is a dict", async (engine) => {
      const values = [
        { __monty_type__: 'Date', year: 2020, month: 1, day: 2 },
        { __monty_type__: 'Dataclass', name: 'X' },
        { __monty_type__: 'Ellipsis' },
        JSON.parse('{"$destroy": 1, "toJs": 2, "then": 3}') as unknown,
      ];
      const ran = await runProgram(engine, 'x = a()\nb(x)\n[type(each) is dict for each in x]', {
        answer: () => values,
      });
      expect(resultOf(ran)).toEqual([true, true, true, true]);
      expect(ran.calls[1]?.args).toEqual([values]);
    });

    contract('Tuples and sets become lists, and dates become text', async (engine) => {
      const code = 'import datetime\na((1, 2), {3}, datetime.date(2026, 1, 2), {1: "x"})';
      const { calls } = await runProgram(engine, code);
      expect(calls[0]?.args).toEqual([[1, 2], [3], '2026-01-02', { 1: 'x' }]);
    });

    contract(
      'A value that cannot be passed on raises a TypeError in the program, and no tool is called',
      async (engine) => {
        const code = 'try:\n    a(b"bytes")\nexcept TypeError as e:\n    print("caught", e)';
        const ran = await runProgram(engine, code);
        expect(ran.calls).toEqual([]);
        expect(ran.end.output.stdout).toMatch(/^caught .*bytes/);
      },
    );

    contract('A failed call raises an exception that the program can catch', async (engine) => {
      const code = 'try:\n    a()\nexcept TimeoutError as e:\n    print("caught", e)\nb()';
      const ran = await runProgram(engine, code, {
        answer: ({ path }) =>
          Promise.reject(
            path === 'a' ? new Raised('TimeoutError', 'too slow') : new Raised('RuntimeError', 'broken "x"'),
          ),
      });
      expect(ran.end.output.stdout).toBe('caught too slow\n');
      expect(errorOf(ran)).toMatchObject({ type: 'RuntimeError', message: 'broken "x"', frames: [{ line: 5 }] });
    });

    proven('S1.python.execute', 'asyncio.gather runs calls at the same time', async (engine) => {
      const started: unknown[] = [];
      const all = Promise.withResolvers<void>();
      const ran = await runProgram(engine, 'await __gather(*[a_later(n) for n in range(5)])', {
        answer: async ({ args }) => {
          started.push(args[0]);
          if (started.length === 5) all.resolve();
          await all.promise; // no call is answered before all have started
          return Number(args[0]) * 2;
        },
      });
      expect(resultOf(ran)).toEqual([0, 2, 4, 6, 8]);
    });

    contract('A call may be awaited, also later, and a plain value may be awaited and gathered', async (engine) => {
      const code =
        'x = a_later(1)\ny = await b_later(2)\n[await __await_any(x), y, await __await_any(7), await __gather(3, a_later(4))]';
      const ran = await runProgram(engine, code, { answer: ({ args }) => args[0] });
      expect(resultOf(ran)).toEqual([1, 2, 7, [3, 4]]);
    });

    contract('asyncio.gather takes a list or a generator as its only argument', async (engine) => {
      const code = 'await __gather(a(n) for n in range(2)) + await __gather([b_later(n) for n in range(2)])';
      const ran = await runProgram(engine, code, { answer: ({ path, args }) => `${path}${args[0]}` });
      expect(resultOf(ran)).toEqual(['a0', 'a1', 'b0', 'b1']);
    });

    contract('asyncio needs no import', async (engine) => {
      const code = 'async def f():\n    return a(1)\nasyncio.run(f())';
      expect(resultOf(await runProgram(engine, code, { answer: () => 'done' }))).toBe('done');
    });

    contract('A failed call inside asyncio.gather raises its exception', async (engine) => {
      const code = 'try:\n    await __gather(a_later(), b_later())\nexcept RuntimeError as e:\n    print(e)';
      const ran = await runProgram(engine, code, {
        answer: ({ path }) => (path === 'b' ? Promise.reject(new Raised('RuntimeError', 'no')) : 1),
      });
      expect(ran.end).toMatchObject({ kind: 'finished', output: { stdout: 'no\n' } });
    });

    contract('A program with a syntax error makes no call, and the next one runs', async (engine) => {
      const programs = {
        'a bracket that is not closed': 'a()\nx = [1, 2\nb()',
        'a bracket too many on the last line': 'a()\nb())',
        'a stray character on the first line': '$\na()',
        'a stray character on the last line': 'a()\nb() ?',
        'a text without an end': 'a()\nx = "abc\nb()',
        'an indented first line': '    a()\nb()',
        'a line with too little indentation': 'if True:\n        a()\n    b()',
        'a block without lines': 'a()\nfor n in range(3):\nb()',
        'tabs and spaces in one block': 'if True:\n        a()\n\tb()',
        'a missing colon': 'a()\nif True\n    b()',
      };
      for (const [what, code] of Object.entries(programs)) {
        const { end, calls } = await runProgram(engine, code);
        expect(end, what).toMatchObject({
          kind: 'failed',
          error: { type: expect.stringMatching(/^(?:Syntax|Indentation|Tab)Error$/) },
        });
        expect(calls, what).toEqual([]);
      }
      expect(resultOf(await runProgram(engine, '1 + 1'))).toBe(2);
    });

    contract('An error names the lines of the program that lead to it', async (engine) => {
      const code = 'def inner(x):\n    return x["b"]\n\ndef outer(x):\n    return inner(x)\n\nouter({})';
      const { type, frames } = errorOf(await runProgram(engine, code));
      expect(type).toBe('KeyError');
      expect(frames).toMatchObject([{ line: 7 }, { line: 5, function: 'outer' }, { line: 2, function: 'inner' }]);
    });

    contract('A syntax error names its line', async (engine) => {
      for (const code of ['a()\nif x\n    y', 'a()\nx = (1]\n']) {
        const ran = await runProgram(engine, code);
        expect(errorOf(ran)).toMatchObject({ type: 'SyntaxError', frames: [{ line: 2 }] });
        expect(ran.calls).toEqual([]);
      }
    });

    contract('A variable may have the name of a built-in function', async (engine) => {
      const code =
        'import math as hash\ndef sum(x):\n    return [len for len in x]\n' +
        '[[id for id in [1, 2] if id > 1], {max: min for max, min in [("k", 4)]}, sum([5]), hash.floor(6.5), [a(type=type) for type in [7]], len([8])]';
      const ran = await runProgram(engine, code, { answer: ({ named }) => named.type });
      expect(resultOf(ran)).toEqual([[2], { k: 4 }, [5], 6, [7], 1]);
      const awaited = await runProgram(engine, 'str = type = 1\nawait __await_any(str)');
      expect(resultOf(awaited)).toBe(1);
    });

    contract('A program cannot see what an earlier one has left behind', async (engine) => {
      await runProgram(engine, 'import json\njson.secret = 1\nleft = 2\n__builtins__ = 3');
      const { end } = await runProgram(engine, 'import json\nprint(hasattr(json, "secret"))\nprint(left)');
      expect(end).toMatchObject({ kind: 'failed', output: { stdout: 'False\n' }, error: { type: 'NameError' } });
    });

    describe('Calls of the client', () => {
      proven(
        'S1.python.execute',
        'A program pauses at a call of the client, and continues with its result',
        async (engine) => {
          const code = 'print("start")\nx = a("first")\nprint("middle", x)\ny = a(x)\n[x, y, b()]';
          const answer = ({ path }: { path: string }) => (path === 'a' ? CLIENT : 'ours');
          const one = pausedOf(await runProgram(engine, code, { answer }));
          expect(one.pending).toMatchObject([{ path: 'a', args: ['"first"'] }]);
          const two = pausedOf(
            await runProgram(engine, '', { answer, from: copy(one.state), results: { 0: settled(1) } }),
          );
          expect(two.pending).toMatchObject([{ path: 'a', args: ['1'] }]);
          const ran = await runProgram(engine, '', {
            answer,
            from: copy(two.state),
            results: { 1: settled({ k: 2 }) },
          });
          expect(resultOf(ran)).toEqual([1, { k: 2 }, 'ours']);
          expect(ran.end.output.stdout).toBe('start\nmiddle 1\n');
          expect(ran.calls.map(({ path }) => path)).toEqual(['b']);
        },
      );

      contract('Calls of the gateway between those of the client run once, and keep their results', async (engine) => {
        let count = 0;
        const answer = ({ path }: { path: string }) => (path === 'a' ? CLIENT : ++count);
        const code = 'r = []\nfor n in range(3):\n    r.append(b())\n    r.append(a(n))\nr';
        let ran = await runProgram(engine, code, { answer });
        for (let n = 0; n < 3; n++) {
          const { state, pending } = pausedOf(ran);
          const results = Object.fromEntries(pending.map(({ call }) => [call, settled(`client ${n}`)]));
          ran = await runProgram(engine, '', { answer, from: copy(state), results });
        }
        expect(resultOf(ran)).toEqual([1, 'client 0', 2, 'client 1', 3, 'client 2']);
        expect(count).toBe(3);
      });

      contract(
        'Several calls of the client wait together, and gateway calls beside them are finished first',
        async (engine) => {
          let hasRun = false;
          const answer = async ({ path }: { path: string }) => {
            await new Promise((resolve) => setTimeout(resolve, 30));
            hasRun = true;
            return path;
          };
          const code = 'await __gather(a_later(1), b_later(), a_later(2))';
          const first = pausedOf(
            await runProgram(engine, code, { answer: (call) => (call.path === 'a' ? CLIENT : answer(call)) }),
          );
          expect(hasRun).toBe(true);
          expect(first.pending.map(({ args }) => args)).toEqual([['1'], ['2']]);
          const [one, two] = first.pending.map(({ call }) => call);
          const results = { [Number(one)]: settled('x'), [Number(two)]: settled('y') };
          expect(resultOf(await runProgram(engine, '', { from: copy(first.state), results }))).toEqual(['x', 'b', 'y']);
        },
      );

      contract('A paused program can be continued several times, each time with other results', async (engine) => {
        const { state } = pausedOf(await runProgram(engine, 'x = a()\nx + 1', { answer: () => CLIENT }));
        for (const n of [1, 10, 100]) {
          const ran = await runProgram(engine, '', { from: copy(state), results: { 0: settled(n) } });
          expect(resultOf(ran)).toBe(n + 1);
        }
      });

      contract('A program continues without the results that the client has not sent yet', async (engine) => {
        const code = 'x = a_later(1)\ny = a_later(2)\n[await x, await y]';
        const answer = () => CLIENT;
        const one = pausedOf(await runProgram(engine, code, { answer }));
        const two = pausedOf(
          await runProgram(engine, '', { answer, from: copy(one.state), results: { 0: settled('x') } }),
        );
        expect(two.pending).toMatchObject([{ call: 1 }]);
        const ran = await runProgram(engine, '', { answer, from: copy(two.state), results: { 1: settled('y') } });
        expect(resultOf(ran)).toEqual(['x', 'y']);
      });

      contract('An error of the client is an exception that the program can catch', async (engine) => {
        const { state } = pausedOf(
          await runProgram(engine, 'try:\n    a()\nexcept PermissionError as e:\n    print(e)', {
            answer: () => CLIENT,
          }),
        );
        const results = { 0: { status: 'error', type: 'PermissionError', message: 'not allowed' } } as const;
        const { end } = await runProgram(engine, '', { from: copy(state), results });
        expect(end).toMatchObject({ kind: 'finished', output: { stdout: 'not allowed\n' } });
      });

      proven('L9', 'The output of a program is bounded in total, however often it pauses', async (engine) => {
        const code = 'for n in range(6):\n    print("x" * 500)\n    a(n)';
        const ran = await runPausing(engine, code, { pythonOutputBytes: 1_024 });
        expect(ran.end.kind).toBe('finished');
        expect(ran.end.output.stdout).toMatch(/^[x\n]{1024}\n\[The output is too long .*\]\n$/);
      });

      proven('L9', 'The processor time of a program is bounded in total, however often it pauses', async (engine) => {
        const steps = engine.hasSnapshots ? 20_000 : 100_000; // each pause of a replayed program takes a process
        const code = `m = 0\nfor n in range(10_000):\n    for k in range(${steps}):\n        m += 1\n    a(n)`;
        const computed: number[] = [];
        const ran = await runPausing(engine, code, { pythonComputeMs: 100 }, ({ computeMs }) =>
          computed.push(computeMs),
        );
        expect(errorOf(ran)).toMatchObject({
          type: 'TimeoutError',
          message: expect.stringContaining('limits.pythonComputeMs'),
        });
        expect(Math.max(...computed)).toBeLessThan(200); // a program may reach a pause before the watchdog looks
      });

      proven('L9', 'The number of calls of a program is bounded in total, however often it pauses', async (engine) => {
        const ran = await runPausing(engine, 'for n in range(10):\n    a(n)', { pythonCalls: 4 });
        expect(errorOf(ran)).toMatchObject({ type: 'RuntimeError', message: expect.stringContaining('4 times') });
        expect(ran.end.callCount).toBe(4);
      });

      proven('L9', 'The time of a program is bounded in total, however often it pauses', async (engine) => {
        const bounds = { limits: { pythonMs: 20_000 } };
        const answer = ({ path }: { path: string }) => (path === 'a' ? CLIENT : new Promise(() => {}));
        const one = pausedOf(await runProgram(engine, 'a()\na()\nb()', { answer, ...bounds }));
        const two = pausedOf(
          await runProgram(engine, '', {
            answer,
            ...bounds,
            from: { ...copy(one.state), totalMs: 10_000 },
            results: { 0: settled(1) },
          }),
        );
        expect(two.state.totalMs).toBeGreaterThanOrEqual(10_000);
        const startedAt = performance.now();
        const three = await runProgram(engine, '', {
          answer,
          ...bounds,
          from: { ...copy(two.state), totalMs: 19_700 },
          results: { 1: settled(2) },
        });
        expect(performance.now() - startedAt).toBeLessThan(10_000);
        expect(errorOf(three)).toMatchObject({ type: 'TimeoutError', message: expect.stringContaining('20 s') });
      });

      // The program has made another second call in its first run, as if it depended on the clock.
      for (const [what, second, told] of [
        ['another call', { args: ['7'] }, 'it was b(7) and is now b(1)'],
        ['a call of another tool', { path: 'a' }, 'it was a(1) and is now b(1)'],
      ] as const)
        proven('L10', `A replay that makes ${what} than before is stopped, and no tool runs`, async (engine) => {
          const { state } = pausedOf(
            await runProgram(engine, 'b(0)\nb(1)\na()\nb(2)', { answer: ({ path }) => (path === 'a' ? CLIENT : 5) }),
          );
          const { snapshot: _, journal, ...paused } = copy(state);
          const from = {
            ...paused,
            journal: journal.map((entry) =>
              entry.kind === 'call' && entry.args[0] === '1' ? { ...entry, ...second } : entry,
            ),
          };
          const ran = await runProgram(engine, '', { from, results: { 2: settled(1) } });
          expect(errorOf(ran)).toMatchObject({
            type: 'RuntimeError',
            message: expect.stringContaining(`call 2 differed: ${told}. The program was stopped`),
            isChangedReplay: true,
          });
          expect(ran.calls).toEqual([]);
        });

      proven(
        'S1.python.execute',
        'A program that passes the time or random values to its tools sees the same ones in a replay',
        async (engine) => {
          const code = `${VALUES}a(values())\na(values())\nb()\na(values())`;
          const answer = ({ path }: MadeCall) => (path === 'a' ? CLIENT : 'ours');
          const seen: (readonly unknown[])[] = [];
          let { end } = await runProgram(engine, code, { answer });
          while (end.kind === 'paused') {
            const { snapshot: _, ...state } = copy(end.state); // a replay
            const [{ call, args } = { call: -1, args: [] }] = end.pending;
            seen.push(JSON.parse(args[0] ?? '[]') as unknown[]);
            await sleep(30);
            ({ end } = await runProgram(engine, '', { answer, from: state, results: { [call]: settled(1) } }));
          }
          expect(end).toMatchObject({ kind: 'finished', callCount: 4 });
          const [first = [], second = [], third = []] = seen;
          expect(seen).toHaveLength(3);
          if (engine.name === 'monty') {
            expect(seen).toEqual(seen.map(() => SOURCES.map(() => null))); // it has none of them: such a program moves to Pyodide
            return;
          }
          for (const [at, source] of SOURCES.entries()) {
            expect(first[at], source).not.toBeNull();
            if (/random|uuid4|token/.test(source)) expect(second[at], source).not.toEqual(first[at]);
          }
          expect(Number(first[0])).toBeGreaterThan(Date.now() / 1_000 - 60);
          expect(Number(second[0]) - Number(first[0])).toBeGreaterThan(0.025); // the client took 30 ms
          expect(Number(third[0])).toBeGreaterThan(Number(second[0]));
        },
      );

      contract('A program that an older version paused continues, although its state has no times', async (engine) => {
        const aged = (ran: Ran): ProgramState => {
          const { snapshot: _, ...state } = pausedOf(ran).state;
          const text = JSON.stringify({ ...state, seed: 5 }).replaceAll(/,"(?:at|startedAt)":\d+/g, '');
          return JSON.parse(text) as ProgramState;
        };
        const answer = () => CLIENT;
        const one = aged(await runProgram(engine, 'x = a()\nx + b()', { answer }));
        const two = aged(await runProgram(engine, '', { answer, from: one, results: { 0: settled(1) } }));
        expect(two.journal).not.toContainEqual(expect.objectContaining({ at: expect.anything() }));
        expect(resultOf(await runProgram(engine, '', { from: two, results: { 1: settled(2) } }))).toBe(3);
      });

      contract(
        'A call of the client that the program does not wait for is reported and does not run',
        async (engine) => {
          const { end } = await runProgram(engine, 'a_later(1)\n5', { answer: () => CLIENT });
          expect(end).toMatchObject({ kind: 'finished', unawaited: [{ path: 'a' }] });
        },
      );
    });

    contract('Aborting the caller ends the program at once, also one that computes without end', async (engine) => {
      const abort = new AbortController();
      const running = runProgram(engine, 'a()\nwhile True:\n    pass', {
        signal: abort.signal,
        answer: () => {
          setTimeout(() => abort.abort(new Error('gone')), 20);
        },
        limits: { pythonComputeMs: 60_000 },
      });
      await expect(running).rejects.toThrow('gone');
      expect(resultOf(await runProgram(engine, '1 + 1'))).toBe(2);
    });

    contract('An error at a limit names the limit, in the same words for every engine', async (engine) => {
      const large = await runProgram(engine, 'x = [0] * 10**9');
      expect(said(large)).toBe(
        'MemoryError: the program needs more than 128 MB of memory ("limits.pythonMemoryBytes"). Keep less data',
      );
      const long = await runProgram(engine, 'while True:\n    pass', { limits: { pythonComputeMs: 600 } });
      expect(said(long)).toBe(
        'TimeoutError: the program computed for more than 0.6 s ("limits.pythonComputeMs"). Compute less',
      );
      const { state } = pausedOf(await runProgram(engine, 'a()\nwhile True:\n    pass', { answer: () => CLIENT }));
      const from = { ...state, computeMs: 1_500 };
      const rest = await runProgram(engine, '', { from, results: { 0: settled(1) } });
      expect(said(rest)).toBe(
        'TimeoutError: the program computed for more than 2 s ("limits.pythonComputeMs"). Compute less',
      );
      for (let time = 0; time < 4; time++) {
        const slow = await runProgram(engine, 'while True:\n    pass', { limits: { pythonMs: 1_000 } });
        expect(said(slow)).toBe(
          'TimeoutError: the program and its tool calls took longer than 1 s ("limits.pythonMs"). Make fewer or faster calls',
        );
      }
    });

    contract('A program may hold much data while it calls slow tools', async (engine) => {
      const ran = await runProgram(engine, `x = "a" * ${25 * 1024 * 1024}\nfor n in range(8):\n    a(n)\nlen(x)`, {
        answer: () => new Promise((resolve) => setTimeout(resolve, 20)),
      });
      expect(resultOf(ran)).toBe(25 * 1024 * 1024);
    });

    contract(
      'A program that holds too much data to wait for the client ends, and the next one runs',
      async (engine) => {
        const code = engine.hasSnapshots ? 'x = "a" * 50_000_000\na()\nx' : 'a("x" * 70_000)';
        const { end } = await runProgram(engine, code, {
          answer: () => CLIENT,
          limits: { pythonStateBytes: 64 * 1024 },
        });
        expect(end).toMatchObject({ kind: 'failed', error: { type: 'MemoryError' } });
        expect(resultOf(await runProgram(engine, '1 + 1'))).toBe(2);
      },
    );

    contract('The output of a program that computes too long is kept', async (engine) => {
      const code = 'print("one")\nprint("two")\nwhile True:\n    pass';
      const { end } = await runProgram(engine, code, { limits: { pythonComputeMs: 300 } });
      expect(end).toMatchObject({ error: { type: 'TimeoutError' }, output: { stdout: 'one\ntwo\n' } });
    });

    contract('The time that a program waits for its tools is not computing', async (engine) => {
      const ran = await runProgram(engine, 'a()\na()', {
        answer: () => new Promise((resolve) => setTimeout(resolve, 600, 7)),
        limits: { pythonComputeMs: 500 },
      });
      expect(resultOf(ran)).toBe(7);
    });

    proven(
      'L9',
      'The arguments that a program passes to its tools are bounded in total, also if it catches all errors',
      async (engine) => {
        const code =
          'x = "x" * 900_000\nfor n in range(100):\n    try:\n        a(x)\n    except Exception:\n        pass';
        const ran = await runProgram(engine, code, {
          limits: { pythonStateBytes: 4_000_000, pythonComputeMs: 10_000 },
        });
        expect(errorOf(ran)).toMatchObject({ type: 'MemoryError', message: expect.stringContaining('3.8 MB') });
        expect(ran.calls).toHaveLength(4);
      },
    );

    contract('The arguments of one call are bounded together', async (engine) => {
      const code = 'a(*["é" * 500_000] * 2)\ntry:\n    a(*["x" * 600_000] * 2)\nexcept TypeError as e:\n    print(e)';
      const ran = await runProgram(engine, code, { limits: { pythonComputeMs: 10_000 } });
      expect(ran.end.output.stdout).toBe(
        'a() was not called: its arguments have more than 1048576 characters as JSON. Pass less.\n',
      );
      expect(ran.calls).toHaveLength(1);
    });

    contract('The time limit counts the time that a program waits for its tools', async (engine) => {
      const { end } = await runProgram(engine, 'print("x")\na()', {
        answer: () => new Promise(() => {}),
        limits: { pythonMs: 300 },
      });
      expect(end).toMatchObject({
        kind: 'failed',
        error: { type: 'TimeoutError', message: expect.stringContaining('0.3 s') },
      });
    });
  });
}

/** Expressions whose values differ from run to run. The first one is the time in seconds. */
const SOURCES = [
  'time.time()',
  'time.time_ns()',
  'time.ctime()',
  'str(datetime.datetime.now())',
  'str(datetime.datetime.now(datetime.timezone.utc))',
  'str(datetime.date.today())',
  'datetime.datetime.now().strftime("%H:%M:%S.%f")',
  'str(uuid.uuid1())',
  'str(uuid.uuid4())',
  'secrets.token_hex()',
  'os.urandom(8).hex()',
  'random.random()',
  'random.Random().random()',
  'random.SystemRandom().random()',
  'open("/dev/urandom", "rb").read(8).hex()',
  'tempfile.mktemp()',
];

/** Defines `values`, which has None for each expression that the engine does not have. */
const VALUES = `def values():
    found = []
${SOURCES.map((source) => {
  const [, module = ''] = /(?:^|\()([a-z]+)\./.exec(source) ?? [];
  const imports = source.startsWith('open') ? '' : `        import ${module}\n`;
  return `    try:\n${imports}        found.append(${source})\n    except Exception:\n        found.append(None)\n`;
}).join('')}    return found
`;

/** Runs a program whose calls are all of the client, and answers them until it ends. */
async function runPausing(
  engine: Engine,
  source: string,
  limits: NonNullable<RunInput['limits']>,
  onPause: (state: ProgramState) => void = () => undefined,
): Promise<Ran> {
  const answer = () => CLIENT;
  let ran = await runProgram(engine, source, { answer, limits });
  while (ran.end.kind === 'paused') {
    const { state, pending } = ran.end;
    onPause(state);
    const results = Object.fromEntries(pending.map(({ call }) => [call, settled(null)]));
    ran = await runProgram(engine, source, { answer, limits, from: copy(state), results });
  }
  return ran;
}

/** Passes the state through JSON, as the store does. */
export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function said(ran: Ran): string {
  const { type, message } = errorOf(ran);
  return `${type}: ${message}`;
}
