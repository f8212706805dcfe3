import type { Decision, GatewayTool, Plan } from '../core/index.ts';
import type { FormatChoice } from './format-choice.ts';
import { CODE } from './format-offer.ts';
import { shownTool } from './gateway-tools.ts';
import { findExact } from './names.ts';
import { allOf, CODE_FORMAT, noFormat } from './rules.ts';

/** Format fields of a plan whose format is not chosen yet. */
export const UNFORMED: Pick<Plan, 'format' | 'understood'> = { format: 'native', understood: [] };

/** Returns the plan with this format. If no format is available, the plan has no tools and every decision gives that reason. */
export function formed(plan: Plan, { format, understood, decision, family, python }: FormatChoice): Plan {
  const told: Plan = {
    ...plan,
    format,
    understood,
    formatDecision: decision,
    ...(family?.startsInReasoning === true && { startsInReasoning: true }),
  };
  if (format === CODE && python !== undefined) return withPython(told, python);
  if (format !== 'none') return told;
  const rule = noFormat(decision.flip);
  const decisions = plan.decisions.map(
    (each): Decision => ({ tool: each.tool, ...(each.verdict === 'in' ? rule : allOf(each, rule)) }),
  );
  return { ...told, visible: [], callable: [], finds: [], decisions };
}

/** True if the model calls its tools in programs, and sees no tool `python_execution`. */
export function isProgramFormat({ format }: Plan): boolean {
  return format === CODE;
}

/** Lets the model run programs, in which all its tools are functions, also if the client allows only its own tools. */
function withPython(plan: Plan, python: GatewayTool): Plan {
  if (plan.visible.length === 0 || findExact(plan, python.wireName) !== undefined) return plan;
  const decisions = plan.decisions.map((each) =>
    each.tool === python.name ? { tool: each.tool, ...CODE_FORMAT } : each,
  );
  return { ...plan, callable: [...plan.callable, shownTool(python)], decisions };
}
