import type { Readable, Writable } from 'node:stream';
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  type Block,
  isRecord,
  type Limits,
  type Outcome,
  type Presentation,
  type Progress,
  type Tool,
} from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { isLongSince, pause } from '../pause.ts';
import { withUsedDefinitions } from '../select/index.ts';
import { annotationsOf, type ListedTool, type OutputSchema, OutputSchemas, type WholeBound } from '../tools/index.ts';
import { version } from '../version.ts';

/**
 * Serves the gateway's tools as an MCP server on stdio, through the same executor as all other calls. Resolves when the
 * client disconnects or the signal aborts. Writes nothing but JSON-RPC lines to `output`.
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
  const onerror = (error: Error) => gateway.log.warn({ err: error }, 'The MCP client sent an invalid message.');
  const listBefore = performance.now() + gateway.settings.mcp.firstListMs;
  const handle = serveStdio(() => mcpServer(gateway, listBefore), { transport, onerror });
  await gone;
  await handle.close();
}

/** Reports when it closes, because the SDK closes it by itself after a line that is too long. */
class ClosingTransport extends StdioServerTransport {
  whenClosed: () => void = () => {};

  override async close(): Promise<void> {
    await super.close();
    this.whenClosed();
  }
}

/** Creates the server for a client. Tool lists wait for starting MCP servers until `listBefore`, on the clock of `performance.now()`. */
function mcpServer(gateway: Gateway, listBefore: number): Server {
  const server = new Server({ name: 'toolpath', version }, { capabilities: { tools: { listChanged: true } } });
  const { tools, servers, executor, settings, log } = gateway;
  const outputSchemas = new OutputSchemas(settings.limits, log);
  const whole = wholeBound(settings.limits);
  const changes = new ListChanges(gateway, () => server.sendToolListChanged());
  server.onclose = () => changes.stop();
  server.setRequestHandler('tools/list', async (_request, context) => {
    await servers.settled.wait(Math.max(0, listBefore - performance.now()), context.mcpReq.signal);
    changes.listed();
    const missing = servers.missing();
    if (missing.length > 0) log.warn({ servers: missing }, INCOMPLETE);
    return { tools: await toMcpTools(gateway, outputSchemas) };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args } = request.params;
    const { id, signal, notify, _meta } = context.mcpReq;
    // The client may know the tool from an earlier session, and its server may still be connecting.
    if (tools.findByAnyName(name) === undefined) await servers.hadTime.wait(settings.mcp.waitMs, signal);
    const tool = tools.findByAnyName(name);
    const progressToken = _meta?.progressToken;
    const onProgress = (progress: Progress): void => {
      notify({ method: 'notifications/progress', params: { progressToken, ...progress } }).catch(() => {}); // the client is gone
    };
    const options = { tool, whole, ...(progressToken === undefined ? {} : { onProgress }) };
    const outcome = await executor.execute({ id: String(id), name, arguments: args }, signal, options);
    return toResult(outcome, tool && outputSchemas.of(tool));
  });
  return server;
}

const INCOMPLETE =
  'The tool list lacks the tools of these MCP servers, because they are not connected. The client is notified when they are.';

/** Notifies the client that the tools have changed since it listed them. Changes in quick succession cause one notification. */
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

  /** Records that the client receives the current list. */
  listed(): void {
    this.#listedRevision = this.#gateway.tools.revision;
  }

  stop(): void {
    this.#stopListening();
    clearTimeout(this.#timer);
  }

  /** Skips clients that have not listed the tools yet. */
  #tellOfChange(): void {
    this.#timer = undefined;
    const { log, tools } = this.#gateway;
    if (this.#listedRevision === undefined || this.#listedRevision === tools.revision) return;
    this.#tell().catch((err: unknown) =>
      log.debug({ err }, 'The MCP client could not be notified that the tools changed.'),
    );
  }
}

const CHANGES_MS = 100;

/** Lets other requests run in between: compiling an output schema takes a millisecond. */
async function toMcpTools({ listings, longSecrets }: Gateway, outputSchemas: OutputSchemas) {
  const tools: ReturnType<typeof toMcpTool>[] = [];
  let startedAt = performance.now();
  for (const each of listings.all()) {
    const tool = toMcpTool(each, outputSchemas.of(each.tool));
    tools.push(longSecrets?.hideIn(tool) ?? tool);
    if (!isLongSince(startedAt)) continue;
    await pause();
    startedAt = performance.now();
  }
  return tools;
}

function toMcpTool({ wireName, description, parameters, tool }: ListedTool, outputSchema: OutputSchema | undefined) {
  return {
    ...presentationOf(tool),
    name: wireName,
    description,
    inputSchema: { ...withUsedDefinitions(parameters), type: 'object' as const },
    annotations: annotationsOf(tool),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

function presentationOf({ metadata }: Tool): Presentation {
  return isRecord(metadata?.presentation) ? metadata.presentation : {};
}

function wholeBound({ messageBytes }: Limits): WholeBound {
  return messageBytes < MOST_RESULT_BYTES
    ? { bytes: messageBytes, source: '"limits.messageBytes"' }
    : { bytes: MOST_RESULT_BYTES, source: 'MCP clients close the connection at 10 MiB' };
}

/**
 * The largest result that clients read on stdio: the official ones close the connection if more than 10 MiB wait in their buffer.
 * The remainder is for the envelope, and for a next message that arrives together with the end of this one.
 */
const MOST_RESULT_BYTES = (10 * 1024 - 96) * 1024;

function toResult(outcome: Outcome, promised: OutputSchema | undefined): CallToolResult {
  const content = outcome.content.map(toMcpBlock);
  const { structured, meta } = outcome;
  const beside = {
    ...(isRecord(structured) && { structuredContent: structured }),
    ...(isRecord(meta) && { _meta: meta }),
  };
  if (outcome.status === 'error') return { content, ...beside, isError: true };
  if (isRecord(structured) || promised === undefined) return { content, ...beside };
  // Clients discard a result that lacks the promised structured content, but they show the content of an error.
  return { content: [...content, { type: 'text', text: whyUnstructured(outcome) }], ...beside, isError: true };
}

function whyUnstructured({ notes }: Outcome): string {
  const breach = notes.find((note) => note.kind === 'unlike-promised');
  const why = breach === undefined ? 'the tool did not send it' : `it does not match that schema (${breach.problem})`;
  return `The structured result that this tool's output schema promises is missing: ${why}.`;
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
