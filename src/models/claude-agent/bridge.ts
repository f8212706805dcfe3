import { z } from 'zod';
import { type Fields, isRecord } from '../../core/index.ts';
import type { AgentTool } from './definitions.ts';
import type { AgentSdk, McpServerConfig } from './sdk.ts';

/** The name of the MCP server through which the agent sees the tools. Claude Code gives `ide` and some others a meaning. */
export const BRIDGE = 'bridge';

/** Claude Code's prefix for the names of the server's tools. */
export const PREFIX = `mcp__${BRIDGE}__`;

/** A result of a tool as MCP has it. */
export interface ToolResult {
  readonly content: readonly Fields[];
  readonly isError?: boolean;
}

/** Runs a call that the agent makes. `id` is the call's id in the model's answer. */
export type RunCall = (id: string, signal: AbortSignal) => Promise<ToolResult>;

/**
 * Creates the in-process MCP server of one run: one MCP tool for each tool, with its whole JSON Schema. The SDK's own `tool()`
 * takes only zod schemas, so the server's handlers are replaced.
 */
export function createBridge(sdk: AgentSdk, tools: readonly AgentTool[], run: RunCall): McpServerConfig {
  const config = sdk.createSdkMcpServer({ name: BRIDGE, version: '1.0.0', tools: [], alwaysLoad: true });
  const { server } = config.instance;
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(LIST_TOOLS, () => ({ tools: tools.map(definitionOf) }));
  server.setRequestHandler(CALL_TOOL, ({ params }: CallRequest, { signal }: { readonly signal: AbortSignal }) =>
    run(callIdOf(params._meta), signal),
  );
  return config;
}

type CallRequest = z.infer<typeof CALL_TOOL>;

const LIST_TOOLS = z.object({ method: z.literal('tools/list'), params: z.unknown().optional() });
const CALL_TOOL = z.object({
  method: z.literal('tools/call'),
  params: z.looseObject({ name: z.string(), _meta: z.unknown().optional() }),
});

function definitionOf({ name, description, inputSchema }: AgentTool): Fields {
  return {
    name,
    description,
    inputSchema,
    // Claude Code runs calls of other tools one after the other. The gateway decides what may run concurrently.
    annotations: { readOnlyHint: true },
    // Without the second entry, Claude Code replaces a long result by the name of a file.
    _meta: { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': MOST_RESULT_CHARACTERS },
  };
}

/** A longer result of a tool does not reach the model: Claude Code accepts no higher value. */
export const MOST_RESULT_CHARACTERS = 500_000;

function callIdOf(meta: unknown): string {
  const id = isRecord(meta) ? meta['claudecode/toolUseId'] : undefined;
  return typeof id === 'string' ? id : '';
}
