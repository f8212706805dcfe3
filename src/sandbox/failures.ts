/** The ends of programs that the gateway stops, and the results of calls that it refuses. The words are for the model. */
import { truncate } from '../core/index.ts';
import { EngineError } from './engine.ts';
import { type CallEntry, type Journal, type NumberedCall, sizeOfResult } from './journal.ts';
import {
  type CallReport,
  megabytes,
  overMemory,
  overTime,
  type ProgramError,
  type Report,
  type Settlement,
} from './process/protocol.ts';
import type { SandboxLimits } from './program.ts';
import { raising } from './settlement.ts';

type Finished = Extract<Report, { kind: 'finished' }>;
type Failed = Extract<Report, { kind: 'failed' }>;

function failed(type: string, message: string, more: Partial<ProgramError> = {}): Failed {
  const error: ProgramError = { type, message, frames: [], ...more };
  return { kind: 'failed', error, computeMs: 0 };
}

export function tooMuchTime({ pythonMs }: SandboxLimits): Failed {
  return failed(
    'TimeoutError',
    `the program and its tool calls took longer than ${pythonMs / 1_000} s ("limits.pythonMs"). Make fewer or faster calls`,
  );
}

export function tooMuchComputing({ pythonComputeMs }: SandboxLimits): Failed {
  return failed('TimeoutError', overTime(pythonComputeMs));
}

/** Returns the end of a program whose process has ended. Rethrows an error that says nothing about the program. */
export function endOfLost(error: unknown, limits: SandboxLimits): Failed {
  if (!(error instanceof EngineError) || error.kind === 'off') throw error;
  switch (error.kind) {
    case 'too-much-memory':
      return failed('MemoryError', overMemory(limits.pythonMemoryBytes));
    case 'too-much-time':
      return tooMuchComputing(limits);
    case 'lost':
      return failed('SystemError', `the process that ran the program ended unexpectedly. ${error.message}`, {
        needsConfirmation: true,
      });
    default:
      return error.kind satisfies never;
  }
}

/** Returns the end of a program that has made calls and that no engine can continue. */
export function wasStopped({ message }: EngineError): Failed {
  return failed('SystemError', `the program was stopped. ${message} ${CHECK}`);
}

const CHECK = 'Its earlier calls may have taken effect: check that before you run it again.';

/** Returns the end of a program that is replayed and makes another call than in its first run, or ends without the call. */
export function wasChanged(recorded: CallEntry, place: number, made: CallReport | undefined): Failed {
  const now = made === undefined ? 'was not made again' : `is now ${callText(made)}`;
  const message =
    `the program was run again from its beginning with the recorded results, and call ${place + 1} differed: it was ` +
    `${callText(recorded)} and ${now}. The program was stopped, so that no call runs again. ${SAME_CALLS}`;
  return failed('RuntimeError', message, { isChangedReplay: true });
}

const SAME_CALLS =
  'Write a program whose calls do not depend on time.monotonic(), on time.perf_counter() or on which call ends first';

/** Returns the end of a program. If it is a replay that lacks a call of the first run, its result does not count. */
export function unlessLacking(lacking: NumberedCall | undefined, end: Finished | Failed): Finished | Failed {
  if (lacking === undefined) return end;
  if (end.kind === 'finished') return wasChanged(lacking.call, lacking.number, undefined);
  return { ...end, error: { ...end.error, isChangedReplay: true } };
}

export function tooLargeToWait(size: number, { pythonStateBytes }: SandboxLimits): Failed {
  const message =
    `the program holds ${megabytes(size)} MB of data while it waits for the client, and at most ` +
    `${megabytes(pythonStateBytes)} MB can be stored ("limits.pythonStateBytes"). Keep less data before you call the client's tools`;
  return failed('MemoryError', message);
}

export function tooMuchPassed({ pythonStateBytes }: SandboxLimits): Failed {
  return failed(
    'MemoryError',
    `the program has passed more than ${megabytes(pythonStateBytes)} MB to and from its tools ("limits.pythonStateBytes"). Pass less data`,
  );
}

/** Returns the result of a call, or an error if it is too large for the program's state. */
export function resultWithin({ size }: Journal, result: Settlement, { pythonStateBytes }: SandboxLimits): Settlement {
  if (size + sizeOfResult(result) <= pythonStateBytes) return result;
  const message = `The program has received more than ${megabytes(pythonStateBytes)} MB from its tools ("limits.pythonStateBytes"). Ask the tools for less.`;
  return { ...raising('RuntimeError', message), isRefused: true };
}

/** Writes a call as a program would, in one line. */
export function callText({ path, args, named }: Pick<CallEntry, 'path' | 'args' | 'named'>): string {
  const all = [...args, ...named.map(([name, json]) => `${name}=${json}`)].join(', ');
  return truncate(`${path}(${all})`, MOST_CHARACTERS, '…');
}

const MOST_CHARACTERS = 300;
