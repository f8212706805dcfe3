import type { GatewayTool } from '../core/index.ts';
import type { Capabilities } from './capabilities.ts';

/** A list of the gateway's tools, divided by where they come from. Of the list and the settings alone. */
export interface SortedTools {
  /** By name; with those that are no tools of the list. */
  readonly builtins: ReadonlyMap<string, GatewayTool>;
  readonly custom: readonly GatewayTool[];
  readonly servers: readonly GatewayTool[];
  /** Servers' tools that pass the filter. */
  readonly searchable: readonly GatewayTool[];
  /** Those of them that are told without a search. */
  readonly always: readonly GatewayTool[];
}

export function sortTools(tools: readonly GatewayTool[], { filter, built }: Capabilities): SortedTools {
  const listed = tools.filter(({ builtin }) => builtin === true);
  const servers = tools.filter(({ server }) => server !== undefined);
  const searchable = servers.filter((tool) => filter.admits(tool));
  return {
    builtins: new Map([...built, ...listed].map((tool) => [tool.name, tool])),
    custom: tools.filter(({ server, builtin }) => server === undefined && builtin !== true),
    servers,
    searchable,
    always: searchable.filter(({ always }) => always === true),
  };
}

/** Is this the tool that searches, or the one that calls what it found? */
export function isOfSearch({ name, builtin, isDispatcher }: GatewayTool): boolean {
  return isDispatcher === true || (builtin === true && name === 'tool_search');
}
