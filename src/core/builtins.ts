/** Our four tools, by the names under which the settings, the filter and models know them. */
export const BUILTINS = ['python_execution', 'tool_search', 'search_schemas', 'execute_sql'] as const;
export type Builtin = (typeof BUILTINS)[number];

/** What the gateway's own tools count as where servers are named: they pass the filter like a server's. */
export const CUSTOM = 'custom';
