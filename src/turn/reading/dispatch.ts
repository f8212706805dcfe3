import { CALL_TOOL } from '../../builtins/index.ts';
import {
  type AllowedTools,
  type Ask,
  type Call,
  type CallFailure,
  isAllowed,
  isRecord,
  MOST_JSON_VALUES,
  newCallId,
  type Owner,
  type Plan,
  readStrictJson,
  type SealedProgram,
  truncate,
  type VisibleTool,
} from '../../core/index.ts';
import { findVisible, isDispatcher, isProgramFormat, isPython, namesOfClient } from '../../select/index.ts';

/** A call that the model made in a step. */
export interface StepCall {
  /** The call as the model must see it again: with the model's own id, and the name under which the tool is visible. */
  readonly call: Call;
  /** The call to execute: the inner call of a dispatcher call, otherwise the same as `call`. */
  readonly meant: Call;
  /** Set if the call cannot be executed: its tool is not allowed in this turn, or the dispatcher call is invalid. */
  readonly failure?: CallFailure;
  readonly owner: Owner;
  /** The id under which the client knows the call; undefined for gateway calls. */
  readonly clientId?: string;
  /** The state of the call's program, if a retry must continue it. */
  readonly cancelled?: SealedProgram | undefined;
  /** True if no tool with that name is visible. The gateway answers such a call with an error. */
  readonly isUnknown: boolean;
}

/** True for a call of the dispatcher. Its owner is known only when the call is complete. */
export function isDispatched(name: string, plan: Plan): boolean {
  const tool = findVisible(plan, name);
  return tool !== undefined && isDispatcher(tool);
}

/**
 * Resolves a model's call to its tool and owner, and unwraps a dispatcher call. From here on everything (owner, permit,
 * log, events) uses the inner call. A call of a tool that is not in `allowed` becomes a call that fails; in code mode, the
 * calls of a program are judged instead of the program. `mustCall` is true if the model may not answer without a call.
 */
export function readCall(call: Call, plan: Plan, allowed?: AllowedTools, mustCall = false): StepCall {
  const tool = findVisible(plan, call.name);
  const made = { ...call, name: tool?.wireName ?? call.name };
  const isProgram = tool !== undefined && isPython(tool) && isProgramFormat(plan);
  const rules = { allowed: isProgram ? undefined : allowed, mustCall };
  if (tool === undefined || !isDispatcher(tool)) return callOf(tool, made, made, rules);
  const within = unwrap(made);
  if (!within.ok) return { call: made, meant: made, owner: 'gateway', isUnknown: false, failure: within.failure };
  const inner = findVisible(plan, within.call.name);
  if (inner === undefined || isDispatcher(inner)) return callOf(undefined, made, within.call, rules);
  return callOf(inner, made, { ...within.call, name: inner.wireName }, rules);
}

interface CallRules {
  readonly allowed: AllowedTools | undefined;
  readonly mustCall: boolean;
}

function callOf(tool: VisibleTool | undefined, call: Call, meant: Call, { allowed, mustCall }: CallRules): StepCall {
  if (allowed !== undefined && (tool === undefined ? !allowed.gateway : !isAllowed(tool, allowed))) {
    const failure = notAllowed(meant, allowed, mustCall);
    return { call, meant, owner: 'gateway', isUnknown: false, failure };
  }
  const owner = tool?.owner ?? 'gateway';
  return { call, meant, owner, isUnknown: tool === undefined, ...(owner === 'client' && { clientId: newCallId() }) };
}

