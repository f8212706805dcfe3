/**
 * The messages between the gateway and a child process that runs one program at a time.
 *
 * A Pyodide child, and a Monty child inside bubblewrap, can read no other folder of this project than this one. The files that run
 * in a child therefore import nothing of the project from outside it, and `untrusted.ts` repeats a part of `core/`.
 */

/** A message from the gateway to a child. */
export type Order = StartOrder | LoadOrder | SettleOrder | ParkOrder;

/** Starts a program. */
export interface StartOrder {
  readonly kind: 'start';
  /** The rewritten program: each tool is one of `functions`. */
  readonly code: string;
  /** The functions that call tools. */
  readonly functions: readonly ToolFunction[];
  readonly bounds: ProgramBounds;
  /** Seeds all random numbers of the program, so that a replay makes the same calls. */
  readonly seed: string;
  /** The time when the program first started, in milliseconds. Its wall clock starts there, also in a replay. */
  readonly at: number;
}

/** Continues a parked program. Only an engine with snapshots gets this order. */
export interface LoadOrder {
  readonly kind: 'load';
  readonly snapshot: string;
  /** Number of bytes that the program has printed before. */
  readonly printed: number;
  readonly bounds: ProgramBounds;
}

/** Asks for the state of a program that waits. */
export interface ParkOrder {
  readonly kind: 'park';
  /** A larger state is not sent. */
  readonly mostBytes: number;
  /** True if the program can also stay in its process. It stays if its state may be large. */
  readonly mayStay: boolean;
}

/** Settles a call of the program, by the number of its `call` report. `at` is the recorded time, in milliseconds. */
export type SettleOrder = { readonly kind: 'settle'; readonly call: number; readonly at: number } & Settlement;

/** The end of a call inside a program: a value as JSON text, or an exception. */
export type Settlement = { readonly status: 'ok'; readonly json: string } | ErrorSettlement;

export interface ErrorSettlement {
  readonly status: 'error';
  readonly type: ExceptionName;
  readonly message: string;
  /** Set if the gateway refused the client's result, or got none. */
  readonly isRefused?: boolean;
}

/** The Python exceptions that a failed call may raise. Every engine has them. */
export type ExceptionName = 'RuntimeError' | 'TypeError' | 'NameError' | 'TimeoutError' | 'PermissionError';

/** A function of a program that calls a tool. */
export interface ToolFunction {
  /** Its name in the rewritten program, when it returns the tool's result. */
  readonly value: string;
  /** Its name in the rewritten program, when it returns an awaitable. */
  readonly awaitable: string;
  /** The tool as the program names it: `files.read_file`. */
  readonly path: string;
}

/** The bounds of one program in a child. */
export interface ProgramBounds {
  /** The processor time that the program may still use. */
  readonly computeMs: number;
  /** The limit of which `computeMs` is the rest, as messages name it. */
  readonly computeLimitMs: number;
  /** The time that the program may still take, with the time that it waits. */
  readonly totalMs: number;
  readonly memoryBytes: number;
  /** Output beyond this is dropped. */
  readonly outputBytes: number;
  /** Number of calls that the program may make in total. A further one raises an exception, and is not reported. */
  readonly calls: number;
}

/** A message from a child to the gateway. */
export type Report =
  /** The child has started, and its limits were proved to work. Always the first message, unless it is `unusable`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly why: string }
  | CallReport
  /** The program cannot continue before another call is settled. `settled` is the number of `settle` orders so far. */
  | { readonly kind: 'waiting'; readonly settled: number }
  | { readonly kind: 'print'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  /** The state of the program, in base64. The child is free for another one. */
  | ({ readonly kind: 'parked'; readonly snapshot: string } & Spent)
  /** The state is too large, so the program stays. `bytes` is its size if it is known. */
  | { readonly kind: 'kept'; readonly bytes?: number }
  /** The program ended without an error. The child is free for another one, if its engine allows that. */
  | ({ readonly kind: 'finished'; readonly result: ProgramResult | undefined } & Spent)
  | ({ readonly kind: 'failed'; readonly error: ProgramError } & Spent);

/** The costs of a program in its process. */
export interface Spent {
  readonly computeMs: number;
  /** True if the process took so much memory that another program might not get its share. */
  readonly isWorn?: boolean;
}

/** The program calls a tool. It continues at once, and waits when it needs the result. */
export interface CallReport {
  readonly kind: 'call';
  /** Counts the calls of the program, from 0. A program that was parked continues with the next number. */
  readonly call: number;
  /** The tool as the program names it. */
  readonly path: string;
  /** The positional arguments, each as JSON text. */
  readonly args: readonly string[];
  /** The keyword arguments, each as a name and JSON text. */
  readonly named: readonly (readonly [name: string, json: string])[];
}

/** The value of the program's last expression. */
export type ProgramResult =
  | { readonly kind: 'json'; readonly json: string }
  /** A value that JSON cannot represent, as Python's `repr` writes it. */
  | { readonly kind: 'repr'; readonly text: string };

/** An exception that the program did not catch. */
export interface ProgramError {
  readonly type: string;
  readonly message: string;
  /** The lines of the program from the outermost to the innermost call. Lines count from 1. */
  readonly frames: readonly { readonly line: number; readonly function?: string }[];
  /** Set if another engine might not end the program with this error. */
  readonly needsConfirmation?: boolean;
  /** Set by the gateway for a replay that made other calls than the first run. */
  readonly isChangedReplay?: boolean;
}

/** The path of a call of `help(tool)`. Every program may make it. */
export const HELP = 'help';

/** Maximum length of the arguments of one call, in characters of JSON: the gateway must hold those of many calls. */
export const MOST_ARGUMENTS = 1024 * 1024;

/** The message of the TypeError for longer arguments, after the name of the function. */
export const TOO_LONG_ARGUMENTS = `was not called: its arguments have more than ${MOST_ARGUMENTS} characters as JSON. Pass less.`;

/** Returns the message of the exception for one call too many. */
export function tooManyCalls(most: number): string {
  return `A program may call tools ${most} times ("limits.pythonCalls"), and this one did. Call fewer tools.`;
}

/** Returns the message of the TimeoutError that ends a program. */
export function overTime(computeMs: number): string {
  return `the program computed for more than ${inTenths(computeMs / 1_000)} s ("limits.pythonComputeMs"). Compute less`;
}

/** Returns the message of the MemoryError that ends a program. */
export function overMemory(memoryBytes: number): string {
  return `the program needs more than ${megabytes(memoryBytes)} MB of memory ("limits.pythonMemoryBytes"). Keep less data`;
}

export function megabytes(bytes: number): number {
  return inTenths(bytes / 1024 / 1024);
}

function inTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
