import type { Call, SealedProgram } from '../../core/index.ts';
import { type ProgramState, seal, unseal } from '../../sandbox/index.ts';
import type { Caller } from '../caller.ts';
import type { Ran } from '../ran.ts';
import type { StepCall } from '../reading/dispatch.ts';
import { UnknownToolFailures } from '../unknown-tool-failures.ts';
import { type Continued, openExecution } from './execution.ts';
import { ProgramHost } from './host.ts';

/** Starts the program of a call, or continues it if an earlier request was cancelled while it ran. */
export async function startOrContinue(
  call: Call,
  caller: Caller,
  { cancelled, runCalls }: { readonly cancelled: SealedProgram | undefined; readonly runCalls: RunCalls },
): Promise<Ran> {
  if (cancelled === undefined) return runProgram(call, caller, { runCalls });
  const from = unseal(cancelled, { secret: await caller.context.store.secret(), key: caller.ask.key });
  if (from === undefined) return refuseToContinue(call, UNSEALED, caller);
  return runProgram(call, caller, { runCalls, continued: { from, settlements: new Map() } });
}

/** Returns the outcome of a program that must not continue. */
export function refuseToContinue(call: Call, reason: string, { id, context }: Pick<Caller, 'id' | 'context'>): Ran {
  const message = `The program was not continued: ${reason}. Its earlier calls may have taken effect: check that before you run it again.`;
  return { outcome: context.executor.refuse(call, { kind: 'reported', tool: call.name, message }, { turn: id }) };
}

/** The reason why the state of a program cannot be used. */
export const UNSEALED = 'its stored state was changed, or is not of this client';

/** Runs the calls that a program makes, as calls of the same turn. */
type RunCalls = (calls: readonly StepCall[], caller: Caller) => Promise<Ran[]>;

interface RunOptions {
  readonly runCalls: RunCalls;
  /** Set if the program waited for the client, or was cancelled. */
  readonly continued?: Continued;
}

/** Starts the Python program of a call, or continues it. */
export async function runProgram(call: Call, caller: Caller, { runCalls, continued }: RunOptions): Promise<Ran> {
  const { id, ask, tools, allowed, signal, plannedAt, context } = caller;
  const { executor, sandbox, store, limits } = context;
  const labels = { turn: id };
  const strangers = new UnknownToolFailures();
  if (sandbox === undefined) return { outcome: executor.miss(call, labels, plannedAt) };
  const host = new ProgramHost(caller, async (step, stop) => {
    const inside = { id, ask, tools, allowed, plannedAt, context, program: call.id, strangers };
    const [ran] = await runCalls([step], { ...inside, signal: AbortSignal.any([signal, stop]) });
    return ran;
  });
  const sealed = async (paused: ProgramState) => seal(paused, { secret: await store.secret(), key: ask.key });
  const execution = openExecution({ sandbox, host, mostCodeBytes: limits.pythonCodeBytes, sealed, continued });
  const outcome = await executor.execute(call, signal, {
    labels,
    tool: execution.tool,
    limitMs: limits.pythonMs + LATER_MS,
  });
  if (outcome.status === 'error' && outcome.failure.kind === 'cancelled' && execution.cancelled !== undefined)
    return { outcome, cancelled: await sealed(execution.cancelled) };
  const { waiting } = execution;
  const calls = ask.parallel === false ? waiting?.calls.slice(0, 1) : waiting?.calls;
  return { outcome, read: host.read, waiting: waiting && { ...waiting, calls: calls ?? [] } };
}

/** A program ends by itself after `pythonMs`, and its outcome then has what it printed. The executor's limit comes later. */
const LATER_MS = 5_000;
