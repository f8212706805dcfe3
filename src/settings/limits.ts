import { z } from 'zod';
import { defaultLimits, type Limits } from '../core/index.ts';
import { count, described, duration, named, withDefault } from './kinds.ts';

const MEBIBYTE = 1024 * 1024;

/** Allowed range and description of each limit. The defaults are in src/core/limits.ts. */
const BOUNDS: Readonly<Record<Bound, readonly [range: z.ZodInt, description: string]>> = {
  steps: [count(1_000), 'Maximum number of model calls in one turn. Increase it for long tasks with many tool calls.'],
  toolMs: [
    duration(),
    'Time limit for a tool call, in milliseconds. Increase it for slow tools, or set it for single tools in `limits.tools`.',
  ],
  progressMs: [
    duration(),
    'Total time limit for a tool call that keeps reporting progress, in milliseconds. Each report restarts `limits.toolMs`.',
  ],
  slowToolMs: [duration(), 'Duration after which a tool call is logged as slow, in milliseconds.'],
  permitMs: [duration(), 'How long a tool call waits for a permission, in milliseconds.'],
  callsAtOnce: [count(100_000), 'Maximum number of tool calls that run at once. Further calls wait in the queue.'],
  callsPerTool: [
    count(100_000),
    'Maximum number of calls of one tool that run at once. Decrease it if a tool overloads its service.',
  ],
  callsPerServer: [count(100_000), 'Maximum number of calls to one MCP server that run at once.'],
  callsQueued: [
    count(1_000_000, 0),
    'Maximum number of tool calls that wait in the queue. Further calls fail at once.',
  ],
  nestedCalls: [count(100), 'Maximum depth of tool calls that tools make themselves.'],
  argumentValues: [count(10_000_000), 'Maximum number of values in the arguments of a tool call.'],
  argumentDepth: [count(500), 'Maximum nesting depth of the arguments of a tool call.'],
  schemaBytes: [
    count(64 * MEBIBYTE),
    "Maximum size of a tool's parameter schema, in bytes. A tool with a larger schema is left out.",
  ],
  schemaParts: [count(1_000_000), "Maximum number of values in a tool's parameter schema."],
  schemaDepth: [count(500), "Maximum nesting depth of a tool's parameter schema."],
  compiledSchemas: [
    count(100_000),
    'Number of compiled schemas that are kept in memory. Increase it if you have more tools than that.',
  ],
  outcomeBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of the text in a tool result, in bytes. Longer text is truncated.',
  ],
  mediaBytes: [count(256 * MEBIBYTE), 'Maximum size of the images and audio in a tool result, in bytes.'],
  bodyBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of a request body, in bytes. Increase it for conversations with many images.',
  ],
  bodiesBytes: [count(1024 * 1024 * MEBIBYTE), 'Maximum size of all request bodies that are being received, in bytes.'],
  headersMs: [duration(), 'Time limit for the headers of a request to arrive, in milliseconds.'],
  requestMs: [
    duration(),
    'Time limit for a complete request to arrive, in milliseconds. Increase it for large requests over slow connections.',
  ],
  drainMs: [duration(), 'Time that running requests get to finish when the server stops, in milliseconds.'],
  heartbeatMs: [
    duration(),
    'Time without output before a heartbeat is sent in a stream, in milliseconds. Decrease it if a proxy closes idle streams.',
  ],
  slowClientMs: [
    duration(),
    'Time after which a client that does not read its stream is disconnected, in milliseconds.',
  ],
  turnMs: [duration(), 'Time limit for a turn, in milliseconds. Increase it for slow models and long tasks.'],
  turnsAtOnce: [count(1_000_000), 'Maximum number of turns that run at once. Further requests are refused.'],
  clientTools: [count(100_000), 'Maximum number of tools in a request.'],
  repeatedCalls: [
    count(1_000, 2),
    'Number of identical tool calls with the same outcome after which the model may call no more tools in this turn.',
  ],
  connectMs: [duration(), 'Time limit for connecting to a backend, in milliseconds.'],
  firstByteMs: [duration(), 'Time limit for the first byte of an answer from a backend, in milliseconds.'],
  silenceMs: [
    duration(),
    "Longest pause within a backend's answer, in milliseconds. Increase it for models that reason for a long time without output.",
  ],
  modelsMs: [duration(), 'Time limit for a backend to list its models or to describe a model, in milliseconds.'],
  retries: [count(100, 0), 'Number of retries if a backend fails before the first byte of its answer.'],
  retryMs: [
    duration(),
    'Longest delay before the first retry, in milliseconds. It doubles for each further retry, and a random part of it is used.',
  ],
  retryAfterMs: [
    duration(),
    'Longest delay that a backend may request before a retry, in milliseconds. If it requests more, the request fails at once.',
  ],
  breakerFailures: [
    count(1_000_000),
    'Number of consecutive failures after which a backend is not used for `limits.breakerMs`.',
  ],
  breakerMs: [duration(), 'How long a failing backend is not used, in milliseconds.'],
  upstreamConnections: [count(100_000), 'Maximum number of connections to one backend.'],
  eventBytes: [count(256 * MEBIBYTE), "Maximum size of one event in a backend's stream, in bytes."],
  answerBytes: [count(1024 * MEBIBYTE), 'Maximum size of one answer of a backend, in bytes.'],
  answerTokens: [count(10_000_000), "Number of tokens in the model's context window that are reserved for the answer."],
  chosenContextTokens: [
    count(1_000_000_000),
    'Largest context window that Toolpath requests from Ollama, in tokens. Increase it for long conversations if you have the memory; `contextTokens` of a model overrides it.',
  ],
  resumeMs: [
    duration(),
    'Time after an interrupted turn in which the same request resumes it and does not run its tools again, in milliseconds.',
  ],
  resumeBytes: [count(1024 * MEBIBYTE), 'Maximum memory for interrupted turns that can be resumed, in bytes.'],
  continuationMs: [duration(), 'How long a turn is stored after its last use, in milliseconds.'],
  continuations: [count(100_000_000), 'Maximum number of stored turns. The oldest are deleted first.'],
  continuationBytes: [count(256 * MEBIBYTE), 'Maximum size of one stored turn, in bytes.'],
  storeBytes: [count(1024 * 1024 * MEBIBYTE), 'Maximum size of all stored turns, in bytes.'],
  turnRecords: [count(100_000, 0), 'Number of turns whose decisions `GET /v1/turns/ID` can return.'],
  turnRecordMs: [duration(), 'How long `GET /v1/turns/ID` can return the decisions of a turn, in milliseconds.'],
  messageBytes: [count(256 * MEBIBYTE), 'Maximum size of one message from an MCP server, in bytes.'],
  serverTools: [count(1_000_000), 'Maximum number of tools of one MCP server.'],
  serverToolsBytes: [count(1024 * MEBIBYTE), 'Maximum size of all tool definitions of one MCP server, in bytes.'],
  descriptionBytes: [
    count(16 * MEBIBYTE),
    "Maximum size of an MCP tool's description, in bytes. Longer descriptions are truncated.",
  ],
  stderrBytes: [
    count(16 * MEBIBYTE),
    "How much of the beginning and end of an MCP server's stderr is kept for error reports, in bytes.",
  ],
};

type Bound = Exclude<keyof Limits, 'tools'>;

const bounds = Object.fromEntries(
  Object.entries(BOUNDS).map(([name, [range, description]]) => [
    name,
    withDefault(defaultLimits[name as Bound], range, description),
  ]),
) as Record<Bound, z.ZodDefault<z.ZodInt>>;

export const limitsSchema = z.strictObject({
  ...bounds,
  tools: described(
    named(
      z.strictObject({
        toolMs: described(duration(), 'Time limit for a call of this tool, in milliseconds.', 120_000).exactOptional(),
        callsAtOnce: described(
          count(100_000),
          'Maximum number of calls of this tool that run at once.',
          1,
        ).exactOptional(),
      }),
    ).prefault({}),
    'Limits for single tools, by `server::tool` or by name.',
    { 'files::search': { toolMs: 120_000 } },
  ),
}) satisfies z.ZodType<Limits>;
