import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hostOf, limits, type MadeCall } from '../../test/contracts/sandbox/fixture.ts';
import { openMonty } from './monty.ts';
import type { ProgramEnd } from './program.ts';
import { openPyodide } from './pyodide.ts';
import { Sandbox } from './sandbox.ts';
import { rewrite } from './source/rewrite.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-sandbox-'));
const options = { processes: 1, memoryBytes: 64 * 1024 * 1024 };
const monty = openMonty(options);
const sandbox = new Sandbox({ monty, pyodide: openPyodide({ ...options, cache }) }, limits);
afterAll(async () => {
  await sandbox.close();
  rmSync(cache, { recursive: true, force: true });
});

const known = { modules: new Set<string>(), functions: new Set(['a']) };
const signal = new AbortController().signal;

/** Runs a program whose tool `a` returns its argument. */
async function run(source: string, skip: (why: string) => void) {
  const problem = (await sandbox.examine(signal)).find((engine) => engine.problem !== undefined)?.problem;
  if (problem !== undefined) skip(problem);
  const calls: MadeCall[] = [];
  const host = hostOf(({ args }) => args[0], calls);
  const end: ProgramEnd = await sandbox.run({ source, ...rewrite(source, known) }, host, signal);
  return { end, calls };
}

describe('Programs that Monty would run in another way than Python', () => {
  test.for([
    ['print(a(1) / 100_000)', '1e-05\n'],
    ['print(a(10) ** 16 * 1.0)', '1e+16\n'],
    ['print(float("inf") * a(1), float("nan"))', 'inf nan\n'],
  ])('%j prints floats as Python does, and calls its tool once', async ([source = '', stdout], { skip }) => {
    const { end, calls } = await run(source, skip);
    expect(end).toMatchObject({ kind: 'finished', engine: 'pyodide', output: { stdout } });
    expect(calls).toHaveLength(1);
  });

  test('Pyodide confirms an error, and the tool runs once', async ({ skip }) => {
    const { end, calls } = await run('import re\nx = a(1)\nprint(re.match("(?P<y>.)", "b")["y"])\n1 / (x - 1)', skip);
    expect(end).toMatchObject({ kind: 'failed', engine: 'pyodide', error: { type: 'ZeroDivisionError' } });
    expect(end.output.stdout).toBe('b\n');
    expect(calls).toHaveLength(1);
  });

  test('Other programs stay in Monty', async ({ skip }) => {
    const { end } = await run('print(0.0001, 1e15, "10000000000000000", 12345678901234567890, a(0.5))', skip);
    expect(end).toMatchObject({ engine: 'monty' });
  });
});
