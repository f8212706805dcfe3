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

/** How a program ended: by itself, with a code, or by a signal. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How a program is made to end, and how long each step waits for it. */
export interface Stopping {
  /** After its input has ended. */
  readonly endMs: number;
  /** After SIGTERM. */
  readonly termMs: number;
  /** After SIGKILL. */
  readonly killMs: number;
  /** For what it left behind when it ended, between SIGTERM and SIGKILL. */
  readonly graceMs: number;
}

/** Our ends of a program's input and output. */
export interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

export type Program = Pick<StdioServer, 'command' | 'args' | 'env' | 'cwd'>;

/** A server's program, and all that it starts: the end of it is the end of them. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #stopping: Stopping;
  /** Rejects with words for the user where the program could not be started. */
  readonly started: Promise<void>;
  /** Resolves when the program itself is gone, whoever still holds its pipes; also when it never started. */
  readonly gone: Promise<void>;
  #exit: Exit | undefined;
  #isGone = false;
  #isKilled = false;
  #cleared: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  /** Throws what `started` rejects with, where the system refuses at once. */
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
      // On Windows a missing program is found out by a shell that has started: this comes instead of its exit.
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

  /** There are none where the system had no room for them; `started` rejects then. */
  get pipes(): Pipes | undefined {
    const { stdin, stdout, stderr } = this.#child;
    // Not even null, against what the types say, where there are too many open files.
    return stdin && stdout && stderr ? { stdin, stdout, stderr } : undefined;
  }

  /** Resolves when it is gone, and those it started; at the latest when all that can be done was done. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const alive = setInterval(() => {}, ALIVE_MS); // whoever waits for us must not end before
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
    // Nobody needs to be asked again when all of them have been killed.
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

/** Resolves when all of these have been read to their ends, or the time is up. */
export async function closedWithin(pipes: readonly Readable[], mostMs: number): Promise<void> {
  await settledWithin(Promise.allSettled(pipes.map((pipe) => finished(pipe, { writable: false }))), mostMs);
  // Where we were too busy to read in time, the timer came first: what stands in the pipes is read before this.
  await nextRound();
}

function spawned(program: Program): ChildProcess {
  const { command, args, env, cwd } = program;
  try {
    return spawn(command, args, {
      env: serverEnvironment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: process.platform !== 'win32', // the leader of a group of its own
      windowsHide: true,
      ...(cwd !== undefined && { cwd }),
    });
  } catch (error) {
    throw startError(error, program);
  }
}

const usualStopping: Stopping = { endMs: 1_000, termMs: 2_000, killMs: 1_000, graceMs: 1_000 };
const ALIVE_MS = 60_000;
