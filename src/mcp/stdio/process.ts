import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextRound } from 'node:timers/promises';
import spawn from 'cross-spawn';
import type { StdioServer } from '../../core/index.ts';
import { settledWithin } from '../waiting.ts';
import { serverEnvironment } from './environment.ts';
import { clearGroup, signalGroup, watchGroup } from './groups.ts';
import { startError } from './start-fault.ts';

/** The exit code of a program, or the signal that ended it. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Maximum wait in milliseconds after each step of stopping a program. */
export interface Stopping {
  /** After closing its input. */
  readonly endMs: number;
  /** After SIGTERM. */
  readonly termMs: number;
  /** After SIGKILL. */
  readonly killMs: number;
  /** Between SIGTERM and SIGKILL for the child processes that it left behind. */
  readonly graceMs: number;
}

/** Our ends of a program's standard streams. */
export interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

export type Program = Pick<StdioServer, 'command' | 'args' | 'env' | 'cwd'>;

/** A server's program. When it ends, the processes that it started are ended too. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #stopping: Stopping;
  /** Resolves when the program runs. Rejects with a TroubleError if it could not be started. */
  readonly started: Promise<void>;
  /** Resolves when the program itself has exited, even if other processes still hold its pipes, or when it failed to start. */
  readonly gone: Promise<void>;
  #exit: Exit | undefined;
  #isGone = false;
  #isKilled = false;
  #cleared: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  /** Throws the same error that `started` rejects with if starting fails synchronously. */
  constructor(program: Program, stopping: Stopping = usualStopping) {
    this.#stopping = stopping;
    this.#child = spawned(program);
    const started = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    this.started = started.promise;
    this.gone = gone.promise;
    if (this.#child.pid !== undefined) watchGroup(this.#child.pid);
    this.#child.once('spawn', started.resolve);
    this.#child.once('exit', (code, signal) => {
      this.#ended({ code, signal });
      gone.resolve();
    });
    this.#child.on('error', (error) => {
      started.reject(startError(error, program));
      // On Windows cross-spawn detects a missing program by a shell's exit, and emits `error` instead of `exit`.
      this.#ended(undefined);
      gone.resolve();
    });
  }

  get pid(): number | null {
    return this.#isGone ? null : (this.#child.pid ?? null);
  }

  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Undefined if the system could not create the pipes; `started` rejects then. */
  get pipes(): Pipes | undefined {
    const { stdin, stdout, stderr } = this.#child;
    // With too many open files these are undefined, although their types allow only null.
    return stdin && stdout && stderr ? { stdin, stdout, stderr } : undefined;
  }

  /** Stops the program and the processes that it started. Resolves when they are gone, or after the last step's time limit. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const alive = setInterval(() => {}, ALIVE_MS); // keeps this process alive until the stop has finished
    const { endMs, termMs, killMs } = this.#stopping;
    this.#child.stdin?.end();
    if (!(await this.#isGoneWithin(endMs))) {
      this.#signal('SIGTERM');
      if (!(await this.#isGoneWithin(termMs))) {
        this.#isKilled = true;
        this.#signal('SIGKILL');
        await this.#isGoneWithin(killMs);
      }
    }
    await this.#cleared;
    clearInterval(alive);
  }

  #ended(exit: Exit | undefined): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#exit = exit;
    // After SIGKILL to the group there is nothing left to wait for.
    const graceMs = this.#isKilled ? 0 : this.#stopping.graceMs;
    if (this.#child.pid !== undefined) this.#cleared = clearGroup(this.#child.pid, graceMs);
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.pid !== null) signalGroup(this.pid, signal);
  }

  async #isGoneWithin(mostMs: number): Promise<boolean> {
    await settledWithin(this.gone, mostMs);
    return this.#isGone;
  }
}

/** Resolves when all pipes have been read to their ends, or after `mostMs`. */
export async function closedWithin(pipes: readonly Readable[], mostMs: number): Promise<void> {
  await settledWithin(Promise.allSettled(pipes.map((pipe) => finished(pipe, { writable: false }))), mostMs);
  // If the event loop was busy, the timer may fire before the pipes are read: give the pending reads one more round.
  await nextRound();
}

function spawned(program: Program): ChildProcess {
  const { command, args, env, cwd } = program;
  try {
    return spawn(command, args, {
      env: serverEnvironment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: process.platform !== 'win32', // makes the program the leader of a new process group
      windowsHide: true,
      ...(cwd !== undefined && { cwd }),
    });
  } catch (error) {
    throw startError(error, program);
  }
}

const usualStopping: Stopping = { endMs: 1_000, termMs: 2_000, killMs: 1_000, graceMs: 1_000 };
const ALIVE_MS = 60_000;
