import { type Decided, type Decision, type Plan, withCalling } from '../core/index.ts';
import { announcedTools } from '../select/index.ts';

/** Summarises a plan as plain data. `absent` has the decisions about tools that are currently unavailable. */
export function decidedIn(plan: Plan, absent: readonly Decision[]): Decided {
  const { source, isMixed, budget, format, understood, formatDecision } = plan;
  return {
    source,
    isMixed,
    ...(budget !== undefined && { budget }),
    format,
    understood,
    ...(formatDecision !== undefined && { formatDecision }),
    decisions: withAbsent(plan.decisions, absent),
    visible: plan.visible.map(({ wireName }) => wireName),
    callable: plan.callable.map(({ wireName }) => wireName),
    gatewayTools: plan.visible.reduce((count, { owner }) => (owner === 'gateway' ? count + 1 : count), 0),
    builtins: announcedTools([...plan.callable, ...plan.visible].filter(({ gateway }) => gateway?.builtin === true)),
  };
}

/** Returns one decision per tool. If a tool is still declared but unavailable, its decision states both. */
function withAbsent(decisions: readonly Decision[], absent: readonly Decision[]): readonly Decision[] {
  if (absent.length === 0) return decisions;
  const gone = decisions.filter(({ rule }) => rule === 'gone');
  if (gone.length === 0) return [...decisions, ...absent];
  const byName = new Map(absent.map((decision) => [decision.tool, decision]));
  const isGone = new Set(gone.map(({ tool }) => tool));
  const told = decisions.map((decision) => {
    const away =
      decision.rule === 'gone' ? (byName.get(decision.tool) ?? byName.get(allOfServer(decision.tool))) : undefined;
    return away === undefined ? decision : withCalling(decision, away.flip);
  });
  return [...told, ...absent.filter(({ tool }) => !isGone.has(tool))];
}

/** Returns the name that stands for all tools of this tool's server, used while the server's tools are unknown. */
function allOfServer(tool: string): string {
  return `${tool.slice(0, Math.max(0, tool.indexOf('::')))}::*`;
}
