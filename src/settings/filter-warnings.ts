import { found, matchesGlob, nearest } from '../core/index.ts';
import { printable } from '../log/index.ts';
import { CUSTOM, serverOf } from './named-tools.ts';
import type { Settings } from './schema.ts';
import { BUILTINS } from './selection.ts';

/** What is said of servers in the filter that are nowhere else: by a slip all tools of the others are left out. */
export function filterWarnings({ filter, mcpServers }: Pick<Settings, 'filter' | 'mcpServers'>): readonly string[] {
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
