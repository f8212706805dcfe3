import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The process ids of running servers. On POSIX each server leads a process group with everything it starts. The group can be
 * signalled as a unit and may outlive its leader. A process that leaves the group on purpose cannot be reached.
 */
const living = new Set<number>();
let isListening = false;

/** Makes sure that the group is killed when this process exits. */
export function watchGroup(pid: number): void {
  living.add(pid);
  if (isListening) return;
  isListening = true;
  process.on('exit', killAll); // one listener for all groups, to avoid a listener leak
}

/** Sends a signal to the group; signal 0 only tests whether it exists. Returns false if no process is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    if (IS_WINDOWS) return signal === 0 ? process.kill(pid, 0) : endTree(pid);
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * Ends the processes that an exited leader left behind: SIGTERM, then SIGKILL after `graceMs`. Its timers do not keep this
 * process alive.
 */
export async function clearGroup(pid: number, graceMs: number): Promise<void> {
  const isLeft = !IS_WINDOWS && signalGroup(pid, 'SIGTERM');
  if (isLeft && !(await isEmptyWithin(pid, graceMs))) {
    signalGroup(pid, 'SIGKILL');
    await isEmptyWithin(pid, KILL_MS);
  }
  // The system may now reuse the id for an unrelated process, which must not be killed at exit.
  living.delete(pid);
}

async function isEmptyWithin(pid: number, mostMs: number): Promise<boolean> {
  for (const endMs = performance.now() + mostMs; performance.now() < endMs; ) {
    if (!signalGroup(pid, 0)) return true;
    await pause(POLL_MS, undefined, { ref: false });
  }
  return !signalGroup(pid, 0);
}

function killAll(): void {
  for (const pid of living) signalGroup(pid, 'SIGKILL');
}

/** Kills a process and its descendants. Windows has no process groups and no SIGTERM. Fails if the process itself has exited. */
function endTree(pid: number): boolean {
  const { status } = spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
  return status === 0;
}

const IS_WINDOWS = process.platform === 'win32';
const POLL_MS = 20;
/** Maximum wait after SIGKILL. A killed process disappears at once, unless its parent does not reap it. */
const KILL_MS = 500;
