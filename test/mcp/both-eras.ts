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
 * A server of the SDK's that speaks the protocol of both eras: `node test/mcp/both-eras.ts stdio|http`. Its tools bear the
 * names of those of `@modelcontextprotocol/server-everything`, which speaks the older only; two more tell what it heard.
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
      description: 'Answers with structured content.',
      inputSchema: { type: 'object', properties: { location: { type: 'string' } } },
      outputSchema: { type: 'object', properties: { temperature: { type: 'number' } }, required: ['temperature'] },
      answer: () => ({ ...text('36 degrees'), structuredContent: { temperature: 36 } }),
    },
    'get-tiny-image': {
      description: 'Answers with a picture.',
      answer: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
    },
    'get-resource-reference': {
      description: 'Answers with a resource, or complains.',
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
      description: 'Takes so many seconds, and says so many times how far it is.',
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
      description: 'Adds a tool to the list, and says so.',
      answer: (_, { mcpReq }) => {
        tools.set('added', { description: 'Was added.', answer: () => text(`added before ${mcpReq.id}`) });
        return text('added');
      },
    },
    cancellations: {
      description: 'Tells how many cancellations were heard.',
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
  console.error('Starting the server of both eras ...');
  serveStdio(bothEras);
}
