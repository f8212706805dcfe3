import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import {
  type CallToolResult,
  createMcpHandler,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/**
 * An MCP server built with the SDK that supports both protocol eras: `node test/mcp/both-eras.ts stdio|http`. Its tools have
 * the names of tools of `@modelcontextprotocol/server-everything`, which supports only the older era. Two more tools change
 * its list and count the cancellations that it received.
 */

type Answer = CallToolResult | ReturnType<typeof inputRequired>;

interface ServedTool extends Omit<Tool, 'name' | 'inputSchema'> {
  readonly inputSchema?: Tool['inputSchema'];
  answer(args: Readonly<Record<string, unknown>>, context: ServerContext): Answer | Promise<Answer>;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let cancellations = 0;
let tellOfChange = (_server: Server): void => {};

const tools = new Map<string, ServedTool>(
  Object.entries({
    echo: {
      description: 'Echoes back the input string',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      answer: ({ message }) => text(`Echo: ${message}`),
    },
    'get-structured-content': {
      description: 'Returns structured content.',
      inputSchema: { type: 'object', properties: { location: { type: 'string' } } },
      outputSchema: { type: 'object', properties: { temperature: { type: 'number' } }, required: ['temperature'] },
      answer: () => ({ ...text('36 degrees'), structuredContent: { temperature: 36 } }),
    },
    'get-tiny-image': {
      description: 'Returns an image.',
      answer: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
    },
    'get-resource-reference': {
      description: 'Returns a resource, or an error for an invalid id.',
      inputSchema: {
        type: 'object',
        properties: { resourceType: { type: 'string' }, resourceId: { type: 'integer' } },
      },
      answer: ({ resourceId }) =>
        Number(resourceId) < 1
          ? { ...text(`Invalid resourceId: ${resourceId}. Must be a finite positive integer.`), isError: true }
          : { content: [{ type: 'resource', resource: { uri: 'demo://1', mimeType: 'text/plain', text: 'one' } }] },
    },
    'trigger-long-running-operation': {
      description: 'Runs for the given number of seconds and reports progress in the given number of steps.',
      inputSchema: { type: 'object', properties: { duration: { type: 'number' }, steps: { type: 'integer' } } },
      answer: ({ duration, steps }, context) => work(Number(duration), Number(steps), context),
    },
    'trigger-elicitation-request': {
      description: 'Asks the user for a name.',
      answer: (_, { mcpReq }) => {
        const asked = mcpReq.inputResponses?.name as { action?: string } | undefined;
        if (asked === undefined) return inputRequired({ inputRequests: { name: inputRequired.elicit(QUESTION) } });
        return text(asked.action === 'decline' ? 'User declined' : `User answered ${JSON.stringify(asked)}`);
      },
    },
    'add-tool': {
      description: 'Adds a tool to the list and announces the change.',
      answer: (_, { mcpReq }) => {
        tools.set('added', {
          description: 'The tool that was added later.',
          answer: () => text(`added before ${mcpReq.id}`),
        });
        return text('added');
      },
    },
    cancellations: {
      description: 'Returns the number of cancellations that the server received.',
      answer: () => text(String(cancellations)),
    },
  } satisfies Record<string, ServedTool>),
);

const QUESTION = {
  message: 'What is your name?',
  requestedSchema: { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] },
};

async function work(seconds: number, steps: number, { mcpReq }: ServerContext): Promise<CallToolResult> {
  mcpReq.signal.addEventListener('abort', () => {
    cancellations++;
  });
  const progressToken = mcpReq._meta?.progressToken;
  for (let step = 1; step <= steps; step++) {
    await sleep((seconds * 1_000) / steps, undefined, { signal: mcpReq.signal });
    if (progressToken === undefined) continue;
    const params = { progressToken, progress: step, total: steps };
    await mcpReq.notify({ method: 'notifications/progress', params });
  }
  return text('completed');
}

function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] };
}

function bothEras(): Server {
  const server = new Server(
    { name: 'both-eras', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools].map(([name, { answer: _, inputSchema = { type: 'object' as const }, ...rest }]) => ({
      name,
      inputSchema,
      ...rest,
    })),
  }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args = {} } = request.params;
    const tool = tools.get(name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    const count = tools.size;
    const answer = await tool.answer(args, context);
    if (tools.size !== count) tellOfChange(server);
    return answer;
  });
  return server;
}

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(bothEras);
  tellOfChange = () => handler.notify.toolsChanged();
  const listener = getRequestListener((request) => handler.fetch(request));
  createServer((request, response) => void listener(request, response)).listen(Number(process.env.PORT), '127.0.0.1');
} else {
  tellOfChange = (server) => void server.sendToolListChanged();
  console.error('Starting the server for both eras ...');
  serveStdio(bothEras);
}
