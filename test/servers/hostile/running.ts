import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Whether a process is there and at work: one that has ended, and waits to be collected by its parent, is not. */
export function isRunning(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return process.platform !== 'linux'; // elsewhere there is no such file
  }
}

/** Resolves when the process has ended; the test's own time limit is the limit. */
export async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(10);
}

/** For a process that a test expects to be ended by others: it is gone after the test though they fail to. */
export function endAfterTest(pid: number): void {
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
}
