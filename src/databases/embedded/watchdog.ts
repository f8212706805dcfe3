/**
 * A thread of a child process that kills the process if a statement takes too much memory or time, or if the gateway is gone.
 * The engine blocks the main thread, so the main thread cannot notice any of these.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { OUT_OF_MEMORY, type Watched } from './protocol.ts';

const { isBusy, limitMs, memoryBytes } = workerData as Watched;
const parent = process.ppid;
const usualBytes = process.memoryUsage.rss();
const STDERR = 2; // in a thread, process.stderr has no descriptor
const LOOK_MS = 20; // an engine can allocate about 100 MB in this time

for (;;) {
  Atomics.wait(isBusy, 0, 0);
  const startedAt = performance.now();
  while (Atomics.load(isBusy, 0) === 1) {
    if (process.memoryUsage.rss() > usualBytes + memoryBytes) kill(OUT_OF_MEMORY);
    if (process.ppid !== parent || performance.now() - startedAt > Atomics.load(limitMs, 0)) kill();
    Atomics.wait(isBusy, 0, 1, LOOK_MS);
  }
}

function kill(reason = ''): void {
  if (reason !== '') writeSync(STDERR, reason);
  process.kill(process.pid, 'SIGKILL');
}
