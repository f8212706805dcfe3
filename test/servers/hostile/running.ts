import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Returns true if a process is running. A zombie, which has ended but was not reaped by its parent, does not count. */
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
    return process.platform !== 'linux'; // other platforms have no /proc
  }
}

/** Resolves when the process has ended. Has no timeout of its own; the test's timeout applies. */
export async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(10);
}

/** Kills the process after the test if the code under test has not ended it. */
export function endAfterTest(pid: number): void {
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
}
