import type { Decision, Plan } from '../core/index.ts';
import type { FormatChoice } from './format-choice.ts';
import { allOf, noFormat } from './rules.ts';

/** Format fields of a plan whose format is not chosen yet. */
export const UNFORMED: Pick<Plan, 'format' | 'understood'> = { format: 'native', understood: [] };

/** Returns the plan with this format. If no format is available, the plan has no tools and every decision gives that reason. */
export function formed(plan: Plan, { format, understood, decision, family }: FormatChoice): Plan {
  const told: Plan = {
    ...plan,
    format,
    understood,
    formatDecision: decision,
    ...(family?.startsInReasoning === true && { startsInReasoning: true }),
  };
  if (format !== 'none') return told;
  const rule = noFormat(decision.flip);
  const decisions = plan.decisions.map(
    (each): Decision => ({ tool: each.tool, ...(each.verdict === 'in' ? rule : allOf(each, rule)) }),
  );
  return { ...told, visible: [], callable: [], finds: [], decisions };
}
