/**
 * A thread of a child process that ends a program which takes too much memory or processor time, and kills the process if the
 * gateway is gone. The engine blocks the main thread, so the main thread cannot notice any of these.
 *
 * No process proves at its start that this thread kills it: such a proof would cost a second process. A program that this thread
 * missed would still end after `limits.pythonMs`: by Monty's own clock, which is proved, and by the clock of the gateway.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { OUT_OF_MEMORY, OUT_OF_TIME, residentBytes, type Watched } from './watched.ts';

const { state, memoryBytes, parent, interrupt } = workerData as Watched;
const usualBytes = residentBytes();
const STDERR = 2; // in a thread, process.stderr has no descriptor
const LOOK_MS = 20; // an engine can allocate about 100 MB in this time
const GRACE_MS = interrupt === undefined ? 0 : 500; // an engine that was interrupted reports what the program has printed
const SIGINT = 2;

for (;;) {
  Atomics.wait(state, 0, 0);
  const program = Atomics.load(state, 0);
  const usedBefore = process.cpuUsage();
  while (program !== 0 && Atomics.load(state, 0) === program) {
    const overMs = usedMsSince(usedBefore) - Atomics.load(state, 1);
    if (Atomics.load(state, 0) !== program) break; // the limit may be of the next program
    if (overMs > 0 && interrupt !== undefined) Atomics.store(interrupt, 0, SIGINT);
    if (overMs > GRACE_MS) kill(OUT_OF_TIME);
    if (residentBytes() > usualBytes + memoryBytes) kill(OUT_OF_MEMORY);
    if (process.ppid !== parent) kill();
    Atomics.wait(state, 0, program, LOOK_MS);
  }
}

function usedMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function kill(reason = ''): void {
  if (reason !== '') writeSync(STDERR, reason);
  process.kill(process.pid, 'SIGKILL');
}
