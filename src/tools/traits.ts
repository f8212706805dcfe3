import { type Annotations, isRecord, type Tool } from '../core/index.ts';

/** What a tool says about itself. Everything here is read off the tool; nothing is kept beside it. */

/** The name that counts: LangChain's `lc_name` when it is a string, else `name`. */
export function toolName(tool: Tool): string {
  return typeof tool.lc_name === 'string' ? tool.lc_name : tool.name;
}

/** MCP leaves a tool's description optional, so one of its tools may lack it. */
export function descriptionOf(tool: Tool): string {
  return isBlank(tool.description) ? `Tool: ${toolName(tool)}` : tool.description;
}

export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}

/** The MCP server a tool comes from, if it says so. */
export function serverOf(tool: Tool): string | undefined {
  const server = tool.metadata?.server;
  return typeof server === 'string' ? server : undefined;
}

/** The name a tool has at its server, or simply its name. */
export function ownName(tool: Tool): string {
  const own = serverOf(tool) === undefined ? undefined : tool.metadata?.tool;
  return typeof own === 'string' ? own : toolName(tool);
}

/** The name a tool is shown by beside its server's: its own, unless the settings give it another, as in `server::another`. */
export function shownName(tool: Tool): string {
  const prefix = `${serverOf(tool)}::`;
  const name = toolName(tool);
  return serverOf(tool) !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : ownName(tool);
}

/** `server::tool` for an MCP server's tool, by the name it has there; else its name. */
export function qualifiedName(tool: Tool): string {
  const server = serverOf(tool);
  return server === undefined ? toolName(tool) : `${server}::${ownName(tool)}`;
}

/** How settings may call it: as its server does, which comes first, and as it is shown here. */
export function settingNames(tool: Tool): readonly string[] {
  return [qualifiedName(tool), toolName(tool)];
}

/** Only hints that are hints: a server may send anything. */
export function annotationsOf(tool: Tool): Annotations {
  const annotations = tool.metadata?.annotations;
  if (!isRecord(annotations)) return {};
  const hints = Object.entries(annotations).filter(([name, hint]) => typeof hint === HINT_TYPES.get(name));
  return Object.fromEntries(hints);
}

const HINT_TYPES: ReadonlyMap<string, string> = new Map([
  ['title', 'string'],
  ['readOnlyHint', 'boolean'],
  ['destructiveHint', 'boolean'],
  ['idempotentHint', 'boolean'],
  ['openWorldHint', 'boolean'],
]);

/** Does `invoke` parse its own input and understand ToolMessages? All of LangChain's own tools do. */
export function isLangChain(tool: Tool): boolean {
  return 'lc_namespace' in tool;
}

/**
 * Does the call leave for an MCP server? Our own MCP tools name their server. LangChain's adapter does
 * not; its tools are known by `metadata.annotations`, which it always sets, a JSON Schema, and an artifact.
 */
export function isFromMcp(tool: Tool): boolean {
  const metadata = tool.metadata;
  if (typeof metadata !== 'object' || metadata === null) return false;
  if (serverOf(tool) !== undefined) return true;
  const isAdapters = tool.responseFormat === 'content_and_artifact' && !('~standard' in Object(tool.schema));
  return isLangChain(tool) && isAdapters && 'annotations' in metadata;
}

/** A setting for one tool, under either of its names. */
export function settingFor<T>(settings: Readonly<Record<string, T>>, tool: Tool): T | undefined {
  for (const name of settingNames(tool)) if (Object.hasOwn(settings, name)) return settings[name];
  return undefined;
}

/** What holds for the server that a tool comes from. */
export function serverSetting<T>(settings: Readonly<Record<string, T>>, tool: Tool): T | undefined {
  const server = serverOf(tool);
  return server !== undefined && Object.hasOwn(settings, server) ? settings[server] : undefined;
}
