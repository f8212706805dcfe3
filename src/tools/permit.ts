import { type Annotations, matchesGlob, type Tool } from '../core/index.ts';
import { annotationsOf, serverOf, settingNames } from './traits.ts';

/**
 * The one place where a call may be refused. Whoever asks and by whatever way, the executor asks here after
 * the arguments were checked and before anything runs. Approvals will come through the same door, which is
 * why a permit may take its time.
 */
export type Permit = (request: PermitRequest) => Verdict | Promise<Verdict>;

export interface PermitRequest {
  readonly tool: Tool;
  /** As the tool will get them: renamed, coerced, checked. */
  readonly arguments: unknown;
  readonly callId: string;
  readonly signal?: AbortSignal | undefined;
}

export type Verdict =
  | { readonly allow: true }
  | { readonly allow: false; readonly rule: string; readonly reason: string };

/** A rule matches when all that it names does. Globs know `*` only. */
export interface PermitRule {
  /** Matched against the name it is shown by and the one it has at its server, as `server::tool`. */
  readonly tool?: string | undefined;
  readonly server?: string | undefined;
  readonly annotations?: Hints | undefined;
  readonly verdict: 'allow' | 'deny';
  readonly reason?: string | undefined;
}

type Hints = { readonly [hint in HintName]?: boolean | undefined };
type HintName = Exclude<keyof Annotations, 'title'>;

export const allowAll: Permit = () => ALLOWED;

/** The first rule that matches decides; where none does, the call is allowed. */
export function permitByRules(rules: readonly PermitRule[]): Permit {
  if (rules.length === 0) return allowAll;
  return ({ tool }) => {
    const place = rules.findIndex((rule) => matches(rule, tool));
    const rule = rules[place];
    if (rule === undefined || rule.verdict === 'allow') return ALLOWED;
    return {
      allow: false,
      rule: `permit[${place}]`,
      reason: rule.reason ?? `a rule of this gateway denies it`,
    };
  };
}

const ALLOWED: Verdict = { allow: true };

function matches(rule: PermitRule, tool: Tool): boolean {
  const { tool: pattern } = rule;
  if (pattern !== undefined && !settingNames(tool).some((name) => matchesGlob(pattern, name))) return false;
  const server = serverOf(tool);
  if (rule.server !== undefined && (server === undefined || !matchesGlob(rule.server, server))) return false;
  if (rule.annotations === undefined) return true;
  const hints = hintsOf(tool);
  return HINTS.every((hint) => rule.annotations?.[hint] === undefined || rule.annotations[hint] === hints[hint]);
}

/** What a tool does not say counts as MCP's specification says: the cautious reading. */
function hintsOf(tool: Tool): Record<HintName, boolean> {
  const said = annotationsOf(tool);
  const readOnlyHint = said.readOnlyHint === true;
  return {
    readOnlyHint,
    destructiveHint: said.destructiveHint ?? !readOnlyHint,
    idempotentHint: said.idempotentHint === true,
    openWorldHint: said.openWorldHint !== false,
  };
}

const HINTS: readonly HintName[] = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
