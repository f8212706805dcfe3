import { pythonExecution } from '../../builtins/index.ts';
import { type SealedProgram, type Tool, ToolFailure } from '../../core/index.ts';
import {
  EngineError,
  type ProgramEnd,
  type ProgramState,
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

/** The tool `python_execution` for one call of the model. */
export interface ProgramExecution {
  readonly tool: Tool;
  /** Set after the program has paused: its state, and the calls that the client must run. */
  readonly waiting: WaitingCalls | undefined;
  /** The state of the program if it was cancelled. */
  readonly cancelled: ProgramState | undefined;
}

/** A program that waited or was cancelled, and the results of its calls. */
export interface Continued {
  readonly from: ProgramState;
  readonly settlements: ReadonlyMap<number, Settlement>;
}

export interface ExecutionOptions {
  readonly sandbox: Sandbox;
  readonly host: ProgramHost;
  readonly mostCodeBytes: number;
  readonly sealed: (paused: ProgramState) => Promise<SealedProgram>;
  /** Set if the call continues a program instead of starting one. */
  readonly continued?: Continued | undefined;
}

/** Creates `python_execution` for one call of the model. */
export function openExecution(options: ExecutionOptions): ProgramExecution {
  const { sandbox, host, mostCodeBytes, sealed, continued } = options;
  let waiting: WaitingCalls | undefined;
  let cancelled: ProgramState | undefined;
  const onCancel = (state: ProgramState): void => {
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
      const { text, isError } = reportOf(ended, ended.kind === 'failed' ? host.signatures : []);
      if (isError) throw new ToolFailure({ kind: 'reported', message: text });
      return text;
    } catch (error) {
      if (error instanceof EngineError)
        throw new ToolFailure({ kind: 'reported', message: `The program was not run. ${error.message}` });
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
