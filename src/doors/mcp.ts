import type { Readable, Writable } from 'node:stream';
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Block, Outcome } from '../core/index.ts';
import type { House } from '../house.ts';
import { annotationsOf, listTools } from '../tools/index.ts';
import { version } from '../version.ts';

/**
 * Toolpath as an MCP server on stdio: the gateway's tools for any MCP client, through the same executor. Resolves when the
 * client has gone. Nothing but JSON-RPC lines goes to `output`.
 */
export async function serveMcp(house: House, input: Readable, output: Writable): Promise<void> {
  const transport = new ClosingTransport(input, output);
  const gone = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve);
    output.once('error', () => resolve());
    transport.whenClosed = resolve;
  });
  const onerror = (error: Error) => house.log.warn({ err: error }, 'the MCP client sent something unusable');
  const handle = serveStdio(() => mcpServer(house), { transport, onerror });
  await gone;
  await handle.close();
}

/** Says when it closes: the SDK closes it by itself after a line that is too long. */
class ClosingTransport extends StdioServerTransport {
  whenClosed: () => void = () => {};

  override async close(): Promise<void> {
    await super.close();
    this.whenClosed();
  }
}

function mcpServer(house: House): Server {
  const server = new Server({ name: 'toolpath', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: listTools(house.tools.all(), house.log, house.settings.limits).map(([tool, listing]) => ({
      name: listing.wireName,
      description: listing.description,
      inputSchema: { ...listing.parameters, type: 'object' as const },
      annotations: annotationsOf(tool),
    })),
  }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args } = request.params;
    const call = { id: String(context.mcpReq.id), name, arguments: args };
    return toResult(await house.executor.execute(call, context.mcpReq.signal));
  });
  return server;
}

function toResult(outcome: Outcome): CallToolResult {
  const content = outcome.content.map(toMcpBlock);
  if (outcome.status === 'error') return { content, isError: true };
  const { structured } = outcome;
  const isObject = typeof structured === 'object' && structured !== null && !Array.isArray(structured);
  return isObject ? { content, structuredContent: structured as Record<string, unknown> } : { content };
}

type McpBlock = CallToolResult['content'][number];

function toMcpBlock(block: Block): McpBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, ...block.extra };
    case 'json':
      return { type: 'text', text: JSON.stringify(block.value) };
    case 'image':
    case 'audio':
      if ('url' in block) return { type: 'text', text: block.url };
      return { type: block.type, data: block.data, mimeType: block.mimeType, ...block.extra };
    case 'resource':
      return { type: 'resource', resource: block.resource, ...block.extra } as McpBlock;
    case 'resource_link':
      return { type: 'resource_link', name: block.uri, uri: block.uri, ...block.extra };
    default:
      return block satisfies never;
  }
}
