import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** Command that starts a child process. The child's stdin, stdout and stderr are pipes to the gateway. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a child process. It leads a new process group and a new session, so it has no terminal. */
export function startChild({ command, args, env }: Launch): ChildProcessWithoutNullStreams {
  const child = spawn(command, args, { env, detached: HAS_GROUPS });
  child.once('exit', () => killGroup(child)); // its group may outlive it
  return child;
}

/** Kills a child and all processes of its group. If only bubblewrap is killed while it starts, its own child waits forever. */
export function killChild(child: ChildProcess): void {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  if (!hasEnded) killGroup(child); // later, the system may use the id for another process
}

function killGroup(child: ChildProcess): void {
  if (!HAS_GROUPS || child.pid === undefined) {
    child.kill('SIGKILL');
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
}

const HAS_GROUPS = process.platform !== 'win32';
