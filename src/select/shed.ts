import type { Plan } from '../core/index.ts';
import { gatewayToolOf } from './gateway-tools.ts';
import { WINDOW } from './rules.ts';

/** The plan without these tools of the gateway's, which the model's window has no room for. */
export function shed(plan: Plan, names: ReadonlySet<string>): Plan {
  return {
    ...plan,
    visible: plan.visible.filter((tool) => !names.has(gatewayToolOf(tool)?.name ?? '')),
    decisions: plan.decisions.map((decision) =>
      decision.verdict === 'in' && decision.rule !== 'client' && names.has(decision.tool)
        ? { tool: decision.tool, ...WINDOW }
        : decision,
    ),
  };
}
