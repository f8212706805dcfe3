import type { AllowedTools, Ask, Call, CallFailure, Plan, SealedProgram } from '../core/index.ts';
import { type ProgramState, seal, unseal } from '../sandbox/index.ts';
import { findVisible, isPython, isSearch } from '../select/index.ts';
import { unknownTool, type WholeBound } from '../tools/index.ts';
import type { TurnTools, Unread } from './discovery/turn-tools.ts';
import { type Continued, openExecution } from './programs/execution.ts';
import { ProgramHost } from './programs/host.ts';
import type { Ran } from './ran.ts';
import type { StepCall } from './reading/dispatch.ts';
import type { TurnContext } from './services.ts';

/** The turn that the calls belong to. */
export interface Caller {
  readonly id: string;
  readonly ask: Pick<Ask, 'key' | 'parallel'>;
  readonly tools: TurnTools;
  readonly allowed: AllowedTools | undefined;
  readonly signal: AbortSignal;
  /** Id of the call whose program makes these calls; undefined for calls of the model. */
  readonly program?: string;
  readonly plannedAt: number;
  readonly context: Pick<TurnContext, 'executor' | 'sandbox' | 'store' | 'limits'>;
}

/** Runs the gateway's calls of one step concurrently. Returns their outcomes in the order of the calls. */
export function runCalls(calls: readonly StepCall[], caller: Caller): Promise<Ran[]> {
  const { id, tools, signal, program, plannedAt, context } = caller;
  const { plan } = tools;
  const { executor } = context;
  const strangers = new UnknownToolFailures(plan);
  const labels = { turn: id, ...(program !== undefined && { program }) };
  const whole = program === undefined ? undefined : wholeFor(context.limits);
  const describe = (call: Call): Ran => {
    const unread = tools.describe(call.name);
    if (unread === undefined) {
      const missing = mayUseGateway(plan) ? executor.missing(call.name, plannedAt) : undefined;
      return { outcome: executor.refuse(call, missing ?? strangers.failure(call.name), labels) };
    }
    const outcome = executor.refuse(call, notRead(call, unread), labels);
    return unread.kind === 'described' ? { outcome, read: unread.read } : { outcome };
  };
  return Promise.all(
    calls.map(async ({ meant, isUnknown, failure, cancelled }): Promise<Ran> => {
      if (failure !== undefined) return { outcome: executor.refuse(meant, failure, labels) };
      if (isUnknown) return describe(meant);
      // Run exactly the tool that the model was shown: another tool may have taken over its name since then.
      const shown = findVisible(plan, meant.name);
      if (shown !== undefined && isPython(shown)) return startOrContinue(meant, caller, cancelled);
      const search =
        shown !== undefined && isSearch(shown)
          ? tools.openSearch(program === undefined ? 'model' : 'program')
          : undefined;
      const tool = search?.tool ?? shown?.gateway?.tool;
      if (tool === undefined) return { outcome: executor.miss(meant, labels, plannedAt) };
      const outcome = await executor.execute(meant, signal, { labels, tool, whole });
      return search === undefined ? { outcome } : { outcome, read: search.read, found: search.found };
    }),
  );
}

/** The bound of a result that a program gets: it must be complete, because a program cannot use the beginning of a JSON text. */
function wholeFor({ pythonStateBytes }: TurnContext['limits']): WholeBound {
  return { bytes: pythonStateBytes, source: '"limits.pythonStateBytes"' };
}

/** True if the turn may use gateway tools. Otherwise the model must not learn about the gateway's servers. */
function mayUseGateway({ source, isMixed }: Plan): boolean {
  return source === 'gateway' || isMixed;
}

/** Starts the program of a call, or continues it if an earlier request was cancelled while it ran. */
async function startOrContinue(call: Call, caller: Caller, cancelled: SealedProgram | undefined): Promise<Ran> {
  if (cancelled === undefined) return runProgram(call, caller);
  const from = unseal(cancelled, { secret: await caller.context.store.secret(), key: caller.ask.key });
  if (from !== undefined) return runProgram(call, caller, { from, settlements: new Map() });
  return refuseToContinue(call, UNSEALED, caller);
}

/** Returns the outcome of a program that must not continue. */
export function refuseToContinue(call: Call, reason: string, { id, context }: Pick<Caller, 'id' | 'context'>): Ran {
  const message = `The program was not continued: ${reason}. Its earlier calls may have taken effect: check that before you run it again.`;
  return { outcome: context.executor.refuse(call, { kind: 'reported', tool: call.name, message }, { turn: id }) };
}

/** The reason why the state of a program cannot be used. */
export const UNSEALED = 'its stored state was changed, or is not of this client';

/**
 * Starts the Python program of a call, or continues it if it waited for the client. Its calls run as calls of the same turn.
 */
export async function runProgram(call: Call, caller: Caller, continued?: Continued): Promise<Ran> {
  const { id, ask, tools, allowed, signal, plannedAt, context } = caller;
  const { executor, sandbox, store, limits } = context;
  const labels = { turn: id };
  if (sandbox === undefined) return { outcome: executor.miss(call, labels, plannedAt) };
  const host = new ProgramHost(caller, async (step, stop) => {
    const inside = { id, ask, tools, allowed, plannedAt, context, program: call.id };
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

/**
 * Returns the failure for a call of an existing tool that the model has not read about. The failure describes the tool,
 * unless the model has guessed too many names already.
 */
function notRead({ name }: Call, unread: Unread): CallFailure {
  if (unread.kind === 'enough') return { kind: 'reported', tool: name, message: ENOUGH };
  const { wireName: tool, text } = unread;
  const head = `The tool "${tool}" was not run, because you had not read how to use it. Read its description below, and call it again if it is what you need.`;
  return { kind: 'reported', tool, message: `${head}\n\n${text}` };
}

const ENOUGH =
  'A tool with that name exists, but you have not read how to use it, and you have already called too many such tools. ' +
  'Search for what you need, or continue with the tools that you know.';

/**
 * Builds the failures for calls of tools that the model was not shown. They mention only tools of the plan, because the
 * executor also knows tools that this model must not learn about. Only the first few failures suggest the nearest name,
 * because a confused model can make hundreds of such calls.
 */
class UnknownToolFailures {
  readonly #plan: Plan;
  #names: readonly string[] | undefined;
  #told = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  failure(name: string): CallFailure {
    this.#names ??= [...this.#plan.visible, ...this.#plan.callable].map((tool) => tool.wireName);
    const search = this.#plan.visible.find(isSearch)?.wireName;
    if (this.#told++ >= MOST_TOLD) {
      return { kind: 'unknown-tool', tool: name, known: [], knownCount: this.#names.length };
    }
    const others = this.#names.filter((known) => known !== name);
    return unknownTool(name, others, search);
  }
}

const MOST_TOLD = 8;
