import type { Order, Report } from './process/protocol.ts';

/** An engine that runs Python programs in child processes. One test suite covers every engine: `test/contracts/sandbox/`. */
export interface Engine extends EngineVersion {
  /** True if a program can be parked as a snapshot. Otherwise it is replayed. */
  readonly hasSnapshots: boolean;
  /**
   * Resolves to a process that is ready for a program, as soon as one is free. Rejects with the signal's reason, or with an
   * EngineError if the engine cannot be used on this machine.
   */
  enter(signal: AbortSignal): Promise<Session>;
  /** True if more programs wait than processes are starting. A program that only waits for its tools should then leave its process. */
  readonly isWanted: boolean;
  /**
   * Rejects with an EngineError of the kind `off` if the engine cannot be used on this machine. Writes no file. May
   * decide without starting a process. Problems that only a start shows are then not found.
   */
  check(signal: AbortSignal): Promise<void>;
  /** Kills all processes. */
  close(): Promise<void>;
}

export interface EngineVersion {
  readonly name: EngineName;
  /** Changes whenever a snapshot or a recording of an older version can no longer be used. */
  readonly version: string;
}

export type EngineName = 'monty' | 'pyodide';

/** A process that is reserved for one program. */
export interface Session {
  send(order: Order): void;
  /** Resolves to the next report. Rejects with an EngineError if the process has ended. */
  next(): Promise<Report>;
  /**
   * Gives the process back. `isClean` is true if its program has ended or was parked; otherwise the process is killed. May be
   * called more than once.
   */
  leave(isClean: boolean): void;
}

/** An engine that cannot be used, or a process that ended although its program had not. */
export class EngineError extends Error {
  readonly kind: EngineErrorKind;

  constructor(kind: EngineErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** `off`: the engine cannot be used on this machine. `lost`: the process ended unexpectedly. */
export type EngineErrorKind = 'off' | 'too-much-memory' | 'too-much-time' | 'lost';
