import { z } from 'zod';
import { defaultLimits, type Limits } from '../core/index.ts';
import { count, described, duration, named } from './kinds.ts';

const MEBIBYTE = 1024 * 1024;

/** The bounds and their defaults are core's; here each gets its words and the range in which it makes sense. */
export const limitsSchema = z.strictObject({
  steps: bound('steps', count(1_000), 'Model calls in one turn.'),
  toolMs: bound('toolMs', duration(), 'Time a tool may take before it is cancelled, in milliseconds.'),
  progressMs: bound('progressMs', duration(), 'Time in all for a call that reports its progress, in milliseconds.'),
  slowToolMs: bound('slowToolMs', duration(), 'A tool that takes longer is logged as slow, in milliseconds.'),
  permitMs: bound('permitMs', duration(), 'Time to wait for a permission, in milliseconds.'),
  callsAtOnce: bound('callsAtOnce', count(100_000), 'Tool calls that run at once.'),
  callsPerTool: bound('callsPerTool', count(100_000), 'Calls of one tool that run at once.'),
  callsPerServer: bound('callsPerServer', count(100_000), 'Calls of one MCP server that run at once.'),
  callsQueued: bound('callsQueued', count(1_000_000, 0), 'Tool calls that may wait for their place.'),
  nestedCalls: bound('nestedCalls', count(100), 'Levels of tools that call tools.'),
  argumentValues: bound('argumentValues', count(10_000_000), "Values in one call's arguments."),
  argumentDepth: bound('argumentDepth', count(500), "Levels of nesting in a call's arguments."),
  schemaBytes: bound('schemaBytes', count(64 * MEBIBYTE), "Size of a tool's parameter schema, in bytes."),
  schemaParts: bound('schemaParts', count(1_000_000), "Values inside a tool's parameter schema."),
  schemaDepth: bound('schemaDepth', count(500), "Levels of nesting in a tool's parameter schema."),
  compiledSchemas: bound('compiledSchemas', count(100_000), 'Compiled schemas that are kept.'),
  outcomeBytes: bound('outcomeBytes', count(256 * MEBIBYTE), 'Text of an outcome before it is cut, in bytes.'),
  mediaBytes: bound('mediaBytes', count(256 * MEBIBYTE), 'Images and audio of an outcome, in bytes.'),
  bodyBytes: bound('bodyBytes', count(256 * MEBIBYTE), 'Size of a request body, in bytes.'),
  bodiesBytes: bound(
    'bodiesBytes',
    count(1024 * 1024 * MEBIBYTE),
    'Size of all request bodies that are being read, in bytes.',
  ),
  headersMs: bound('headersMs', duration(), "Time for a request's headers to arrive, in milliseconds."),
  requestMs: bound('requestMs', duration(), 'Time for a whole request to arrive, in milliseconds.'),
  drainMs: bound('drainMs', duration(), 'Time for running requests to finish when the server stops, in milliseconds.'),
  heartbeatMs: bound('heartbeatMs', duration(), 'Silence in a stream before a heartbeat is sent, in milliseconds.'),
  slowClientMs: bound('slowClientMs', duration(), 'Time a client may leave its stream unread, in milliseconds.'),
  turnMs: bound('turnMs', duration(), 'Time for a whole turn, in milliseconds.'),
  turnsAtOnce: bound('turnsAtOnce', count(1_000_000), 'Turns that run at once.'),
  clientTools: bound('clientTools', count(100_000), 'Tools that a request may list.'),
  repeatedCalls: bound('repeatedCalls', count(1_000, 2), 'The same call with the same outcome before tools are off.'),
  connectMs: bound('connectMs', duration(), 'Time for a backend to take a connection, in milliseconds.'),
  firstByteMs: bound('firstByteMs', duration(), 'Time for a backend to begin its answer, in milliseconds.'),
  silenceMs: bound('silenceMs', duration(), "Silence between two pieces of a backend's answer, in milliseconds."),
  modelsMs: bound(
    'modelsMs',
    duration(),
    'Time for a backend to list its models, or to say what it knows of one, in milliseconds.',
  ),
  retries: bound('retries', count(100, 0), 'Further attempts when a backend fails before its first byte.'),
  retryMs: bound('retryMs', duration(), 'The wait before the first of them, in milliseconds; it doubles.'),
  retryAfterMs: bound('retryAfterMs', duration(), 'The longest wait that a backend may ask for, in milliseconds.'),
  breakerFailures: bound('breakerFailures', count(1_000_000), 'Failures in a row before a backend is spared.'),
  breakerMs: bound('breakerMs', duration(), 'How long it is spared, in milliseconds.'),
  upstreamConnections: bound('upstreamConnections', count(100_000), 'Connections to one backend.'),
  eventBytes: bound('eventBytes', count(256 * MEBIBYTE), "One event of a backend's stream, in bytes."),
  answerBytes: bound('answerBytes', count(1024 * MEBIBYTE), 'One answer of a backend, in bytes.'),
  answerTokens: bound('answerTokens', count(10_000_000), "Tokens of a model's window that are kept for its answer."),
  chosenContextTokens: bound(
    'chosenContextTokens',
    count(1_000_000_000),
    'The largest window asked for where a server lets one choose (Ollama), in tokens; `contextTokens` of a model wins.',
  ),
  resumeMs: bound(
    'resumeMs',
    duration(),
    'Time in which the same request goes on behind the tools of a turn that broke off, in milliseconds.',
  ),
  resumeBytes: bound(
    'resumeBytes',
    count(1024 * MEBIBYTE),
    'What is kept in memory of turns that broke off, in bytes.',
  ),
  continuationMs: bound('continuationMs', duration(), 'Time a turn is remembered after its last use, in milliseconds.'),
  continuations: bound('continuations', count(100_000_000), 'Turns that are remembered.'),
  continuationBytes: bound('continuationBytes', count(256 * MEBIBYTE), 'What is remembered of one turn, in bytes.'),
  storeBytes: bound('storeBytes', count(1024 * 1024 * MEBIBYTE), 'What is remembered in all, in bytes.'),
  turnRecords: bound('turnRecords', count(100_000, 0), 'Turns whose decisions can be fetched by their ids.'),
  turnRecordMs: bound('turnRecordMs', duration(), 'How long they can, in milliseconds.'),
  messageBytes: bound('messageBytes', count(256 * MEBIBYTE), 'One message of an MCP server, in bytes.'),
  serverTools: bound('serverTools', count(1_000_000), 'Tools of one MCP server.'),
  serverToolsBytes: bound(
    'serverToolsBytes',
    count(1024 * MEBIBYTE),
    "All definitions of one server's tools, in bytes.",
  ),
  descriptionBytes: bound('descriptionBytes', count(16 * MEBIBYTE), "Size of an MCP tool's description, in bytes."),
  stderrBytes: bound('stderrBytes', count(16 * MEBIBYTE), "What is kept of a server's stderr, in bytes."),
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

function bound(name: Exclude<keyof Limits, 'tools'>, range: z.ZodInt, description: string) {
  return described(range.default(defaultLimits[name]), description, defaultLimits[name]);
}
