import { type Annotations, matchesGlob, type Tool } from '../core/index.ts';
import { annotationsOf, annotationsOfCall, callKindsOf, ownName, serverOf, settingNames, shownName } from './traits.ts';

/**
 * Decides whether a call may run. The executor asks it for every call, after checking the arguments and before running the
 * tool. A permit may be asynchronous, so that it can wait for a person's approval.
 */
export type Permit = (request: PermitRequest) => Verdict | Promise<Verdict>;

export interface PermitRequest {
  readonly tool: Tool;
  /** The arguments that the tool will get: renamed, checked and coerced. */
  readonly arguments: unknown;
  readonly callId: string;
  readonly signal?: AbortSignal | undefined;
}

export type Verdict =
  | { readonly allow: true }
  | { readonly allow: false; readonly rule: string; readonly reason: string };

/** A rule matches if every field that it sets matches. `*` is the only wildcard. */
export interface PermitRule {
  /** Pattern for the tool's name or `server::tool`. In a deny rule, or beside `server`, also for the name without the server. */
  readonly tool?: string | undefined;
  readonly server?: string | undefined;
  readonly annotations?: Hints | undefined;
  readonly verdict: 'allow' | 'deny';
  readonly reason?: string | undefined;
}

type Hints = { readonly [hint in HintName]?: boolean | undefined };
type HintName = Exclude<keyof Annotations, 'title'>;

export const allowAll: Permit = () => ALLOWED;

/** Returns a permit that follows the first matching rule, and allows a call that matches none. */
export function permitByRules(rules: readonly PermitRule[]): Permit {
  if (rules.length === 0) return allowAll;
  const denial = denialBy(rules);
  return ({ tool, arguments: args }) => denial(tool, annotationsOfCall(tool, args)) ?? ALLOWED;
}

export type Denial = Extract<Verdict, { readonly allow: false }>;

/**
 * Returns a function that finds the rule by which a call with these hints is denied, or by which every call of the tool is, if
 * no hints are given. It returns undefined if the call, or some call, is allowed. Rules do not see the arguments, so their
 * verdict never changes.
 */
export function denialBy(rules: readonly PermitRule[]): (tool: Tool, call?: Annotations) => Denial | undefined {
  return (tool, call) => {
    const calls = call === undefined ? (callKindsOf(tool)?.all ?? [annotationsOf(tool)]) : [call];
    const denials = calls.map((hints) => denialOf(rules, tool, hints));
    return denials.includes(undefined) ? undefined : denials[0];
  };
}

function denialOf(rules: readonly PermitRule[], tool: Tool, hints: Annotations): Denial | undefined {
  const place = rules.findIndex((rule) => matches(rule, tool, hints));
  const rule = rules[place];
  if (rule === undefined || rule.verdict === 'allow') return undefined;
  const reason = rule.reason ?? 'a permit rule of this gateway denies it';
  return { allow: false, rule: `permit[${place}]`, reason };
}

/**
 * Returns the rules that name a tool which does not exist, with the name. A pattern with `*` may be meant for later tools.
 * Rules that may be meant for a tool of the `unknown` servers, whose tools are not known, are left out.
 */
export function strayRules(
  rules: readonly PermitRule[],
  tools: readonly Tool[],
  unknown: readonly string[],
): readonly { readonly rule: string; readonly name: string }[] {
  return rules.flatMap((rule, place) => {
    const { tool: name = '*', server } = rule;
    if (name.includes('*') || tools.some((tool) => matchesSome(rule, tool))) return [];
    const mayBeOf = (each: string) =>
      server === undefined ? !name.includes('::') || name.startsWith(`${each}::`) : matchesGlob(server, each);
    const whole = server === undefined || server.includes('*') || name.includes('::') ? name : `${server}::${name}`;
    return unknown.some(mayBeOf) ? [] : [{ rule: `permit[${place}]`, name: whole }];
  });
}

const ALLOWED: Verdict = { allow: true };

/** True if the rule matches some call of the tool. */
function matchesSome(rule: PermitRule, tool: Tool): boolean {
  return (callKindsOf(tool)?.all ?? [annotationsOf(tool)]).some((hints) => matches(rule, tool, hints));
}

function matches(rule: PermitRule, tool: Tool, said: Annotations): boolean {
  const { tool: pattern } = rule;
  if (pattern !== undefined && !namesFor(rule, tool).some((name) => matchesGlob(pattern, name))) return false;
  const server = serverOf(tool);
  if (rule.server !== undefined && (server === undefined || !matchesGlob(rule.server, server))) return false;
  if (rule.annotations === undefined) return true;
  const hints = hintsOf(said);
  return HINTS.every((hint) => rule.annotations?.[hint] === undefined || rule.annotations[hint] === hints[hint]);
}

/**
 * Returns the names of a tool that a rule's pattern may match. A rule that names the server, or denies, also matches the
 * tool's name without the server. An allow rule for any server does not: a server could choose an allowed name for its tool.
 */
function namesFor(rule: PermitRule, tool: Tool): readonly string[] {
  const names = settingNames(tool);
  const server = serverOf(tool);
  if (server === undefined || (rule.server === undefined && rule.verdict === 'allow')) return names;
  return [...names, ...[ownName(tool), shownName(tool)].flatMap((name) => [name, `${server}__${name}`])];
}

/** Completes the hints. An omitted hint has the default of the MCP specification, which is the cautious value. */
function hintsOf(said: Annotations): Record<HintName, boolean> {
  const readOnlyHint = said.readOnlyHint === true;
  return {
    readOnlyHint,
    destructiveHint: said.destructiveHint ?? !readOnlyHint,
    idempotentHint: said.idempotentHint === true,
    openWorldHint: said.openWorldHint !== false,
  };
}

const HINTS: readonly HintName[] = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
