import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { engineContract, type OpenEngine, openFor, runRewritten } from '../../test/contracts/sandbox/index.ts';
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
