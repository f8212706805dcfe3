import { TOOL_SEARCH } from '../builtins/index.ts';
import type { Call, CallFailure, Outcome, Plan, VisibleTool } from '../core/index.ts';
import { findVisible } from '../select/index.ts';
import { unknownTool } from '../tools/index.ts';
import type { TurnTools, Unread } from './discovery/turn-tools.ts';
import type { StepCall } from './reading/dispatch.ts';
import type { TurnContext } from './services.ts';

/** The outcome of a call that ran in the gateway. */
export interface Ran {
  readonly outcome: Outcome;
  /** Names of the tools that the outcome describes to the model. */
  readonly read?: readonly string[];
}

/** The turn that the calls belong to. */
interface Caller {
  readonly id: string;
  readonly tools: TurnTools;
  readonly signal: AbortSignal;
  readonly plannedAt: number;
  readonly context: Pick<TurnContext, 'executor'>;
}

/** Runs the gateway's calls of one step concurrently. Returns their outcomes in the order of the calls. */
export function runCalls(
  calls: readonly StepCall[],
  { id, tools, signal, plannedAt, context }: Caller,
): Promise<Ran[]> {
  const { plan } = tools;
  const { executor } = context;
  const strangers = new UnknownToolFailures(plan);
  const labels = { turn: id };
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
    calls.map(async ({ meant, isUnknown, failure }): Promise<Ran> => {
      if (failure !== undefined) return { outcome: executor.refuse(meant, failure, labels) };
      if (isUnknown) return describe(meant);
      // Run exactly the tool that the model was shown: another tool may have taken over its name since then.
      const shown = findVisible(plan, meant.name);
      const search = shown !== undefined && isSearch(shown) ? tools.openSearch() : undefined;
      const tool = search?.tool ?? shown?.gateway?.tool;
      if (tool === undefined) return { outcome: executor.miss(meant, labels, plannedAt) };
      const outcome = await executor.execute(meant, signal, { labels, tool });
      return search === undefined ? { outcome } : { outcome, read: search.read };
    }),
  );
}

/** True if the turn may use gateway tools. Otherwise the model must not learn about the gateway's servers. */
function mayUseGateway({ source, isMixed }: Plan): boolean {
  return source === 'gateway' || isMixed;
}

function isSearch({ gateway }: VisibleTool): boolean {
  return gateway?.builtin === true && gateway.name === TOOL_SEARCH.name;
}

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
