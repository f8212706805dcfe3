import type { Readable, Writable } from 'node:stream';
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Block, Outcome } from '../core/index.ts';
import type { House } from '../house.ts';
import { annotationsOf, findByAnyName, listing, toolName, WireNames } from '../tools/index.ts';
import { version } from '../version.ts';

/**
 * Toolpath as an MCP server on stdio: the gateway's tools for any MCP client, through the same executor. Resolves when the
 * client has gone. Nothing but JSON-RPC lines goes to `output`.
 */
export async function serveMcp(house: House, input: Readable, output: Writable): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve);
    output.once('error', () => resolve());
  });
  const handle = serveStdio(() => mcpServer(house), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => house.log.warn({ err: error }, 'MCP client sent something unusable'),
  });
  await gone;
  await handle.close();
}

function mcpServer(house: House): Server {
  const server = new Server({ name: 'toolpath', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => {
    const names = new WireNames(house.tools.all());
    return {
      tools: house.tools.all().map((tool) => {
        const { wireName, description, parameters } = listing(tool, names);
        const inputSchema = { ...parameters, type: 'object' as const };
        return { name: wireName, description, inputSchema, annotations: annotationsOf(tool) };
      }),
    };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args } = request.params;
    const tool = findByAnyName(house.tools, name);
    const call = {
      id: String(context.mcpReq.id),
      name: tool === undefined ? name : toolName(tool),
      arguments: args,
    };
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
