import { EngineError } from './engine.ts';
import type { ProgramBounds, Report } from './process/protocol.ts';

/**
 * Holds a process to the bounds of its program. The process keeps them by itself, unless a program has broken out of its engine:
 * then it could write anything.
 */
export class ReportBounds {
  readonly #bounds: Pick<ProgramBounds, 'calls' | 'outputBytes'>;
  #calls: number;
  #printed: number;

  /** `calls` and `printed` are the number of calls and the bytes of output before. */
  constructor(bounds: Pick<ProgramBounds, 'calls' | 'outputBytes'>, calls: number, printed: number) {
    this.#bounds = bounds;
    this.#calls = calls;
    this.#printed = printed;
  }

  /** Returns an error if the process cannot have kept the bounds. */
  check(report: Report): EngineError | undefined {
    const { calls, outputBytes } = this.#bounds;
    if (report.kind === 'call' && (report.call !== this.#calls++ || report.call >= calls)) {
      return new EngineError('lost', 'It reported calls that its program may not make.');
    }
    if (report.kind !== 'print') return undefined;
    this.#printed += Buffer.byteLength(report.text);
    if (this.#printed <= outputBytes + NOTICE_BYTES) return undefined;
    return new EngineError('lost', 'It reported more output than its program may have.');
  }
}

const NOTICE_BYTES = 1_024; // the process says once that the rest is left out
