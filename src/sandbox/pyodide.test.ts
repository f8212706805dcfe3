import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  CLIENT,
  engineContract,
  type MadeCall,
  type OpenEngine,
  openFor,
  resultOf,
  runProgram,
  runRewritten,
  settled,
} from '../../test/contracts/sandbox/index.ts';
import { rewrittenContract } from '../../test/contracts/sandbox/rewritten.ts';
import { openPyodide } from './pyodide.ts';
import { reportOf } from './report.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-pyodide-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const open: OpenEngine = async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
  openPyodide({ processes, memoryBytes, cache });

engineContract('Pyodide', open);
rewrittenContract('Pyodide', open);

describe('Programs that only Pyodide can run', () => {
  test.for([
    ['input("q")', 'EOFError', 'a program has no input'],
    ['import threading\nthreading.Thread(target=print).start()', 'RuntimeError', 'a program has no threads'],
    ['import urllib.request\nurllib.request.urlopen("http://x.test")', 'URLError', 'a program has no network'],
    ['import socket\nsocket.create_connection(("x.test", 80))', 'OSError', 'a program has no network'],
  ])('The outcome of %j has the error %s, and a hint', async ([source = '', type, hint], { skip }) => {
    const { end } = await runRewritten(await openFor(open, {}, skip), source);
    expect(end).toMatchObject({ kind: 'failed', error: { type } });
    expect(end.kind === 'failed' && reportOf(end).text).toContain(`Hint: ${hint}`);
  });

  test('A method that is not awaited is named, and no line of the prelude', async ({ skip }) => {
    const source = 'class A:\n    async def f(self): pass\nA().f()\nprint("x")';
    const { end } = await runRewritten(await openFor(open, {}, skip), source);
    expect(end.output.stderr).toBe("line 3: RuntimeWarning: coroutine 'A.f' was never awaited\n");
    expect(end.kind === 'finished' && reportOf(end).text).toContain('result = await A.f(...)');
  });
});

describe('The clocks of a program in Pyodide', () => {
  const run = async (skip: (why: string) => void, code: string) => {
    const engine = openPyodide({ processes: 2, memoryBytes: 64 * 1024 * 1024, cache });
    onTestFinished(() => engine.close());
    await engine.check(new AbortController().signal).catch((error: Error) => skip(error.message));
    const answer = ({ path }: MadeCall) => (path === 'a' ? CLIENT : sleep(5));
    let ran = await runProgram(engine, code, { answer });
    while (ran.end.kind === 'paused') {
      const results = Object.fromEntries(ran.end.pending.map(({ call }) => [call, settled(null)]));
      ran = await runProgram(engine, '', { answer, from: ran.end.state, results });
    }
    return resultOf(ran);
  };

  test('A program that sleeps moves the wall clock on, and monotonic clocks run as usual', async ({ skip }) => {
    const code = `import queue, threading, time
slept = []
async def measure(sleeping):
    wall, monotonic, counter = time.time(), time.monotonic(), time.perf_counter()
    await sleeping
    slept.append([time.time() - wall, time.monotonic() - monotonic, time.perf_counter() - counter])
async def blocking():
    time.sleep(0.05)
async def together():
    await asyncio.gather(asyncio.sleep(0.05), asyncio.sleep(0.05))
async def waiting():
    try:
        await asyncio.wait_for(asyncio.Event().wait(), 0.05)
    except TimeoutError:
        pass
async def on_event():
    threading.Event().wait(0.05)
    queue.Queue().empty()
for sleeping in (blocking, asyncio.sleep, together, waiting, on_event):
    await measure(sleeping(0.05) if sleeping is asyncio.sleep else sleeping())
slept`;
    const slept = (await run(skip, code)) as [number, number, number][];
    expect(slept).toHaveLength(5);
    for (const [wall, monotonic, counter] of slept) {
      expect(wall).toBeGreaterThan(0.0499);
      expect(wall).toBeLessThan(0.06);
      expect(monotonic).toBeGreaterThan(0.049);
      expect(counter).toBeGreaterThan(0.049);
    }
  });

  test('A program that sleeps for less than no time gets an error', async ({ skip }) => {
    const code = 'import time\ntry:\n    time.sleep(-1)\nexcept ValueError as e:\n    text = str(e)\ntext';
    expect(await run(skip, code)).toBe('sleep length must be non-negative');
  });

  test('A program that computes until a time has come ends', async ({ skip }) => {
    const code = 'import time\nuntil = time.time() + 3\nn = 0\nwhile time.time() < until:\n    n += 1\nn';
    expect(await run(skip, code)).toBeGreaterThan(100);
  });

  test('Parallel calls with the time are the same in a replay, whichever call ended first', async ({ skip }) => {
    const code = `import time
async def plain(n):
    await b_later(n)
    await b_later(time.time())
async def nested(n):
    await asyncio.create_task(plain(n))
    await asyncio.sleep(0)
    await b_later(time.time())
for step in range(3):
    await asyncio.gather(*[plain(n) for n in range(4)], *[nested(n) for n in range(4)])
    a(step)
"done"`;
    expect(await run(skip, code)).toBe('done');
  });
});
