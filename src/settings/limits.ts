import { z } from 'zod';
import { defaultLimits, type Limits } from '../core/index.ts';
import { count, described, duration, named, withDefault } from './kinds.ts';

const MEBIBYTE = 1024 * 1024;

/** For each bound of core the range in which it makes sense, and its description. The defaults are core's. */
const BOUNDS: Readonly<Record<Bound, readonly [range: z.ZodInt, description: string]>> = {
  steps: [count(1_000), 'Model calls in one turn.'],
  toolMs: [duration(), 'Time a tool may take before it is cancelled, in milliseconds.'],
  progressMs: [duration(), 'Time in all for a call that reports its progress, in milliseconds.'],
  slowToolMs: [duration(), 'A tool that takes longer is logged as slow, in milliseconds.'],
  permitMs: [duration(), 'Time to wait for a permission, in milliseconds.'],
  callsAtOnce: [count(100_000), 'Tool calls that run at once.'],
  callsPerTool: [count(100_000), 'Calls of one tool that run at once.'],
  callsPerServer: [count(100_000), 'Calls of one MCP server that run at once.'],
  callsQueued: [count(1_000_000, 0), 'Tool calls that may wait for their place.'],
  nestedCalls: [count(100), 'Levels of tools that call tools.'],
  argumentValues: [count(10_000_000), "Values in one call's arguments."],
  argumentDepth: [count(500), "Levels of nesting in a call's arguments."],
  schemaBytes: [count(64 * MEBIBYTE), "Size of a tool's parameter schema, in bytes."],
  schemaParts: [count(1_000_000), "Values inside a tool's parameter schema."],
  schemaDepth: [count(500), "Levels of nesting in a tool's parameter schema."],
  compiledSchemas: [count(100_000), 'Compiled schemas that are kept.'],
  outcomeBytes: [count(256 * MEBIBYTE), 'Text of an outcome before it is cut, in bytes.'],
  mediaBytes: [count(256 * MEBIBYTE), 'Images and audio of an outcome, in bytes.'],
  bodyBytes: [count(256 * MEBIBYTE), 'Size of a request body, in bytes.'],
  bodiesBytes: [count(1024 * 1024 * MEBIBYTE), 'Size of all request bodies that are being read, in bytes.'],
  headersMs: [duration(), "Time for a request's headers to arrive, in milliseconds."],
  requestMs: [duration(), 'Time for a whole request to arrive, in milliseconds.'],
  drainMs: [duration(), 'Time for running requests to finish when the server stops, in milliseconds.'],
  heartbeatMs: [duration(), 'Silence in a stream before a heartbeat is sent, in milliseconds.'],
  slowClientMs: [duration(), 'Time a client may leave its stream unread, in milliseconds.'],
  turnMs: [duration(), 'Time for a whole turn, in milliseconds.'],
  turnsAtOnce: [count(1_000_000), 'Turns that run at once.'],
  clientTools: [count(100_000), 'Tools that a request may list.'],
  repeatedCalls: [count(1_000, 2), 'The same call with the same outcome before tools are off.'],
  connectMs: [duration(), 'Time for a backend to take a connection, in milliseconds.'],
  firstByteMs: [duration(), 'Time for a backend to begin its answer, in milliseconds.'],
  silenceMs: [duration(), "Silence between two pieces of a backend's answer, in milliseconds."],
  modelsMs: [duration(), 'Time for a backend to list its models, or to say what it knows of one, in milliseconds.'],
  retries: [count(100, 0), 'Further attempts when a backend fails before its first byte.'],
  retryMs: [duration(), 'The wait before the first of them, in milliseconds; it doubles.'],
  retryAfterMs: [duration(), 'The longest wait that a backend may ask for, in milliseconds.'],
  breakerFailures: [count(1_000_000), 'Failures in a row before a backend is spared.'],
  breakerMs: [duration(), 'How long it is spared, in milliseconds.'],
  upstreamConnections: [count(100_000), 'Connections to one backend.'],
  eventBytes: [count(256 * MEBIBYTE), "One event of a backend's stream, in bytes."],
  answerBytes: [count(1024 * MEBIBYTE), 'One answer of a backend, in bytes.'],
  answerTokens: [count(10_000_000), "Tokens of a model's window that are kept for its answer."],
  chosenContextTokens: [
    count(1_000_000_000),
    'The largest window asked for where a server lets one choose (Ollama), in tokens; `contextTokens` of a model wins.',
  ],
  resumeMs: [
    duration(),
    'Time in which the same request goes on behind the tools of a turn that broke off, in milliseconds.',
  ],
  resumeBytes: [count(1024 * MEBIBYTE), 'What is kept in memory of turns that broke off, in bytes.'],
  continuationMs: [duration(), 'Time a turn is remembered after its last use, in milliseconds.'],
  continuations: [count(100_000_000), 'Turns that are remembered.'],
  continuationBytes: [count(256 * MEBIBYTE), 'What is remembered of one turn, in bytes.'],
  storeBytes: [count(1024 * 1024 * MEBIBYTE), 'What is remembered in all, in bytes.'],
  turnRecords: [count(100_000, 0), 'Turns whose decisions can be fetched by their ids.'],
  turnRecordMs: [duration(), 'How long they can, in milliseconds.'],
  messageBytes: [count(256 * MEBIBYTE), 'One message of an MCP server, in bytes.'],
  serverTools: [count(1_000_000), 'Tools of one MCP server.'],
  serverToolsBytes: [count(1024 * MEBIBYTE), "All definitions of one server's tools, in bytes."],
  descriptionBytes: [count(16 * MEBIBYTE), "Size of an MCP tool's description, in bytes."],
  stderrBytes: [count(16 * MEBIBYTE), "What is kept of a server's stderr, in bytes."],
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
        toolMs: described(duration(), 'Time this tool may take, in milliseconds.', 120_000).exactOptional(),
        callsAtOnce: described(count(100_000), 'Calls of this tool that run at once.', 1).exactOptional(),
      }),
    ).prefault({}),
    'Exceptions for single tools, by `server::tool` or by name.',
    { 'files::search': { toolMs: 120_000 } },
  ),
}) satisfies z.ZodType<Limits>;
