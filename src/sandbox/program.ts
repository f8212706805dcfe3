import type { Limits } from '../core/index.ts';
import type { EngineName } from './engine.ts';
import type { CallEntry, Entry, ReturnedCall } from './journal.ts';
import type { CallReport, ProgramError, ProgramResult, Settlement, ToolFunction } from './process/protocol.ts';

/** A program, rewritten so that its tools are plain functions. */
export interface Program {
  /** The program as the model wrote it. */
  readonly source: string;
  readonly code: string;
  readonly functions: readonly ToolFunction[];
  /** Notes for the model, besides what the program prints. */
  readonly notes?: readonly string[];
  /** The parts of Python that the program uses and that Monty lacks, in words. */
  readonly lacks: readonly string[];
}

/** Runs the calls of programs. */
export interface Host {
  /**
   * Starts a call. Returns 'client' for a call that only the client can run. The promise must not reject. The call must be
   * cancelled when the signal aborts.
   */
  begin(call: HostCall, signal: AbortSignal): Promise<Settlement> | 'client';
}

export type HostCall = Pick<CallReport, 'call' | 'path' | 'args' | 'named'>;

/** A call that the client must run. */
export type PendingCall = HostCall;

export type SandboxLimits = Pick<
  Limits,
  'pythonMs' | 'pythonComputeMs' | 'pythonMemoryBytes' | 'pythonOutputBytes' | 'pythonCalls' | 'pythonStateBytes'
>;

/** The end of a run: a result, an error, or a pause for the client. */
export type ProgramEnd = (
  | { readonly kind: 'finished'; readonly result: ProgramResult | undefined }
  | { readonly kind: 'failed'; readonly error: ProgramError; readonly lastResults: readonly ReturnedCall[] }
  /** The program waits for calls of the client. */
  | { readonly kind: 'paused'; readonly state: ProgramState; readonly pending: readonly PendingCall[] }
) & {
  readonly program: Program;
  readonly engine: EngineName;
  readonly output: ProgramOutput;
  /** Number of calls that the program has made. */
  readonly callCount: number;
  /** Calls of the client that the program started and did not wait for. They never ran. */
  readonly unawaited: readonly PendingCall[];
};

export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that waits for its client, or that was cancelled, as plain data. */
export interface ProgramState {
  readonly program: Program;
  readonly engine: EngineName;
  /** The version of the engine that made the snapshot. */
  readonly version: string;
  /** The engine's state, in base64. Without it, the program is replayed. */
  readonly snapshot?: string;
  readonly journal: readonly Entry[];
  /** Numbers of the calls that the client must run. */
  readonly pending: readonly number[];
  /** Numbers of the gateway's calls that were cancelled with the program. They run again when it continues. */
  readonly cancelled?: readonly number[];
  readonly output: ProgramOutput;
  /** Seeds all random numbers of the program. */
  readonly seed: string;
  /** The time when the program first started, in milliseconds. States of older versions lack it. */
  readonly startedAt?: number;
  /** Processor time that the program has used. */
  readonly computeMs: number;
  /** Time that the program has taken, without the time of the client. */
  readonly totalMs: number;
}

/** How a program is run. */
export interface RunOptions {
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
  /** The state of a program that waited for its client, or that was cancelled. */
  readonly from?: ProgramState | undefined;
  /** Receives the state of the program if the signal aborts, so that it can continue later. */
  readonly onCancel?: ((state: ProgramState) => void) | undefined;
}

/** Returns the calls that a program waits for. */
export function pendingCalls({ journal, pending }: ProgramState): readonly PendingCall[] {
  const calls = journal.filter((entry) => entry.kind === 'call');
  return pending.flatMap((call) => {
    const made: CallEntry | undefined = calls[call];
    return made === undefined ? [] : [{ call, path: made.path, args: made.args, named: made.named }];
  });
}
