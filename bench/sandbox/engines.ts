import { defaultLimits } from '../../src/core/index.ts';
import type { Engine } from '../../src/sandbox/engine.ts';
import { openEngine } from '../../src/sandbox/open.ts';
import type { Host, Program, ProgramEnd } from '../../src/sandbox/program.ts';
import { ProgramRun } from '../../src/sandbox/program-run.ts';
import { printNotes, printTable, printTitle } from '../print.ts';
import { CPYTHON, runInCpython } from './cpython.ts';
import { PREPARING_MS, programOf } from './programs.ts';
import { spread } from './statistics.ts';

/** Compares the engines with a new CPython process for each program, for a program without and with ten tool calls. */
export async function compareEngines(): Promise<void> {
  printTitle('One program: milliseconds, median (lowest..highest)');
  const rows: string[][] = [];
  for (const name of ['monty', 'pyodide'] as const) {
    rows.push([`${name}, cold`, ...(await each((program) => coldRun(name, program), COLD_RUNS))]);
    const engine = openEngine(name, OPTIONS);
    rows.push([`${name}, warm`, ...(await each((program) => warmRun(engine, program), WARM_RUNS))]);
    await engine.close();
  }
  if (CPYTHON !== undefined) {
    const python = CPYTHON;
    rows.push(['CPython process', ...(await each(({ code }) => runInCpython(python, code), COLD_RUNS))]);
  }
  printTable(['engine', '1 + 1', '10 tool calls'], rows);
  printNotes(
    'Cold: the first program, with the start of its process. Warm: a program that finds a process which is ready. A process of Pyodide runs one program, and the next process is prepared meanwhile.',
    CPYTHON === undefined
      ? 'There is no python3 on this machine.'
      : `CPython: ${CPYTHON.version}, without a sandbox, with one line of JSON for each call.`,
    'A process starts here from TypeScript sources, which takes Node some tens of milliseconds more than the JavaScript of the npm package.',
    'Targets: Monty with 10 calls below 3 ms warm and 80 ms cold; Pyodide warm below 20 ms.',
  );
}

const OPTIONS = { ...defaultLimits, cache: '.toolpath' };
const COLD_RUNS = 10;
const WARM_RUNS = 50;

const ONE_PLUS_ONE = programOf('1 + 1');
const TEN_CALLS = programOf('total = 0\nfor n in range(10):\n    total += tool(n=n)["n"]\nprint(total)');

const host: Host = { begin: ({ named }) => Promise.resolve({ status: 'ok', json: `{"n":${named[0]?.[1] ?? 0}}` }) };
const run = () => ({ limits: defaultLimits, signal: new AbortController().signal });

async function each(measure: (program: Program) => Promise<number>, runs: number): Promise<string[]> {
  const cells: string[] = [];
  for (const program of [ONE_PLUS_ONE, TEN_CALLS]) {
    const times: number[] = [];
    for (let n = 0; n < runs; n++) times.push(await measure(program));
    cells.push(spread(times));
  }
  return cells;
}

async function coldRun(name: 'monty' | 'pyodide', program: Program): Promise<number> {
  const engine = openEngine(name, OPTIONS);
  const startedAt = performance.now();
  finished(await new ProgramRun(program, host, run()).run(engine));
  const ms = performance.now() - startedAt;
  await engine.close();
  return ms;
}

async function warmRun(engine: Engine, program: Program): Promise<number> {
  await ready(engine);
  const startedAt = performance.now();
  finished(await new ProgramRun(program, host, run()).run(engine));
  return performance.now() - startedAt;
}

/** Waits until a process is ready, as in a gateway whose programs do not follow each other without a pause. */
async function ready(engine: Engine): Promise<void> {
  const signal = new AbortController().signal;
  if (engine.hasSnapshots) return (await engine.enter(signal)).leave(true);
  await new Promise((resolve) => setTimeout(resolve, PREPARING_MS));
}

function finished(end: ProgramEnd): void {
  if (end.kind !== 'finished') throw new Error(`The program did not finish: ${JSON.stringify(end).slice(0, 500)}`);
}
