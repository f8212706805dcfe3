import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The processes that servers were started as, each with whatever it starts itself: on POSIX a process group, which is
 * signalled as a whole, and outlives its leader. A process that leaves its group on purpose is out of reach.
 */
const living = new Set<number>();
let isListening = false;

/** From now on the group does not outlive this process. */
export function watchGroup(pid: number): void {
  living.add(pid);
  if (isListening) return;
  isListening = true;
  process.on('exit', killAll); // one listener for all
}

/** False where nobody is left to be signalled. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    if (IS_WINDOWS) return signal === 0 ? process.kill(pid, 0) : endTree(pid);
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Ends what a leader left behind that is gone itself: asks, waits, and insists. Its timers keep no process alive. */
export async function clearGroup(pid: number, graceMs: number): Promise<void> {
  const isLeft = !IS_WINDOWS && signalGroup(pid, 'SIGTERM');
  if (isLeft && !(await isEmptyWithin(pid, graceMs))) {
    signalGroup(pid, 'SIGKILL');
    await isEmptyWithin(pid, KILL_MS);
  }
  // Once nobody has it, the number may be given to a stranger.
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

/** Windows knows no groups and no asking: the process and its descendants, as long as it is there itself. */
function endTree(pid: number): boolean {
  const { status } = spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
  return status === 0;
}

const IS_WINDOWS = process.platform === 'win32';
const POLL_MS = 20;
/** A process that was killed is gone at once; only one whose parent does not collect it is still listed. */
const KILL_MS = 500;
