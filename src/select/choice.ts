import {
  type AllowedTools,
  type BadRequest,
  found,
  isAllowed,
  nearest,
  type Plan,
  type Read,
  type Refused,
  read,
  refuse,
  type ToolChoice,
} from '../core/index.ts';
import { isDispatcher } from './gateway-tools.ts';
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

/**
 * Checks the tools that the request allows, and translates their names to wire names. The dispatcher allows all gateway
 * tools, because it can call them.
 */
export function checkAllowed(
  allowed: AllowedTools | undefined,
  plan: Plan,
  choice: ToolChoice,
): Read<AllowedTools | undefined> {
  if (allowed === undefined || (plan.visible.length === 0 && plan.source === 'request')) return read(undefined);
  const names: string[] = [];
  for (const given of allowed.names) {
    const name = visibleName(given, plan);
    if (name === undefined) return refuseName(given, plan);
    names.push(name);
  }
  const hasDispatcher = plan.visible.some((tool) => isDispatcher(tool) && names.includes(tool.wireName));
  const checked = { names, gateway: allowed.gateway || hasDispatcher };
  const mayCall =
    plan.visible.length === 0 || [...plan.visible, ...plan.callable].some((tool) => isAllowed(tool, checked));
  if (mayCall || (plan.isMixed && choice.kind !== 'required')) return read(checked);
  return refuse('tool_choice', plan.isMixed ? NO_GATEWAY_TOOL : NOT_ASKED_FOR);
}

const NOT_ASKED_FOR =
  'tool_choice allows only the gateway\'s tools, but "tools" does not ask for them. Add {"type":"toolpath"} to "tools", or allow one of your own tools.';
const NO_GATEWAY_TOOL =
  'tool_choice requires a call of the gateway\'s tools, but the gateway offers none in this turn. Allow one of your own tools, or set the mode to "auto".';

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
