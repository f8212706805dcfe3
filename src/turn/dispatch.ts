import { type Call, type CallFailure, isRecord, type Plan, readStrictJson, type VisibleTool } from '../core/index.ts';
import { findVisible, gatewayToolOf } from '../select/index.ts';

/** What a call through the dispatcher comes to. */
export type Dispatched =
  | { readonly ok: true; readonly call: Call }
  | { readonly ok: false; readonly failure: CallFailure };

/** Is this the tool that calls others? */
export function isDispatcher(tool: VisibleTool | undefined): boolean {
  return tool !== undefined && gatewayToolOf(tool)?.isDispatcher === true;
}

/**
 * The call that is meant by one of the dispatcher's: from here on there is no other. Models write the members in many ways; what
 * they meant is taken where it is plain.
 */
export function unwrap(call: Call): Dispatched {
  const read =
    typeof call.arguments === 'string' ? readStrictJson(call.arguments) : { ok: true as const, value: call.arguments };
  if (!read.ok) return refuse(call, '', `not usable JSON: ${read.reason}`);
  const given = read.value;
  if (!isRecord(given)) return refuse(call, '', 'must be an object');
  const name = NAMES.map((member) => given[member]).find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof name !== 'string') return refuse(call, 'name', 'must be the name of a tool');
  return { ok: true, call: { ...call, name: name.trim(), arguments: innerOf(given) } };
}

const NAMES = ['name', 'tool_name', 'tool'];
const ARGUMENTS = ['arguments', 'args', 'parameters', 'input'];

/** Under one of its names, as it is or as text; else all that stands beside the name. */
function innerOf(given: Readonly<Record<string, unknown>>): unknown {
  const member = ARGUMENTS.find((each) => given[each] !== undefined && given[each] !== null);
  if (member !== undefined) return given[member];
  return Object.fromEntries(Object.entries(given).filter(([key]) => !NAMES.includes(key) && !ARGUMENTS.includes(key)));
}

function refuse({ name }: Call, path: string, message: string): Dispatched {
  return {
    ok: false,
    failure: { kind: 'bad-arguments', tool: name, problems: [{ path, message }], expected: EXPECTED },
  };
}

const EXPECTED = '{"name": "the tool\'s name", "arguments": {…}}';

/** The call with the name under which its tool is told, and that tool, if it is. */
export function resolved(call: Call, plan: Plan): { readonly call: Call; readonly tool: VisibleTool | undefined } {
  const tool = findVisible(plan, call.name);
  if (tool === undefined || isDispatcher(tool)) return { call, tool: undefined };
  return { call: { ...call, name: tool.name }, tool };
}
