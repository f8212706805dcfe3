import { type Decision, type Plan, type VisibleTool, withCalling } from '../core/index.ts';

/** What a plan came to. */
export interface Decided
  extends Pick<Plan, 'source' | 'isMixed' | 'budget' | 'format' | 'understood' | 'formatDecision' | 'decisions'> {
  /** The tools that are declared to the model, by their names on the wire, and those that it may call besides. */
  readonly visible: readonly string[];
  readonly callable: readonly string[];
  /** The built-ins among them: the other tools of the gateway's are in its list. */
  readonly builtins: readonly VisibleTool[];
}

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
    builtins: [...plan.callable, ...plan.visible].filter((tool) => tool.gateway?.builtin === true),
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
