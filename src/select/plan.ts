import {
  type ClientTool,
  type Decision,
  type Fields,
  type GatewayTool,
  isRecord,
  type Plan,
  type Requested,
  type VisibleTool,
} from '../core/index.ts';
import { UNFORMED } from './formed.ts';
import { GatewayTools } from './gateway-tools.ts';
import type { Offering } from './offering.ts';
import { namesOfClient } from './requested.ts';
import {
  ABSENT_IN_FOLLOW_UP,
  ABSENT_MEANS_NONE,
  allOf,
  CLIENT,
  CLIENT_TOOLS,
  clientName,
  FOLLOW_UP,
  GATEWAY,
  GATEWAY_MIXED,
  MIXED_BY_BOTH,
  MIXED_BY_REQUEST,
  MIXED_BY_SETTING,
  NO_TOOLS,
  type Rule,
} from './rules.ts';
import { withUsedDefinitions } from './used-definitions.ts';

export interface PlanInput extends Wish {
  /** The gateway's tools, with unique wire names. The array must not be mutated, because results are cached by it. */
  readonly gateway: readonly GatewayTool[];
}

/** The facts that decide whether a request gets the client's tools, the gateway's tools, or both. */
export interface Wish {
  readonly requested: Requested;
  /** The setting `mixed` for this client and this model: a client that lists its own tools also gets the gateway's. */
  readonly mixed: boolean;
  /** The setting `absent` for this model: the meaning of a request without `tools`. */
  readonly absent: 'gateway' | 'none';
  /** True if the transcript ends with tool results. */
  readonly isFollowUp: boolean;
}

/** Decides which tools the model sees in this turn, and who owns each, if no gateway tool is deferred. */
export function planTools(input: PlanInput): Plan {
  return planOffering(input, GatewayTools.of(input.gateway));
}

/** Does the same as `planTools` for any offering, which may defer tools. */
export function planOffering(wish: Wish, ours: Offering): Plan {
  const { requested, mixed } = wish;
  if (requested.kind === 'listed') return planListed(requested, mixed, ours);
  const rule = ruleWithoutList(requested.kind, wish);
  const source = requested.kind === 'none' ? 'request' : 'gateway';
  return { source, isMixed: false, ...toldBy(ours, rule), ...UNFORMED, decisions: ours.decide(rule) };
}

function ruleWithoutList(kind: 'absent' | 'none', { absent, isFollowUp, mixed }: Wish): Rule {
  if (kind === 'none') return NO_TOOLS;
  if (absent === 'none') return isFollowUp ? ABSENT_IN_FOLLOW_UP : ABSENT_MEANS_NONE;
  if (isFollowUp) return FOLLOW_UP;
  return mixed ? GATEWAY_MIXED : GATEWAY;
}

type Told = Pick<Plan, 'visible' | 'callable' | 'finds' | 'budget'>;

/** Returns the offered tools that the model gets under this rule, without tools whose wire name is in `taken`. */
function toldBy({ visible, callable = NONE, finds = NONE, budget }: Offering, rule: Rule, taken = NOBODY): Told {
  if (rule.verdict === 'out') return { visible: NONE, callable: NONE, finds: NONE };
  const rest = (tools: readonly VisibleTool[]) =>
    taken.size === 0 ? tools : tools.filter(({ wireName }) => !taken.has(wireName));
  return {
    visible: rest(visible),
    callable: rest(callable),
    finds: rest(finds),
    ...(budget !== undefined && { budget }),
  };
}

const NONE: readonly VisibleTool[] = [];
const NOBODY: ReadonlySet<string> = new Set();

/** True if the model gets the gateway's tools, if the gateway has any. */
export function asksForGateway({ requested, mixed, absent, isFollowUp }: Wish): boolean {
  switch (requested.kind) {
    case 'absent':
      return absent === 'gateway' && !isFollowUp;
    case 'none':
      return false;
    case 'listed':
      return ruleOf(requested, mixed).verdict === 'in';
    default:
      return requested satisfies never;
  }
}

type Listed = Extract<Requested, { kind: 'listed' }>;

/** Plans a request that lists tools: the client's tools first, then the gateway's, each in the order of its list. */
function planListed(requested: Listed, mixed: boolean, ours: Offering): Plan {
  const { tools } = requested;
  const rule = ruleOf(requested, mixed);
  const isMixed = rule.verdict === 'in';
  const theirs = tools.map(({ name }): Decision => ({ tool: name, ...CLIENT }));
  const decisions = theirs.concat(giveWay(tools, ours, rule));
  const told = toldBy(ours, rule, namesOfClient(requested));
  const visible = tools.map(show).concat(told.visible);
  return { source: 'request', isMixed, ...told, visible, ...UNFORMED, decisions };
}

/**
 * Decides on gateway tools next to client tools. A gateway tool whose name a client tool has is out, besides any other
 * reason.
 */
function giveWay(tools: readonly ClientTool[], ours: Offering, rule: Rule): readonly Decision[] {
  const decisions = [...ours.decide(rule)];
  for (const { name } of tools) {
    const place = ours.placeOf(name);
    const own = place === undefined ? undefined : decisions[place];
    if (place === undefined || own === undefined) continue;
    const taken = clientName(name);
    const whole = own.verdict === 'in' ? taken : rule.verdict === 'in' ? allOf(taken, own) : allOf(own, taken);
    decisions[place] = { tool: own.tool, ...whole };
  }
  return decisions;
}

/** Returns the rule that applies to all gateway tools if the client lists tools. */
function ruleOf({ tools, mixed: byRequest }: Listed, mixed: boolean): Rule {
  // A list of only `{"type":"toolpath"}` would be empty without that entry, and an empty list ignores the setting.
  const bySetting = mixed && tools.length > 0;
  if (byRequest) return bySetting ? MIXED_BY_BOTH : MIXED_BY_REQUEST;
  return bySetting ? MIXED_BY_SETTING : CLIENT_TOOLS;
}

/** Returns the tool as the model sees it. If the caller lets the gateway run the tool, its calls are the gateway's. */
function show({ name, description, schema, freeform, cacheMarker, extra, tool }: ClientTool): VisibleTool {
  const parameters: Fields = isRecord(schema) ? withUsedDefinitions(schema) : { type: 'object', properties: {} };
  return {
    name,
    wireName: name,
    owner: tool === undefined ? 'client' : 'gateway',
    description,
    parameters,
    ...(freeform !== undefined && { freeform }),
    ...(cacheMarker !== undefined && { cacheMarker }),
    ...(extra !== undefined && { extra }),
    ...(tool !== undefined && { gateway: { name, wireName: name, description, parameters, tool } }),
  };
}
