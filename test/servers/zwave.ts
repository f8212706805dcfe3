import { setTimeout as sleep } from 'node:timers/promises';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/**
 * A small MCP server for tests: a Z-Wave gateway whose tools return every kind of result and error. Run it with
 * `node test/servers/zwave.ts`. It logs cancellations to stderr.
 */

type Arguments = Readonly<Record<string, unknown>>;

interface ServedTool extends Omit<Tool, 'name' | 'inputSchema'> {
  readonly inputSchema?: Tool['inputSchema'];
  answer(args: Arguments, signal: AbortSignal): CallToolResult | Promise<CallToolResult>;
}

/** The smallest PNG and an empty WAV file, in Base64. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const tools: Readonly<Record<string, ServedTool>> = {
  control_zwave_device: {
    description: 'Switches or dims a device.',
    inputSchema: {
      type: 'object',
      properties: {
        deviceName: { type: 'string' },
        action: { type: 'string', enum: ['on', 'off', 'dim'] },
        level: { type: 'integer', minimum: 0, maximum: 100 },
      },
      required: ['deviceName', 'action'],
    },
    answer: (args) => text(`received ${JSON.stringify(args)}`),
  },

  echo_arguments: {
    description: 'Answers with the arguments it received, as JSON. Takes anything.',
    inputSchema: { type: 'object', additionalProperties: true },
    answer: (args) => text(JSON.stringify(args)),
  },

  get_sensor: {
    description: 'Reads a sensor.',
    annotations: { title: 'Read a sensor', readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { device_id: { type: 'string' }, max_age: { type: 'integer' } },
      required: ['device_id'],
    },
    answer: (args) => text(JSON.stringify(args)),
  },

  set_alarm: {
    description: 'Arms the alarm at a time of day.',
    inputSchema: {
      type: 'object',
      properties: { time: { type: 'string', format: 'time' } },
      required: ['time'],
    },
    answer: (args) => text(JSON.stringify(args)),
  },

  mixed_content: {
    description: 'Answers with one block of every kind.',
    answer: () => ({
      content: [
        { type: 'text', text: 'the hall, now' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'zwave://log', mimeType: 'text/plain', text: 'door opened' } },
        { type: 'resource_link', uri: 'zwave://manual', name: 'manual', mimeType: 'application/pdf' },
        { type: 'audio', data: WAV, mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'zwave://firmware', mimeType: 'application/zip', blob: 'UEsFBg==' } },
      ],
    }),
  },

  structured: {
    description: 'Answers with structured content.',
    outputSchema: {
      type: 'object',
      properties: { temperature: { type: 'number' }, unit: { type: 'string' } },
      required: ['temperature', 'unit'],
    },
    answer: () => ({
      content: [{ type: 'text', text: '21.5 degrees' }],
      structuredContent: { temperature: 21.5, unit: 'C' },
    }),
  },

  with_meta: {
    description: 'Answers with a text and metadata beside it.',
    answer: () => ({ content: [{ type: 'text', text: 'the answer alone' }], _meta: { 'zwave/node': 7 } }),
  },

  says_nothing: {
    description: 'Answers without content.',
    answer: () => ({ content: [] }),
  },

  complain: {
    description: 'Answers with an error result: the given words, or that a parameter is missing.',
    inputSchema: { type: 'object', properties: { words: { type: 'string' } } },
    answer: ({ words = 'Error: deviceName is required' }) => ({ ...text(String(words)), isError: true }),
  },

  rpc_error: {
    description: 'Answers with a JSON-RPC error.',
    answer: () => {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid arguments: level must be at most 100');
    },
  },

  stall: {
    description: 'Never answers.',
    answer: (_args, signal) => {
      signal.addEventListener('abort', () => process.stderr.write('cancelled stall\n'));
      process.stderr.write('started stall\n');
      return new Promise(() => {});
    },
  },

  pid_exit: {
    description: 'Ends the server in the middle of the call.',
    annotations: { destructiveHint: true },
    answer: async () => {
      await sleep(10);
      return process.exit(1);
    },
  },

  no_description: {
    answer: () => text('described or not'),
  },
};

function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] };
}

function zwaveServer(): Server {
  const server = new Server({ name: 'zwave', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, { answer: _, inputSchema = { type: 'object' as const }, ...rest }]) => ({
      name,
      inputSchema,
      ...rest,
    })),
  }));
  server.setRequestHandler('tools/call', (request, context) => {
    const { name, arguments: args = {} } = request.params;
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    return tool.answer(args, context.mcpReq.signal);
  });
  return server;
}

serveStdio(zwaveServer);
