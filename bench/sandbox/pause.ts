import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultLimits, type Message, silentLog } from '../../src/core/index.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { openStore } from '../../src/store/index.ts';
import { ScriptedBackend, type ScriptedStep } from '../../test/scripted-backend.ts';
import { listed, testTurns, user } from '../../test/turns.ts';
import { digits, printNotes, printTable, printTitle } from '../print.ts';
import { PREPARING_MS } from './programs.ts';
import { median, spread } from './statistics.ts';

/**
 * Measures complete turns without HTTP: a program that calls a tool of the client and continues with its result, beside a model
 * that calls the same tool itself. The states are stored in SQLite.
 */
export async function measurePause(): Promise<void> {
  printTitle("A program waits for the client's tool: milliseconds, median (lowest..highest)");
  const folder = await mkdtemp(path.join(tmpdir(), 'toolpath-bench-'));
  const sandbox = openSandbox({ limits: defaultLimits, python: { engines: ['monty', 'pyodide'], cache: '.toolpath' } });
  try {
    const native = await measure(CALL, sandbox, path.join(folder, 'native.db'), 0);
    const rows = [row('no program: a plain call', native, native)];
    rows.push(row('monty', await measure(SIMPLE, sandbox, path.join(folder, 'monty.db'), 0), native));
    rows.push(row('pyodide', await measure(FULL, sandbox, path.join(folder, 'pyodide.db'), PREPARING_MS), native));
    printTable(['engine', 'until the call leaves', 'from the result to the end', 'together', 'added'], rows);
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
  printNotes('Target: below 5 ms added. Monty continues from a snapshot, Pyodide by replay in a new process.');
}

interface Times {
  readonly calls: readonly number[];
  readonly ends: readonly number[];
}

const RUNS = 30;
const WARM_UP = 5;

const CALL: ScriptedStep = { calls: [{ id: 'own', name: 'bash', arguments: '{"command":"ls"}' }] };
const SIMPLE = programStep('print(bash(command="ls"))');
const FULL = programStep('class Files:\n    names = bash(command="ls")\nprint(Files.names)');

function programStep(code: string): ScriptedStep {
  return { calls: [{ id: 'py', name: 'python_execution', arguments: JSON.stringify({ code }) }] };
}

async function measure(step: ScriptedStep, sandbox: Sandbox, file: string, pauseMs: number): Promise<Times> {
  const store = await openStore(`sqlite:${file}`, defaultLimits, silentLog, path.dirname(file));
  const times = { calls: [] as number[], ends: [] as number[] };
  for (let n = 0; n < WARM_UP + RUNS; n++) {
    const backend = new ScriptedBackend(({ messages }) =>
      messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : step,
    );
    const { ask } = testTurns(backend, [], { isMixed: true, sandbox, store });
    const asked = { tools: listed('bash'), messages: [user(`question ${n}`)] };
    await wait(pauseMs);
    const startedAt = performance.now();
    const { calls } = (await ask(asked)).answer;
    const calledMs = performance.now() - startedAt;
    const result: Message = { role: 'tool', callId: calls[0]?.id ?? '', content: [{ type: 'text', text: 'a.txt' }] };
    const messages = [...asked.messages, { role: 'assistant' as const, content: [], calls }, result];
    await wait(pauseMs);
    const repliedAt = performance.now();
    const { text } = (await ask({ ...asked, messages })).answer;
    const endedMs = performance.now() - repliedAt;
    if (text !== 'Done.') throw new Error(`The turn ended with "${text}".`);
    if (n < WARM_UP) continue;
    times.calls.push(calledMs);
    times.ends.push(endedMs);
  }
  await store.close();
  return times;
}

function row(name: string, { calls, ends }: Times, native: Times): string[] {
  const together = median(calls) + median(ends);
  const added = together - median(native.calls) - median(native.ends);
  return [name, spread(calls), spread(ends), digits(together), digits(added)];
}
