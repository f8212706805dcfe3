import { BUILTINS, type Builtin, type Decision, type GatewayTool } from '../core/index.ts';
import type { Capabilities } from './capabilities.ts';
import { type Filter, type FilterDimension, type FilteredTool, pairOf } from './filter.ts';
import {
  allOf,
  allOfSome,
  BUILTIN,
  builtinDisabled,
  builtinName,
  DISPATCHER,
  denied,
  filtered,
  NO_CODE,
  NO_DATABASE,
  NO_SANDBOX,
  NOT_BUILT,
  NOTHING_DEFERRED,
  noRoom,
  type Rule,
  unnamed,
} from './rules.ts';
import { isOfSearch, type SortedTools } from './sorted-tools.ts';

/** The decision on a tool that holds for every request. Without a rule, the request's own rule decides. */
export interface Judged {
  readonly name: string;
  /** Undefined if this version does not have the tool. */
  readonly tool: GatewayTool | undefined;
  readonly rule: Rule | undefined;
}

/** Whether a search can find tools that may be shown; if not, why. */
export type Findability = 'possible' | 'nothing-deferred' | 'no-room';

export function judgeBuiltins(
  { builtins }: SortedTools,
  capabilities: Capabilities,
  findability: Findability,
): readonly Judged[] {
  return BUILTINS.map((name) => {
    const tool = builtins.get(name);
    const hurdles = [
      ...whyForbidden(name, capabilities),
      ...whyUseless(name, findability, capabilities),
      ...(tool === undefined ? [NOT_BUILT] : []),
    ];
    return { name, tool, rule: allOfSome(hurdles) ?? BUILTIN };
  });
}

/** Returns what keeps `python_execution` from running at all, in any format; undefined if nothing does. */
export function whyNoPython(capabilities: Capabilities): Rule | undefined {
  return allOfSome([
    ...whyForbidden('python_execution', capabilities),
    ...(capabilities.hasSandbox ? [] : [NO_SANDBOX]),
  ]);
}

/**
 * Judges the dispatcher. It is enabled together with `tool_search`, even if the filter hides `tool_search` from the model,
 * because the gateway still searches tools for each message.
 */
export function judgeDispatcher(
  { builtins }: SortedTools,
  capabilities: Capabilities,
  findability: Findability,
): Judged {
  const { dispatcher } = capabilities;
  const hurdles = [
    ...whyDisabled('tool_search', capabilities),
    ...whyUseless('tool_search', findability, capabilities),
    ...(builtins.has('tool_search') ? [] : [NOT_BUILT]),
  ];
  return { name: dispatcher.name, tool: dispatcher, rule: allOfSome(hurdles) ?? DISPATCHER };
}

/** Returns the settings that forbid a built-in tool. */
function whyForbidden(name: Builtin, capabilities: Capabilities): readonly Rule[] {
  const denial = capabilities.denied?.get(name);
  return [
    ...whyDisabled(name, capabilities),
    ...filterHurdles({ name, builtin: true }, capabilities.filter),
    ...(denial === undefined ? [] : [denied(denial)]),
  ];
}

function whyDisabled(name: Builtin, { builtins }: Capabilities): readonly Rule[] {
  return builtins.includes(name) ? [] : [builtinDisabled(name)];
}

/** Returns the rules that keep a built-in tool out because something that it needs is missing. */
function whyUseless(
  name: Builtin,
  findability: Findability,
  { hasCode, hasSandbox, hasDatabase }: Capabilities,
): readonly Rule[] {
  switch (name) {
    case 'python_execution':
      return [...(hasCode ? [] : [NO_CODE]), ...(hasSandbox ? [] : [NO_SANDBOX])];
    case 'tool_search':
      return { possible: [], 'nothing-deferred': [NOTHING_DEFERRED], 'no-room': [noRoom(0)] }[findability];
    case 'search_schemas':
    case 'execute_sql':
      return hasDatabase ? [] : [NO_DATABASE];
    default:
      return name satisfies never;
  }
}

/** Judges custom tools. A built-in tool that is in use keeps its name, and the custom tool of that name is left out. */
export function judgeCustom(
  tools: readonly GatewayTool[],
  inUse: readonly GatewayTool[],
  filter: Filter,
): readonly Judged[] {
  const taken = new Map(inUse.map((tool) => [tool.wireName, isOfSearch(tool) ? 'tool_search' : tool.name]));
  return tools.map((tool) => {
    const namesake = taken.get(tool.wireName);
    const hurdles = [...(namesake === undefined ? [] : [builtinName(namesake)]), ...filterHurdles(tool, filter)];
    return { name: tool.name, tool, rule: allOfSome(hurdles) };
  });
}

/**
 * Judges MCP tools. All of them are deferred by the rule `later`, except `always` tools that the filter rejects: once they
 * pass the filter, they need no search.
 */
export function judgeServers(tools: readonly GatewayTool[], later: Rule, filter: Filter): readonly Judged[] {
  return tools.map((tool) => {
    const hurdles = filterHurdles(tool, filter);
    const isPinned = tool.always === true && hurdles.length > 0;
    return { name: tool.name, tool, rule: allOfSome(isPinned ? hurdles : [...hurdles, later]) };
  });
}

/** Returns one rule for each change of the filter that is needed to let the tool pass; empty if it passes. */
export function filterHurdles(tool: FilteredTool, filter: Filter): readonly Rule[] {
  if (filter.admits(tool)) return [];
  const { server, tool: name } = pairOf(tool);
  if (tool.builtin === true) return [hurdle('builtins', name, name, filter)];
  const whole = `${server}::${name}`;
  const hurdles = [
    ...(filter.server(server) ? [] : [hurdle('servers', server, whole, filter)]),
    ...(filter.tool(server, name) ? [] : [hurdle('tools', whole, whole, filter)]),
  ];
  return [...new Map(hurdles.map((each) => [each.flip, each])).values()];
}

/** Flags and variables take full names (`server::tool`); the setting `filter` has a list for servers and one for tools. */
function hurdle(dimension: FilterDimension, missing: string, whole: string, filter: Filter): Rule {
  const givenBy = filter.givenBy(dimension);
  return givenBy === undefined ? filtered(dimension, missing) : unnamed(whole, givenBy);
}

/** Returns the tools that are shown if a request asks for gateway tools. */
export function toolsIn(judged: readonly Judged[]): readonly GatewayTool[] {
  return judged.flatMap(({ tool, rule }) => (tool === undefined || rule?.verdict === 'out' ? [] : [tool]));
}

/** Returns a decision for each tool, given the rule that applies to all gateway tools in this request. */
export function decideAll(judged: readonly Judged[], rule: Rule): readonly Decision[] {
  const joined = new Map<Rule | undefined, Rule>(); // cache: thousands of tools share one rule
  return judged.map(({ name, rule: own }) => {
    const whole = joined.get(own) ?? both(rule, own);
    joined.set(own, whole);
    return { tool: name, ...whole };
  });
}

function both(rule: Rule, own: Rule | undefined): Rule {
  if (rule.verdict === 'in') return own ?? rule;
  return own?.verdict === 'out' ? allOf(rule, own) : rule;
}
