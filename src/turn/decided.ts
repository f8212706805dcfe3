import { type Decided, type Decision, type Plan, withCalling } from '../core/index.ts';
import { announcedTools } from '../select/index.ts';

/** `absent`: tools that cannot be had now. */
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

/** One for each tool: what is told still, and cannot be had, says both. */
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

/** As they are named together, where nobody knows which there are. */
function allOfServer(tool: string): string {
  return `${tool.slice(0, Math.max(0, tool.indexOf('::')))}::*`;
}
