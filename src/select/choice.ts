import { type BadRequest, found, nearest, type Plan, type Refused, refuse, type ToolChoice } from '../core/index.ts';
import { findExact, foldedName } from './names.ts';

export type CheckedChoice =
  | { readonly ok: true; readonly choice: ToolChoice }
  | { readonly ok: false; readonly failure: BadRequest };

/** The request's choice as this plan can keep it. Where no tools are sent there is nothing to choose. */
export function checkChoice(choice: ToolChoice, plan: Plan): CheckedChoice {
  const isEmpty = plan.visible.length === 0;
  if (choice.kind !== 'named') return { ok: true, choice: isEmpty ? AUTO : choice };
  if (isEmpty && plan.source === 'request') return { ok: true, choice: AUTO };
  const name = visibleName(choice.name, plan);
  return name === undefined ? refuseName(choice.name, plan) : { ok: true, choice: { kind: 'named', name } };
}

const AUTO: ToolChoice = { kind: 'auto' };

/** A client may know a gateway's tool by the name it has here; the model knows its wire name only. */
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
    return refuse('tool_choice', `${head}, which is not offered in this turn (${out.rule}). To have it, ${out.flip}.`);
  }
  if (plan.visible.length === 0) return refuse('tool_choice', `${head}, but there are no tools here: leave it out.`);
  const names = plan.visible.map((tool) => tool.wireName);
  const others = plan.decisions.slice(0, MOST_GUESSED).map(({ tool }) => tool);
  const meant = nearest(name, [...names, ...others]);
  const some = names.slice(0, MOST_NAMES).map(found).join(', ');
  const advice =
    meant === undefined
      ? `Expected one of those offered: ${some}${names.length > MOST_NAMES ? ', …' : ''}.`
      : `Did you mean ${found(meant)}?`;
  return refuse('tool_choice', `${head}, which is no tool of this turn. ${advice}`);
}

const MOST_NAMES = 10;
const MOST_GUESSED = 2_000; // each is held against the name
