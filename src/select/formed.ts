import type { Decision, Plan } from '../core/index.ts';
import type { FormatChoice } from './format-choice.ts';
import { allOf, noFormat } from './rules.ts';

/** Of a plan whose format is not chosen yet. */
export const UNFORMED: Pick<Plan, 'format' | 'understood'> = { format: 'native', understood: [] };

/** The plan in this format. Where there is none its tools are out, each of them for that reason. */
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
