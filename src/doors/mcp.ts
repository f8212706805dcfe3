import type { Readable, Writable } from 'node:stream';
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Block, isRecord, type Outcome, type Progress, type Tool } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { annotationsOf, type ListedTool } from '../tools/index.ts';
import { version } from '../version.ts';

/**
 * Toolpath as an MCP server on stdio: the gateway's tools for any MCP client, through the same executor. Resolves when the
 * client has gone, or the signal aborts. Nothing but JSON-RPC lines goes to `output`.
 */
export async function serveMcp(
  gateway: Gateway,
  input: Readable,
  output: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const transport = new ClosingTransport(input, output);
  const gone = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve);
    output.once('error', () => resolve());
    transport.whenClosed = resolve;
    signal?.addEventListener('abort', () => resolve());
  });
  const onerror = (error: Error) => gateway.log.warn({ err: error }, 'the MCP client sent something unusable');
  const handle = serveStdio(() => mcpServer(gateway), { transport, onerror });
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

function mcpServer(gateway: Gateway): Server {
  const server = new Server({ name: 'toolpath', version }, { capabilities: { tools: { listChanged: true } } });
  const { tools, servers, listings, executor, settings } = gateway;
  const changes = new ListChanges(gateway, () => server.sendToolListChanged());
  server.onclose = () => changes.stop();
  server.setRequestHandler('tools/list', async (_request, context) => {
    await servers.tried.wait(settings.mcp.waitMs, context.mcpReq.signal);
    changes.listed();
    return { tools: listings.all().map(toMcpTool) };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args } = request.params;
    const { id, signal, notify, _meta } = context.mcpReq;
    // A client may know its tools from an earlier time, when their server was there.
    if (tools.findByAnyName(name) === undefined) await servers.tried.wait(settings.mcp.waitMs, signal);
    const tool = tools.findByAnyName(name);
    const progressToken = _meta?.progressToken;
    const onProgress = (progress: Progress): void => {
      notify({ method: 'notifications/progress', params: { progressToken, ...progress } }).catch(() => {}); // it has gone
    };
    const options = { tool, ...(progressToken === undefined ? {} : { onProgress }) };
    const outcome = await executor.execute({ id: String(id), name, arguments: args }, signal, options);
    return toResult(outcome, tool);
  });
  return server;
}

/** Tells the client that the tools have changed since it listed them: once for many changes that come together. */
class ListChanges {
  readonly #gateway: Gateway;
  readonly #tell: () => Promise<void>;
  readonly #stopListening: () => void;
  #listedRevision: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(gateway: Gateway, tell: () => Promise<void>) {
    this.#gateway = gateway;
    this.#tell = tell;
    this.#stopListening = gateway.tools.onChange(() => {
      this.#timer ??= setTimeout(() => this.#tellOfChange(), CHANGES_MS);
    });
  }

  /** The client gets the list as it is now. */
  listed(): void {
    this.#listedRevision = this.#gateway.tools.revision;
  }

  stop(): void {
    this.#stopListening();
    clearTimeout(this.#timer);
  }

  /** One that has not listed them yet has nothing to list anew. */
  #tellOfChange(): void {
    this.#timer = undefined;
    const { log, tools } = this.#gateway;
    if (this.#listedRevision === undefined || this.#listedRevision === tools.revision) return;
    this.#tell().catch((err: unknown) => log.debug({ err }, 'the MCP client could not be told that the tools changed'));
  }
}

const CHANGES_MS = 100;

function toMcpTool({ wireName, description, parameters, tool }: ListedTool) {
  const outputSchema = outputSchemaOf(tool);
  return {
    name: wireName,
    description,
    inputSchema: { ...parameters, type: 'object' as const },
    annotations: annotationsOf(tool),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

/** What a tool promises of its structured answers, where MCP has a place for it: on an object. */
function outputSchemaOf(tool: Tool) {
  const schema: unknown = tool.metadata?.outputSchema;
  return isRecord(schema) && schema.type === 'object' ? { ...schema, type: 'object' as const } : undefined;
}

function toResult(outcome: Outcome, tool: Tool | undefined): CallToolResult {
  const content = outcome.content.map(toMcpBlock);
  if (outcome.status === 'error') return { content, isError: true };
  if (isRecord(outcome.structured)) return { content, structuredContent: outcome.structured };
  if (tool === undefined || outputSchemaOf(tool) === undefined) return { content };
  // Clients throw such an answer away; of one that is an error they show what there is.
  return { content: [...content, { type: 'text', text: UNSTRUCTURED }], isError: true };
}

const UNSTRUCTURED = 'The structured form that this tool promises is missing: it was not sent, or is too large.';

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
