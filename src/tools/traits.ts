import { type Annotations, type CallKinds, isRecord, type Tool } from '../core/index.ts';

/** Returns the tool's name: LangChain's `lc_name` if it is a string, otherwise `name`. */
export function toolName(tool: Tool): string {
  return typeof tool.lc_name === 'string' ? tool.lc_name : tool.name;
}

/** Returns the description, or `Tool: <name>` if it is blank: descriptions are optional in MCP. */
export function descriptionOf(tool: Tool): string {
  return isBlank(tool.description) ? `Tool: ${toolName(tool)}` : tool.description;
}

export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}

/** Returns the name of the MCP server that the tool's metadata gives, or undefined. */
export function serverOf(tool: Tool): string | undefined {
  const server = tool.metadata?.server;
  return typeof server === 'string' ? server : undefined;
}

/** Returns the name that a tool has at its MCP server; for a tool without a server, its name. */
export function ownName(tool: Tool): string {
  const own = serverOf(tool) === undefined ? undefined : tool.metadata?.tool;
  return typeof own === 'string' ? own : toolName(tool);
}

/**
 * Returns the name that a tool is shown by next to its server's name: its name at the server, unless the settings rename
 * it to `server::another`.
 */
export function shownName(tool: Tool): string {
  const prefix = `${serverOf(tool)}::`;
  const name = toolName(tool);
  return serverOf(tool) !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : ownName(tool);
}

/** Returns `server::tool` for an MCP tool, with the tool's name at the server; for any other tool, its name. */
export function qualifiedName(tool: Tool): string {
  const server = serverOf(tool);
  return server === undefined ? toolName(tool) : `${server}::${ownName(tool)}`;
}

/** Returns the names by which settings may refer to a tool. The name at its server takes precedence. */
export function settingNames(tool: Tool): readonly string[] {
  return [qualifiedName(tool), toolName(tool)];
}

/** Returns the annotations that have the right type; a server may send anything. */
export function annotationsOf(tool: Tool): Annotations {
  const annotations = tool.metadata?.annotations;
  if (!isRecord(annotations)) return {};
  const hints = Object.entries(annotations).filter(([name, hint]) => typeof hint === HINT_TYPES.get(name));
  return Object.fromEntries(hints);
}

/** Returns the kinds of the tool's calls; undefined if all its calls are alike. */
export function callKindsOf(tool: Tool): CallKinds | undefined {
  const calls = tool.metadata?.calls;
  if (!isRecord(calls) || typeof calls.of !== 'function' || !Array.isArray(calls.all)) return undefined;
  return calls.all.length === 0 ? undefined : (calls as unknown as CallKinds);
}

/** Returns the tool's hints about a call with these arguments. */
export function annotationsOfCall(tool: Tool, args: unknown): Annotations {
  return callKindsOf(tool)?.of(args) ?? annotationsOf(tool);
}

const HINT_TYPES: ReadonlyMap<string, string> = new Map([
  ['title', 'string'],
  ['readOnlyHint', 'boolean'],
  ['destructiveHint', 'boolean'],
  ['idempotentHint', 'boolean'],
  ['openWorldHint', 'boolean'],
]);

/** True for LangChain's own tools, whose `invoke` parses its input itself and returns ToolMessages. */
export function isLangChain(tool: Tool): boolean {
  return 'lc_namespace' in tool;
}

/**
 * True if an MCP server runs the tool. The gateway's MCP tools name their server. The tools of LangChain's adapter do
 * not; they are recognised by `metadata.annotations`, which the adapter always sets, a JSON Schema, and an artifact.
 */
export function isFromMcp(tool: Tool): boolean {
  const metadata = tool.metadata;
  if (typeof metadata !== 'object' || metadata === null) return false;
  if (serverOf(tool) !== undefined) return true;
  const isAdapters = tool.responseFormat === 'content_and_artifact' && !('~standard' in Object(tool.schema));
  return isLangChain(tool) && isAdapters && 'annotations' in metadata;
}

/** Returns the setting for a tool, stored under one of its `settingNames`. */
export function settingFor<T>(settings: Readonly<Record<string, T>>, tool: Tool): T | undefined {
  for (const name of settingNames(tool)) if (Object.hasOwn(settings, name)) return settings[name];
  return undefined;
}

/** Returns the setting for the MCP server of a tool. */
export function serverSetting<T>(settings: Readonly<Record<string, T>>, tool: Tool): T | undefined {
  const server = serverOf(tool);
  return server !== undefined && Object.hasOwn(settings, server) ? settings[server] : undefined;
}
