import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { CLIENT, pausedOf, runProgram } from '../../../test/contracts/sandbox/fixture.ts';
import { proves } from '../../../test/requirements.ts';
import { WITHOUT_BUBBLEWRAP } from '../../../test/walls.ts';
import { openMonty } from '../monty.ts';
import type { Launch } from './launch.ts';
import { montyLaunch } from './monty-launch.ts';
import { ProgramProcess } from './program-process.ts';
import type { Order } from './protocol.ts';
import { pyodideLaunch } from './pyodide-launch.ts';

const MEMORY_BYTES = 64 * 1024 * 1024;
const LONG_MS = 10 * 60_000;

/** Bubblewrap would kill the process by itself. */
const LAUNCHES: Readonly<Record<string, () => Promise<Launch>>> = {
  Monty: () => montyLaunch(MEMORY_BYTES, WITHOUT_BUBBLEWRAP),
  Pyodide: () => pyodideLaunch({ memoryBytes: MEMORY_BYTES }, new AbortController().signal, WITHOUT_BUBBLEWRAP),
};

for (const [engine, launching] of Object.entries(LAUNCHES))
  proves('L9', `A program that computes in ${engine} has ended soon after its gateway was killed`, async ({ skip }) => {
    if (process.platform === 'win32') skip('Windows has no SIGKILL.');
    const launch = await launching().catch((error: Error) => skip(error.message));
    const { gateway, child } = await startGateway(launch);
    expect(isAlive(child)).toBe(true);
    gateway.kill('SIGKILL');
    const killedAt = performance.now();
    while (isAlive(child) && performance.now() - killedAt < MOST_MS) await sleep(10);
    expect(isAlive(child)).toBe(false);
  });

const MOST_MS = 5_000;

proves('L9', 'A program does not pay for what other programs have computed in its process', async () => {
  const engine = openMonty({ processes: 1, memoryBytes: MEMORY_BYTES });
  onTestFinished(() => engine.close());
  const code = 'm = 0\nfor n in range(1_000_000):\n    m += 1\na()';
  const { state } = pausedOf(await runProgram(engine, code, { answer: () => CLIENT }));
  const limits = { pythonComputeMs: 3 * state.computeMs + 50 };
  const all = await Promise.all(Array.from({ length: 8 }, () => runProgram(engine, code, { limits })));
  expect(all.map(({ end }) => end.kind)).toEqual(all.map(() => 'finished'));
});

const HOARDS: Readonly<Record<string, string>> = {
  'whose JavaScript fills its heap': 'Array.from({ length: 130_000 }, (_, n) => n + 0.5)',
  'that fills memory outside the heap of JavaScript': 'Buffer.alloc(1024 * 1024, 1)',
};

for (const [what, megabyte] of Object.entries(HOARDS))
  proves(
    'L9',
    `The watchdog kills a process ${what}, and the gateway learns that its memory was too small`,
    async () => {
      const code = `
      import { startWatchdog } from ${JSON.stringify(import.meta.resolve('./watched.ts'))};
      setTimeout(() => {}, 60_000); // keeps the process running while its watchdog starts
      const watch = startWatchdog(${32 * 1024 * 1024});
      await watch.started;
      watch.begin(${LONG_MS});
      const kept = [];
      const pause = new Int32Array(new SharedArrayBuffer(4));
      for (let n = 0; n < 400; n++) {
        kept.push(${megabyte});
        Atomics.wait(pause, 0, 0, 2); // an engine blocks this thread too
      }
      process.exit();`;
      const hoarding = new ProgramProcess({
        command: process.execPath,
        args: ['-e', code], // a flag such as --input-type would also be one of the watchdog's thread
        env: {},
      });
      onTestFinished(() => hoarding.kill());
      hoarding.work();
      await expect(hoarding.next()).rejects.toMatchObject({ kind: 'too-much-memory' });
    },
  );

/** Starts a process in the place of a gateway. It starts the engine's process, which computes without end. */
async function startGateway(launch: Launch) {
  const bounds = {
    computeMs: LONG_MS,
    computeLimitMs: LONG_MS,
    totalMs: LONG_MS,
    memoryBytes: MEMORY_BYTES,
    outputBytes: 1_000,
    calls: 1,
  };
  const code = 'print("computing")\nwhile True:\n    pass';
  const order: Order = { kind: 'start', code, functions: [], bounds, seed: '', at: 0 };
  const program = `
    import { startChild } from ${JSON.stringify(import.meta.resolve('./launch.ts'))};
    const child = startChild(${JSON.stringify(launch)});
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (text.includes('ready')) child.stdin.write(${JSON.stringify(`${JSON.stringify(order)}\n`)});
      if (text.includes('computing')) console.log(child.pid);
    });`;
  const gateway = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void gateway.kill('SIGKILL'));
  const child = await new Promise<number>((resolve, reject) => {
    gateway.stdout.setEncoding('utf8').on('data', (text: string) => resolve(Number(text)));
    gateway.on('exit', () => reject(new Error('The process in the place of the gateway has ended.')));
  });
  onTestFinished(() => {
    if (isAlive(child)) process.kill(child, 'SIGKILL');
  });
  return { gateway, child };
}

/** False for a process that has ended, also if no parent has asked how. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
}
