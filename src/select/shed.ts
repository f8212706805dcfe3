import type { Plan, VisibleTool } from '../core/index.ts';
import { gatewayToolOf } from './gateway-tools.ts';
import { WINDOW } from './rules.ts';

/** The plan without these tools, which the model's window has no room for. */
export function shed(plan: Plan, tools: ReadonlySet<VisibleTool>): Plan {
  const names = new Set([...tools].map((tool) => gatewayToolOf(tool)?.name ?? tool.name));
  return {
    ...plan,
    visible: plan.visible.filter((tool) => !tools.has(tool)),
    decisions: plan.decisions.map((decision) =>
      decision.verdict === 'in' && decision.rule !== 'client' && names.has(decision.tool)
        ? { tool: decision.tool, ...WINDOW }
        : decision,
    ),
  };
}
