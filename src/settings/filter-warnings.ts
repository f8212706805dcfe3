import { BUILTINS, CUSTOM, found, matchesGlob, nearest } from '../core/index.ts';
import { printable } from '../log/index.ts';
import { serverOf } from './named-tools.ts';
import type { Settings } from './schema.ts';

/** What is likely to be a slip: a server in the filter that is nowhere else, and servers whose tools nobody can find. */
export function filterWarnings(settings: Pick<Settings, 'filter' | 'mcpServers' | 'builtins'>): readonly string[] {
  return [...strangersIn(settings), ...unsearchable(settings)];
}

/** Servers' tools are found by the search alone, but for those that are always told. */
function unsearchable({ mcpServers, builtins }: Pick<Settings, 'mcpServers' | 'builtins'>): readonly string[] {
  const servers = Object.values(mcpServers).filter(({ disabled, always }) => !disabled && always.length === 0);
  if (servers.length === 0 || builtins.includes('tool_search')) return [];
  return [
    `no model will find the tools of MCP servers: "tool_search" is not in "builtins". Add it, or name tools in "always".`,
  ];
}

function strangersIn({ filter, mcpServers }: Pick<Settings, 'filter' | 'mcpServers'>): readonly string[] {
  const ofPairs = (filter.tools ?? []).filter((pair) => pair.includes('::')).map(serverOf);
  const servers = [CUSTOM, ...Object.keys(mcpServers)];
  const known = new Set(servers);
  return [...new Set([...(filter.servers ?? []), ...ofPairs])]
    .slice(0, MOST_NAMES)
    .filter((name) => !known.has(name) && !servers.some((server) => matchesGlob(name, server)))
    .map((name) => {
      const meant = nearest(name, [...servers, ...BUILTINS]);
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      return printable(`"filter" names the server ${found(name)}, which is not in "mcpServers".${hint}`);
    });
}

const MOST_NAMES = 50; // each is held against every server; nobody reads more
