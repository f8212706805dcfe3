import type { Engine, Session } from './engine.ts';
import type { Inbox } from './inbox.ts';
import type { ProgramBounds, Report, Settlement } from './process/protocol.ts';
import type { SandboxLimits } from './program.ts';
import type { ReportBounds } from './report-bounds.ts';

/** A program in one process. */
export interface SessionRun {
  readonly engine: Engine;
  readonly session: Session;
  readonly stop: AbortSignal;
  /** Number of results that were sent to the process. */
  sent: number;
  /** True while the program cannot continue. */
  isIdle: boolean;
  /** Set while the process parks the program: to pause it, or to leave the process to another one. */
  parking: 'pause' | 'leave' | undefined;
  /** False after the state of the program was too large to leave the process. */
  canLeave: boolean;
  /** True if no other program should run in the process. */
  isWorn: boolean;
  lookTimer: NodeJS.Timeout | undefined;
  /** Set when the program starts in the process, or continues there. */
  reportBounds: ReportBounds | undefined;
}

export function newRun(engine: Engine, session: Session, stop: AbortSignal): SessionRun {
  return {
    engine,
    session,
    stop,
    sent: 0,
    isIdle: false,
    parking: undefined,
    canLeave: true,
    isWorn: false,
    lookTimer: undefined,
    reportBounds: undefined,
  };
}

/** Passes on the reports of a process until its program has ended or was parked. */
export async function listen(run: SessionRun, inbox: Inbox<Happening>): Promise<void> {
  try {
    for (;;) {
      const report = await run.session.next();
      inbox.put({ kind: 'report', run, report });
      if (ENDS.has(report.kind)) return;
    }
  } catch (error) {
    inbox.put({ kind: 'lost', run, error });
  }
}

const ENDS: ReadonlySet<Report['kind']> = new Set(['finished', 'failed', 'parked']);

/** Returns the bounds of a process for a program that has used these times before. */
export function boundsOf(limits: SandboxLimits, computeMs: number, totalMs: number): ProgramBounds {
  return {
    computeMs: Math.max(1, limits.pythonComputeMs - computeMs),
    computeLimitMs: limits.pythonComputeMs,
    totalMs: Math.max(1, limits.pythonMs - totalMs),
    memoryBytes: limits.pythonMemoryBytes,
    outputBytes: limits.pythonOutputBytes,
    calls: limits.pythonCalls,
  };
}

export type Happening =
  | { readonly kind: 'report'; readonly run: SessionRun; readonly report: Report }
  | { readonly kind: 'lost'; readonly run: SessionRun; readonly error: unknown }
  /** Time to look whether other programs wait for the process. */
  | { readonly kind: 'look'; readonly run: SessionRun }
  | { readonly kind: 'settled'; readonly call: number; readonly settlement: Settlement }
  /** The host failed to run a call. */
  | { readonly kind: 'broken'; readonly error: unknown }
  | { readonly kind: 'stop' };

export type Ended =
  | Extract<Report, { kind: 'finished' | 'failed' }>
  | { readonly kind: 'paused'; readonly snapshot: string | undefined };

export interface Left {
  readonly kind: 'left';
  readonly snapshot: string | undefined;
}
