import {
  type ClientTool,
  type Decision,
  type Fields,
  isRecord,
  type Plan,
  type Requested,
  type VisibleTool,
} from '../core/index.ts';
import { UNFORMED } from './formed.ts';
import { type GatewayTool, GatewayTools } from './gateway-tools.ts';
import {
  ABSENT_MEANS_NONE,
  CLIENT,
  CLIENT_TOOLS,
  clientName,
  clientToolsAndName,
  FOLLOW_UP,
  GATEWAY,
  MIXED_BY_BOTH,
  MIXED_BY_REQUEST,
  MIXED_BY_SETTING,
  NO_TOOLS,
  type Rule,
} from './rules.ts';

export interface PlanInput extends Wish {
  /** Their wire names are unique. The array must not change: a changed list is another array. */
  readonly gateway: readonly GatewayTool[];
}

/** Whose tools a request asks for. */
export interface Wish {
  readonly requested: Requested;
  /** The setting, for this client and this model: who lists tools of its own gets the gateway's too. */
  readonly mixed: boolean;
  /** The setting, for this model: what a request without `tools` means. */
  readonly absent: 'gateway' | 'none';
  /** The transcript ends in outcomes of calls. */
  readonly isFollowUp: boolean;
}

/** Which tools the model sees in this turn, who owns each, and why. */
export function planTools({ requested, mixed, absent, isFollowUp, gateway }: PlanInput): Plan {
  const ours = GatewayTools.of(gateway);
  switch (requested.kind) {
    case 'absent':
      if (absent === 'none') return ours.plan('gateway', ABSENT_MEANS_NONE);
      return ours.plan('gateway', isFollowUp ? FOLLOW_UP : GATEWAY);
    case 'none':
      return ours.plan('request', NO_TOOLS);
    case 'listed':
      return planListed(requested, mixed, ours);
    default:
      return requested satisfies never;
  }
}

/** Whether the gateway's tools are among those that the model will see, if there are any. */
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

/** The client's tools first, then the gateway's, each in the order of its list. */
function planListed(requested: Listed, mixed: boolean, ours: GatewayTools): Plan {
  const { tools } = requested;
  const rule = ruleOf(requested, mixed);
  const isMixed = rule.verdict === 'in';
  const decisions = tools.map(({ name }): Decision => ({ tool: name, ...CLIENT })).concat(ours.decide(rule));
  const taken = new Set<number>();
  for (const { name } of tools) {
    const same = ours.find(name);
    if (same === undefined) continue;
    taken.add(same.place);
    const why = isMixed ? clientName(name) : clientToolsAndName(name);
    decisions[tools.length + same.place] = { tool: same.name, ...why };
  }
  const visible = tools.map(show).concat(isMixed ? without(ours.visible, taken) : []);
  return { source: 'request', isMixed, visible, ...UNFORMED, decisions };
}

function without(tools: readonly VisibleTool[], taken: ReadonlySet<number>): readonly VisibleTool[] {
  return taken.size === 0 ? tools : tools.filter((_, place) => !taken.has(place));
}

/** What holds for the gateway's tools beside a client's. */
function ruleOf({ tools, mixed: byRequest }: Listed, mixed: boolean): Rule {
  // Without `{"type":"toolpath"}` a list of nothing else would be empty: then the setting does not count.
  const bySetting = mixed && tools.length > 0;
  if (byRequest) return bySetting ? MIXED_BY_BOTH : MIXED_BY_REQUEST;
  return bySetting ? MIXED_BY_SETTING : CLIENT_TOOLS;
}

function show({ name, description, schema, extra }: ClientTool): VisibleTool {
  const parameters: Fields = isRecord(schema) ? schema : { type: 'object', properties: {} };
  return { name, owner: 'client', description, parameters, ...(extra !== undefined && { extra }) };
}
