import { BUILTINS, CUSTOM, found, matchesGlob, nearest } from '../core/index.ts';
import { printable } from '../log/index.ts';
import type { FilteredBy } from './layer.ts';
import { serverOf } from './named-tools.ts';
import type { Settings } from './schema.ts';

/**
 * What is likely to be a slip: a server in the filter that is nowhere else, and servers whose tools nobody can find. `filteredBy`: what
 * the filter was given by.
 */
export function filterWarnings(
  settings: Pick<Settings, 'filter' | 'mcpServers' | 'builtins'>,
  filteredBy: FilteredBy = {},
): readonly string[] {
  return [...strangersIn(settings, filteredBy), ...unsearchable(settings)];
}

/** Servers' tools are found by the search alone, but for those that are always told. */
function unsearchable({ mcpServers, builtins }: Pick<Settings, 'mcpServers' | 'builtins'>): readonly string[] {
  const servers = Object.values(mcpServers).filter(({ disabled, always }) => !disabled && always.length === 0);
  if (servers.length === 0 || builtins.includes('tool_search')) return [];
  return [
    `no model will find the tools of MCP servers: "tool_search" is not in "builtins". Add it, or name tools in "always".`,
  ];
}

function strangersIn(
  { filter, mcpServers }: Pick<Settings, 'filter' | 'mcpServers'>,
  filteredBy: FilteredBy,
): readonly string[] {
  const ofPairs = (filter.tools ?? []).filter((pair) => pair.includes('::')).map(serverOf);
  const servers = [CUSTOM, ...Object.keys(mcpServers)];
  const known = new Set(servers);
  return [...new Set([...(filter.servers ?? []), ...ofPairs])]
    .slice(0, MOST_NAMES)
    .filter((name) => !known.has(name) && !servers.some((server) => matchesGlob(name, server)))
    .map((name) => {
      const hint = hintFor(name, servers);
      const by = (filter.servers?.includes(name) ? filteredBy.servers : filteredBy.tools) ?? '"filter"';
      return printable(`${by} names the server ${found(name)}, which is not in "mcpServers".${hint}`);
    });
}

/** A pair with another mark between its halves, a name that is nearly right, or a tool of the house's own. */
function hintFor(name: string, servers: readonly string[]): string {
  const server = servers.find((each) => name.startsWith(each) && BETWEEN.test(name.slice(each.length)));
  const pair = server === undefined ? undefined : `${server}::${name.slice(server.length).replace(BETWEEN, '')}`;
  const meant = pair ?? nearest(name, [...servers, ...BUILTINS]);
  if (meant !== undefined) return ` Did you mean ${found(meant)}?`;
  return /^[\w-]+$/.test(name) ? ` If it is a tool of your own, write ${found(`${CUSTOM}::${name}`)}.` : '';
}

/** As models are told of them, and as people write them. */
const BETWEEN = /^(?:__|:|\.)(?=[^:])/;

const MOST_NAMES = 50; // each is held against every server; nobody reads more
