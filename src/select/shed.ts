import type { Plan } from '../core/index.ts';
import { gatewayToolOf } from './gateway-tools.ts';
import { WINDOW } from './rules.ts';

/**
 * The plan without these tools of the gateway's, by their names here, which the model's window has no room for. What it has read of
 * all the same, in an outcome, it may call.
 */
export function shed(plan: Plan, names: ReadonlySet<string>, read: ReadonlySet<string> = NONE): Plan {
  const nameOf = (tool: Plan['visible'][number]) => gatewayToolOf(tool)?.name ?? '';
  const isShown = (tool: Plan['visible'][number]) => !names.has(nameOf(tool));
  const again = plan.visible.filter((tool) => !isShown(tool) && read.has(nameOf(tool)));
  return {
    ...plan,
    visible: plan.visible.filter(isShown),
    callable: again.length === 0 ? plan.callable : [...plan.callable, ...again],
    decisions: plan.decisions.map((decision) =>
      decision.verdict === 'in' && decision.rule !== 'client' && names.has(decision.tool) && !read.has(decision.tool)
        ? { tool: decision.tool, ...WINDOW }
        : decision,
    ),
  };
}

const NONE: ReadonlySet<string> = new Set();
