import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A server in a separate process. */
export interface Child {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

export interface ReachableChild extends Child {
  /** The process, with an IPC channel that only our own scripts inside it answer. */
  readonly process: ChildProcess;
}

/**
 * Node flags that turn V8's memory reducer off. The reducer cleans up a process that is idle for some seconds while others are
 * measured; it discards unused hidden classes and the code that was optimised for them, and the next batches would measure the
 * compiler.
 */
export const STEADY: readonly string[] = ['--no-memory-reducer'];

/** Starts a script of this folder and waits until it listens. */
export async function startScript(name: string, ...args: readonly (string | number)[]): Promise<ReachableChild> {
  const child = fork(path.join(import.meta.dirname, name), args.map(String), { execArgv: [...STEADY] });
  const port = await Promise.race([
    once(child, 'message').then(([told]) => Number(told)),
    once(child, 'exit').then(() => Promise.reject(new Error(`The script ${name} exited before it listened.`))),
  ]);
  return { pid: child.pid ?? 0, port, process: child, stop: () => stopChild(child) };
}

/** The script's side of `startScript`: listens, sends the port to the parent, and exits with the parent. */
export function tellParent(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

/** Kills the child when this process exits for any reason. */
export function endWithUs(child: ChildProcess, tidy: () => void = () => {}): void {
  process.once('exit', () => {
    child.kill('SIGKILL');
    tidy();
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Returns the processor time of all threads of a process so far; undefined on systems without /proc. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the program name before it may contain any character
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** Returns the processor time as measured by the process itself, which is more exact than the 10 ms ticks of /proc. */
export async function cpuMsToldBy({ process: child }: ReachableChild): Promise<number> {
  const told = once(child, 'message');
  child.send('cpu');
  const [ms] = await told;
  return Number(ms);
}

/** The script's side of `cpuMsToldBy`. */
export function tellCpu(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
}

const USER_TIME = 11;
const SYSTEM_TIME = 12;
const TICK_MS = 10; // Linux counts in hundredths of a second
