import { monitorEventLoopDelay } from 'node:perf_hooks';
import { defaultLimits } from '../../src/core/index.ts';
import { openEngine } from '../../src/sandbox/open.ts';
import { ProgramRun } from '../../src/sandbox/program-run.ts';
import { digits, printNotes, printTable, printTitle } from '../print.ts';
import { programOf } from './programs.ts';

/** Runs a hundred programs at once, for each kind of load: fast calls, slow calls, computing, holding memory. */
export async function measureLoad(): Promise<void> {
  printTitle(`${PROGRAMS} programs at once in Monty`);
  const rows: string[][] = [];
  for (const [title, code, ms] of LOADS) {
    const engine = openEngine('monty', { ...defaultLimits, cache: '.toolpath' });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedAt = performance.now();
    const host = { begin: () => new Promise<{ status: 'ok'; json: string }>((resolve) => setTimeout(resolve, ms, OK)) };
    const ends = await Promise.all(
      Array.from({ length: PROGRAMS }, () => {
        const signal = new AbortController().signal;
        return new ProgramRun(programOf(code), host, { limits: defaultLimits, signal }).run(engine);
      }),
    );
    delay.disable();
    const failed = ends.filter(({ kind }) => kind !== 'finished').length;
    const total = performance.now() - startedAt;
    rows.push([title, digits(total), digits(delay.percentile(99) / 1e6), digits(delay.max / 1e6), String(failed)]);
    await engine.close();
  }
  printTable(['each program', 'total ms', 'p99 delay ms', 'worst delay ms', 'failed'], rows);
  printNotes('Target: the p99 delay of the event loop stays below 50 ms.');
}

const PROGRAMS = 100;
const OK = { status: 'ok', json: '{"ok":true}' } as const;
const LOADS: readonly (readonly [string, string, number])[] = [
  ['10 calls of a fast tool', 'for n in range(10):\n    tool(n)', 0],
  ['3 calls of a tool that takes 200 ms', 'for n in range(3):\n    tool(n)', 200],
  ['computes for about 50 ms', 'x = 0\nfor n in range(500_000):\n    x += n', 0],
  ['holds 20 MB', 'x = ["a" * 1000 + str(n) for n in range(20_000)]\ntool(1)\nlen(x)', 0],
];
