import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextRound } from 'node:timers/promises';
import { settledWithin } from '../waiting.ts';

/** Our ends of a program's input and output. */
export interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Resolves when all of these have been read to their ends, or the time is up. */
export async function closedWithin(pipes: readonly Readable[], mostMs: number): Promise<void> {
  await settledWithin(Promise.allSettled(pipes.map((pipe) => finished(pipe, { writable: false }))), mostMs);
  // Where we were too busy to read in time, the timer came first: what stands in the pipes is read before this.
  await nextRound();
}
