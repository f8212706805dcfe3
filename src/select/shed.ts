import type { Plan, VisibleTool } from '../core/index.ts';
import { WINDOW } from './rules.ts';

/**
 * Returns the plan without the gateway tools in `names` (their own names), for which the context window has no room. The
 * model may still call the tools in `read`, because it has read their descriptions: in an outcome of this turn, or after an
 * earlier message.
 */
export function shed(plan: Plan, names: ReadonlySet<string>, read: ReadonlySet<string> = NONE): Plan {
  const nameOf = ({ gateway, name }: VisibleTool) => (gateway === undefined ? '' : name);
  const isOmitted = (tool: VisibleTool) => names.has(nameOf(tool));
  const isUnread = (tool: VisibleTool) => isOmitted(tool) && !read.has(nameOf(tool));
  const finds = new Set(plan.finds.map(nameOf));
  const visible = plan.visible.filter((tool) => !isOmitted(tool));
  const callable = [
    ...plan.callable.filter((tool) => !(isUnread(tool) && finds.has(nameOf(tool)))),
    ...plan.visible.filter((tool) => isOmitted(tool) && !isUnread(tool)),
  ];
  const left = new Set([...visible, ...callable].map(nameOf));
  return {
    ...plan,
    visible,
    callable,
    decisions: plan.decisions.map((decision) =>
      decision.verdict === 'in' && decision.rule !== 'client' && names.has(decision.tool) && !left.has(decision.tool)
        ? { tool: decision.tool, ...WINDOW }
        : decision,
    ),
  };
}

const NONE: ReadonlySet<string> = new Set();
