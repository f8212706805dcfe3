import type { Call, CallFailure, Plan } from '../core/index.ts';
import { findVisible, isPython, isSearch } from '../select/index.ts';
import type { WholeBound } from '../tools/index.ts';
import type { Caller } from './caller.ts';
import type { Unread } from './discovery/turn-tools.ts';
import { startOrContinue } from './programs/run-program.ts';
import type { Ran } from './ran.ts';
import type { StepCall } from './reading/dispatch.ts';
import type { TurnContext } from './services.ts';
import { UnknownToolFailures } from './unknown-tool-failures.ts';

/** Runs the gateway's calls of one step concurrently. Returns their outcomes in the order of the calls. */
export function runCalls(calls: readonly StepCall[], caller: Caller): Promise<Ran[]> {
  const { id, tools, signal, program, plannedAt, context, strangers = new UnknownToolFailures() } = caller;
  const { plan } = tools;
  const { executor } = context;
  const labels = { turn: id, ...(program !== undefined && { program }) };
  const whole = program === undefined ? undefined : wholeFor(context.limits);
  const describe = (call: Call): Ran => {
    const unread = tools.describe(call.name);
    if (unread === undefined) {
      const missing = mayUseGateway(plan) ? executor.missing(call.name, plannedAt) : undefined;
      return { outcome: executor.refuse(call, missing ?? strangers.failure(call.name, plan), labels) };
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
      if (shown !== undefined && isPython(shown)) return startOrContinue(meant, caller, { cancelled, runCalls });
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
