import { pythonExecution } from '../../builtins/index.ts';
import { type SealedProgram, type Tool, ToolFailure } from '../../core/index.ts';
import {
  EngineError,
  type PausedProgram,
  type ProgramEnd,
  parseInSlices,
  pendingCalls,
  programIn,
  reportOf,
  rewrite,
  type Sandbox,
  type Settlement,
  withoutCopies,
} from '../../sandbox/index.ts';
import type { WaitingCalls } from '../ran.ts';
import type { ProgramHost } from './host.ts';

/** `python_execution` for one call of the model, and the state of its program if that waits for the client. */
export interface ProgramCall {
  readonly tool: Tool;
  readonly waiting: WaitingCalls | undefined;
  /** The state of its program if that was cancelled. */
  readonly cancelled: PausedProgram | undefined;
}

/** A program that waited or was cancelled, and the results of its calls. */
export interface Continued {
  readonly from: PausedProgram;
  readonly settlements: ReadonlyMap<number, Settlement>;
}

export interface ProgramOptions {
  readonly sandbox: Sandbox;
  readonly host: ProgramHost;
  readonly mostCodeBytes: number;
  readonly sealed: (paused: PausedProgram) => Promise<SealedProgram>;
  /** Set if the call continues a program instead of starting one. */
  readonly continued?: Continued | undefined;
}

/** Creates `python_execution` for one call of the model. */
export function openProgram({ sandbox, host, mostCodeBytes, sealed, continued }: ProgramOptions): ProgramCall {
  let waiting: WaitingCalls | undefined;
  let cancelled: PausedProgram | undefined;
  const onCancel = (state: PausedProgram): void => {
    cancelled = state;
  };
  const start = async (args: unknown, signal: AbortSignal): Promise<ProgramEnd> => {
    if (continued !== undefined) {
      const { from, settlements } = continued;
      const open = pendingCalls(from).filter(({ call }) => !settlements.has(call));
      return sandbox.resume(from, new Map([...host.lostCalls(open), ...settlements]), host, signal, onCancel);
    }
    const given = await programIn(args, mostCodeBytes);
    if (!given.ok) throw new ToolFailure({ kind: 'reported', message: given.reason });
    const { code: source } = given;
    const { code, notes } = withoutCopies(await parseInSlices(source), (name) => host.toolNamed(name));
    const rewritten = rewrite(code, host.known, await parseInSlices(code));
    return sandbox.run({ source, ...rewritten, notes }, host, signal, onCancel);
  };
  const tool = pythonExecution(async (args, { signal }) => {
    try {
      const ended = await start(args, signal);
      if (ended.kind === 'paused') {
        waiting = { program: await sealed(ended.state), calls: host.clientCallsOf(ended.pending) };
        return 'The program waits for the client.';
      }
      const { text, isError } = reportOf(ended);
      if (isError) throw new ToolFailure({ kind: 'reported', message: text });
      return text;
    } catch (error) {
      if (error instanceof EngineError) throw new ToolFailure({ kind: 'unavailable', reason: error.message });
      throw error;
    }
  });
  return {
    tool,
    get waiting() {
      return waiting;
    },
    get cancelled() {
      return cancelled;
    },
  };
}
