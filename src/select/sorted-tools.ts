import type { GatewayTool } from '../core/index.ts';
import type { Capabilities } from './capabilities.ts';

/** The gateway's tools, divided by origin. Depends only on the list and the settings. */
export interface SortedTools {
  /** Built-in tools by name, including those that are not in the list. */
  readonly builtins: ReadonlyMap<string, GatewayTool>;
  readonly custom: readonly GatewayTool[];
  readonly servers: readonly GatewayTool[];
  /** MCP tools that pass the filter. */
  readonly searchable: readonly GatewayTool[];
  /** The searchable tools that are declared without a search. */
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

/** True for `tool_search` and for the dispatcher, which calls found tools. */
export function isOfSearch({ name, builtin, isDispatcher }: GatewayTool): boolean {
  return isDispatcher === true || (builtin === true && name === 'tool_search');
}
