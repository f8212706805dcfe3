import { type BadRequest, found, nearest, type Plan, type Refused, refuse, type ToolChoice } from '../core/index.ts';
import { findExact, foldedName } from './names.ts';

export type CheckedChoice =
  | { readonly ok: true; readonly choice: ToolChoice }
  | { readonly ok: false; readonly failure: BadRequest };

/** Checks the request's `tool_choice` against the plan. If the model gets no tools, an unnamed choice becomes `auto`. */
export function checkChoice(choice: ToolChoice, plan: Plan): CheckedChoice {
  const isEmpty = plan.visible.length === 0;
  if (choice.kind !== 'named') return { ok: true, choice: isEmpty ? AUTO : choice };
  if (isEmpty && plan.source === 'request') return { ok: true, choice: AUTO };
  const name = visibleName(choice.name, plan);
  return name === undefined ? refuseName(choice.name, plan) : { ok: true, choice: { kind: 'named', name } };
}

const AUTO: ToolChoice = { kind: 'auto' };

/** Returns the wire name, the only name that the model knows. A client may also write a gateway tool's own name. */
function visibleName(name: string, plan: Plan): string | undefined {
  const exact = findExact(plan, name);
  if (exact !== undefined) return exact.wireName;
  const [tool, another] = plan.visible.filter((each) => each.gateway !== undefined && each.name === name);
  return another === undefined ? tool?.wireName : undefined;
}

function refuseName(name: string, plan: Plan): Refused {
  const head = `tool_choice names ${found(name)}`;
  const meantName = foldedName(name);
  const out = plan.decisions.find(({ tool, verdict }) => verdict === 'out' && foldedName(tool) === meantName);
  if (out !== undefined) {
    return refuse(
      'tool_choice',
      `${head}, which is not available in this turn (rule "${out.rule}"). To make it available, ${out.flip}.`,
    );
  }
  if (plan.visible.length === 0) return refuse('tool_choice', `${head}, but this turn has no tools. Omit tool_choice.`);
  const names = plan.visible.map((tool) => tool.wireName);
  const others = plan.decisions.slice(0, MOST_GUESSED).map(({ tool }) => tool);
  const meant = nearest(name, [...names, ...others]);
  const some = names.slice(0, MOST_NAMES).map(found).join(', ');
  const advice =
    meant === undefined
      ? `Available tools: ${some}${names.length > MOST_NAMES ? ', …' : ''}.`
      : `Did you mean ${found(meant)}?`;
  return refuse('tool_choice', `${head}, but this turn has no tool of that name. ${advice}`);
}

const MOST_NAMES = 10;
const MOST_GUESSED = 2_000; // comparing the name with each one takes time