function notAllowed({ name }: Call, { names, gateway }: AllowedTools, mustCall: boolean): CallFailure {
  const tool = truncate(name, MAX_CHARACTERS, '…');
  const head = `The tool ${JSON.stringify(tool)} may not be called in this turn`;
  if (names.length === 0 && !gateway) {
    return { kind: 'reported', tool, message: `${head}: the client allows no calls now.` };
  }
  const some = names.slice(0, MOST_NAMES).map((each) => JSON.stringify(each));
  const rest = names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : [];
  const all = [...some, ...rest, ...(gateway ? ["the gateway's tools"] : [])].join(', ');
  const advice = mustCall ? 'Call one of these.' : 'Call one of these, or answer without a tool.';
  return { kind: 'reported', tool, message: `${head}. Allowed: ${all}. ${advice}` };
}

const MOST_NAMES = 20;
const MAX_CHARACTERS = 100;

/**
 * Returns a function that unwraps dispatcher calls in a history, where there is no plan. The dispatcher is recognised
 * by its name, unless a client tool has that name.
 */
export function meantIn({ tools }: Pick<Ask, 'tools'>): (call: Call) => Call {
  if (namesOfClient(tools).has(CALL_TOOL.name)) return (call) => call;
  return (call) => {
    const dispatched = call.name === CALL_TOOL.name ? unwrap(call) : undefined;
    return dispatched?.ok === true ? dispatched.call : call;
  };
}

type Dispatched = { readonly ok: true; readonly call: Call } | { readonly ok: false; readonly failure: CallFailure };

/**
 * Returns the inner call of a dispatcher call. Models use different field names, and sometimes nest one dispatcher call
 * in another; both are accepted if the meaning is clear.
 */
function unwrap(call: Call): Dispatched {
  let inner = call;
  for (let depth = 0; depth < MOST_WRAPPERS; depth++) {
    const read = unwrapOnce(inner, call);
    if (!read.ok || read.call.name !== CALL_TOOL.name) return read;
    inner = read.call;
  }
  return refuse(call, 'name', 'must be the name of a tool that was found, not "call_tool"');
}

const MOST_WRAPPERS = 3;

function unwrapOnce({ arguments: args }: Call, call: Call): Dispatched {
  const given = objectIn(args);
  if (!given.ok) return refuse(call, '', given.reason);
  const name = NAMES.map((member) => given.value[member]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  if (typeof name !== 'string') return refuse(call, 'name', 'must be the name of a tool');
  const inner = objectIn(innerOf(given.value));
  if (!inner.ok) return refuse(call, 'arguments', inner.reason);
  return { ok: true, call: { ...call, name: name.trim(), arguments: inner.value } };
}

const NAMES = ['name', 'tool_name', 'tool'];
const ARGUMENTS = ['arguments', 'args', 'parameters', 'input'];

/**
 * Returns the inner arguments: the first of the usual fields that is set, otherwise all fields except for the tool's
 * name.
 */
function innerOf(given: Readonly<Record<string, unknown>>): unknown {
  const member = ARGUMENTS.find((each) => given[each] !== undefined && given[each] !== null);
  if (member !== undefined) return given[member];
  return Object.fromEntries(Object.entries(given).filter(([key]) => !NAMES.includes(key) && !ARGUMENTS.includes(key)));
}

type ReadObject =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string };

/** Reads a JSON object, given as an object or as JSON text. */
function objectIn(given: unknown): ReadObject {
  if (typeof given !== 'string') return isRecord(given) ? { ok: true, value: given } : NO_OBJECT;
  if (given.trim() === '') return { ok: true, value: {} };
  const read = readStrictJson(given, { mostValues: MOST_JSON_VALUES });
  if (!read.ok) return { ok: false, reason: `not usable JSON: ${read.reason}` };
  return isRecord(read.value) ? { ok: true, value: read.value } : NO_OBJECT;
}

const NO_OBJECT = { ok: false, reason: 'must be an object' } as const;

function refuse({ name }: Call, path: string, message: string): Dispatched {
  return {
    ok: false,
    failure: { kind: 'bad-arguments', tool: name, problems: [{ path, message }], expected: EXPECTED },
  };
}

const EXPECTED = '{"name": "the tool\'s name", "arguments": {…}}';
