import { allFlips, BUILTINS, CUSTOM, type Decision, DISPATCHER, found, nearest, type Tool } from './core/index.ts';
import { type Catalogue, unknownNames } from './mcp/index.ts';
import { type Filter, filterHurdles } from './select/index.ts';
import {
  type ListedTool,
  type Listing,
  type Listings,
  type PermitRule,
  serverOf,
  strayRules,
  type ToolManager,
  toolName,
} from './tools/index.ts';

/** This file applies the launch filter to a gateway: to the tools that it lists and runs, and to its explanations. */

/** Returns the listed tools that the filter admits. `all` returns the same array as long as nothing changed. */
export function allowedBy(filter: Filter, listings: Listings): Pick<Listings, 'all'> {
  if (filter.isOpen) return listings;
  let made: { readonly of: readonly ListedTool[]; readonly allowed: readonly ListedTool[] } | undefined;
  return {
    all() {
      const of = listings.all();
      if (made?.of !== of) made = { of, allowed: of.filter((listing) => filter.admits(listing)) };
      return made.allowed;
    },
  };
}

/** Returns the test for tools that the filter excludes. They cannot be called through any API and appear in no error. */
export function hiddenBy(filter: Filter): ((tool: Tool) => boolean) | undefined {
  if (filter.isOpen) return undefined;
  return (tool) => {
    if (tool.metadata?.caller === true) return false;
    const named = { name: toolName(tool), server: serverOf(tool), builtin: tool.metadata?.builtin === true };
    return !filter.admits(named);
  };
}

/** Returns the flag or setting that excludes all tools of a server; undefined if the filter may admit one. */
export function excludingList(filter: Filter, server: string): string | undefined {
  if (filter.mayPass(server)) return undefined;
  const list = filter.server(server) ? 'tools' : 'servers';
  return filter.givenBy(list) ?? `"filter.${list}"`;
}

/** The parts of a gateway that decide which tools are unavailable. */
export interface AbsentOptions {
  readonly filter: Filter;
  readonly servers: Catalogue;
  readonly listings: Listings;
  readonly permit: readonly PermitRule[];
  readonly tools: ToolManager;
}

/**
 * Returns a function that lists the unavailable tools with the reasons: tools of servers that are not connected, tools that
 * cannot be shown or called, and names in the filter or in permit rules that match no tool or server. If the filter would
 * exclude such a tool as well, its flip names both changes.
 */
export function absentBy({ filter, servers, listings, permit, tools }: AbsentOptions): () => readonly Decision[] {
  const known = servers.servers().map(({ name }) => name);
  let made: { readonly of: readonly unknown[]; readonly decisions: readonly Decision[] } | undefined;
  return () => {
    const of = [servers.absent(), listings.leftOut(), listings.all()] as const;
    if (!of.every((each, place) => each === made?.of[place])) {
      const [away, leftOut, all] = of;
      const decisions = [...away, ...leftOut].map((decision) => withFilter(decision, filter));
      const decided = new Set(decisions.map(({ tool }) => tool));
      const strays = [
        ...strayCustom(filter, all),
        ...strayServers(filter, known),
        ...strayPermits(permit, tools.all(), servers).filter(({ tool }) => !decided.has(tool)),
      ];
      made = { of, decisions: [...decisions, ...strays] };
    }
    return made?.decisions ?? [];
  };
}

/** Returns a decision for each tool name in a permit rule that matches no tool: a misspelt rule denies nothing. */
function strayPermits(permit: readonly PermitRule[], tools: readonly Tool[], servers: Catalogue): readonly Decision[] {
  const unknown = servers.servers().filter(({ state }) => state !== 'ready' && state !== 'degraded');
  const names = unknown.map(({ name }) => name);
  const strays = strayRules(permit, tools, names).filter(({ name }) => !KNOWN.has(name));
  return strays.slice(0, MOST_STRAYS).map(({ rule, name }) => {
    const meant = nearest(name, tools.map(toolName));
    const guess = meant === undefined ? '' : ` Did you mean ${found(meant)}?`;
    const flip = `correct the name: "${rule}" names it, but there is no such tool.${guess}`;
    return { tool: name, verdict: 'out', rule: 'no-such-tool', flip };
  });
}

/** Names that are no tools of the manager. A rule for the dispatcher has no effect, which is a warning on the settings. */
const KNOWN: ReadonlySet<string> = new Set([...BUILTINS, DISPATCHER]);
/** Each name is compared with every tool to find a suggestion. */
const MOST_STRAYS = 20;

function strayCustom(filter: Filter, listings: readonly Listing[]): readonly Decision[] {
  const names = filter.namesOf(CUSTOM);
  if (names.length === 0) return [];
  const known = listings.filter(({ server }) => server === undefined).map(({ name }) => name);
  return unknownNames(CUSTOM, { [filter.givenBy('tools') ?? 'filter.tools']: names }, known).map(
    ({ decision }) => decision,
  );
}

/** Returns a decision for each server name in the filter that matches no server. */
function strayServers(filter: Filter, known: readonly string[]): readonly Decision[] {
  const strange = filter.serverNames().filter((name) => name !== CUSTOM && !known.includes(name));
  return strange.map((name) => {
    const meant = nearest(name, known);
    const guess = meant === undefined ? '' : ` Did you mean ${found(meant)}?`;
    const by = filter.givenBy('servers') ?? filter.givenBy('tools') ?? 'filter';
    const flip = `correct the name in "${by}": there is no such server.${guess}`;
    return { tool: `${name}::*`, verdict: 'out', rule: 'no-such-tool', flip };
  });
}

function withFilter(decision: Decision, filter: Filter): Decision {
  const hurdles = hurdlesOf(decision.tool, filter).map(({ flip }) => flip);
  return hurdles.length === 0
    ? decision
    : { ...decision, flip: allFlips([...hurdles, decision.flip].filter((flip) => flip !== '')) };
}

/** Returns the filter rules that exclude a tool. A name `server::*` passes if the filter may admit any tool of the server. */
function hurdlesOf(name: string, filter: Filter) {
  const between = name.indexOf('::');
  if (between === -1) return filterHurdles({ name }, filter);
  const server = name.slice(0, between);
  return name.endsWith('::*') && filter.mayPass(server) ? [] : filterHurdles({ name, server }, filter);
}
