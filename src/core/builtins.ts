/** The names of the four built-in tools, as the settings, the filter and models use them. */
export const BUILTINS = ['python_execution', 'tool_search', 'search_schemas', 'execute_sql'] as const;
export type Builtin = (typeof BUILTINS)[number];

/** The name of the dispatcher, through which a model calls the tools that it found. */
export const DISPATCHER = 'call_tool';

/** The server name that custom tools have in the filter, which treats them like the tools of a server. */
export const CUSTOM = 'custom';
