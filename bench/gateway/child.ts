import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A server in a process of its own. */
export interface Child {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

export interface ReachableChild extends Child {
  /** With a channel for messages, which only a script of ours inside it answers. */
  readonly process: ChildProcess;
}

/**
 * For Node. A process that rests while others are measured is tidied up by V8 after some seconds, and with shapes that are
 * not in use just then all code goes that was optimised for them: the next batches would measure the compiler.
 */
export const STEADY: readonly string[] = ['--no-memory-reducer'];

/** Starts a script that stands beside this file, and waits until it listens. */
export async function startScript(name: string, ...args: readonly (string | number)[]): Promise<ReachableChild> {
  const child = fork(path.join(import.meta.dirname, name), args.map(String), { execArgv: [...STEADY] });
  const port = await Promise.race([
    once(child, 'message').then(([told]) => Number(told)),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended before it listened`))),
  ]);
  return { pid: child.pid ?? 0, port, process: child, stop: () => stopChild(child) };
}

/** The script's side of `startScript`: listens, says where, and ends with its parent. */
export function tellParent(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

/** Its end is ours to bring about, however we end ourselves. */
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

/** Processor time of all its threads so far. Undefined where the system does not tell it so. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it may hold anything
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** The same as the process itself counts it: exactly, where the system's table has hundredths of a second. */
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
const TICK_MS = 10; // Linux tells it in hundredths of a second
