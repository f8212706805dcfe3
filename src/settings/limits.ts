import { z } from 'zod';
import { defaultLimits, type Limits } from '../core/index.ts';
import { count, described, duration, LONGEST_MS, named, withDefault } from './kinds.ts';

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
  slowToolMs: [
    duration(),
    'Duration after which a tool call is logged as slow, in milliseconds. Increase it if the log reports too many.',
  ],
  permitMs: [
    duration(),
    'How long a tool call waits for permission, in milliseconds. Increase it if people approve calls and need longer.',
  ],
  callsAtOnce: [
    count(100_000),
    'Maximum number of tool calls that run at once. Further calls wait in the queue. Decrease it on a small machine.',
  ],
  callsPerTool: [
    count(100_000),
    'Maximum number of calls of one tool that run at once. Decrease it if a tool overloads its service.',
  ],
  callsPerServer: [
    count(100_000),
    'Maximum number of calls to one MCP server that run at once. Decrease it if parallel calls overload a server.',
  ],
  callsQueued: [
    count(1_000_000, 0),
    'Maximum number of tool calls that wait in the queue. Further calls fail at once.',
  ],
  nestedCalls: [
    count(100),
    'Maximum depth of tool calls that tools make themselves. Increase it only if your tools call other tools on purpose.',
  ],
  argumentValues: [
    count(10_000_000),
    'Maximum number of values in the arguments of a tool call. Increase it if a tool takes very large lists.',
  ],
  argumentDepth: [
    count(500),
    'Maximum nesting depth of the arguments of a tool call. Increase it if a tool takes deeply nested data.',
  ],
  schemaBytes: [
    count(64 * MEBIBYTE),
    "Maximum size of a tool's parameter schema, in bytes. A tool with a larger schema is left out.",
  ],
  schemaParts: [
    count(1_000_000),
    "Maximum number of values in a tool's parameter schema. From the eleventh on, a member of anyOf, oneOf or allOf counts as four. A tool with a larger schema is left out.",
  ],
  schemaDepth: [
    count(500),
    "Maximum nesting depth of a tool's parameter schema. A tool with a deeper schema is left out.",
  ],
  compiledSchemas: [
    count(100_000),
    'Number of compiled schemas that are kept in memory. Increase it if you have more tools than that.',
  ],
  compiledBytes: [
    count(4_096 * MEBIBYTE),
    'Maximum memory of the compiled schemas, estimated, in bytes. Increase it if many of your tools have large schemas.',
  ],
  outcomeBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of the text in a tool result, in bytes. Longer text is truncated. Increase it for models with a large context window.',
  ],
  mediaBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of the images and audio in a tool result, in bytes. Increase it for tools that return large images.',
  ],
  promptMediaBytes: [
    count(1024 * MEBIBYTE),
    'Maximum size of the images and audio of tool results in one prompt, in bytes of base64. If a conversation has more, the model gets descriptions of the oldest ones.',
  ],
  bodyBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of a request body, in bytes. Increase it for conversations with many images.',
  ],
  bodyValues: [
    count(10_000_000),
    'Maximum number of JSON values in a request body. Embeddings and completions may have five times as many. Increase it for very long conversations with many tools.',
  ],
  bodiesBytes: [
    count(1024 * 1024 * MEBIBYTE),
    'Maximum size of all request bodies that are being received, in bytes. Decrease it on a machine with little memory.',
  ],
  headersMs: [
    duration(),
    'Time limit for the headers of a request to arrive, in milliseconds. Increase it for clients on very slow connections.',
  ],
  requestMs: [
    duration(),
    'Time limit for a complete request to arrive, in milliseconds. Increase it for large requests over slow connections.',
  ],
  drainMs: [
    duration(),
    'Time that running requests get to finish when the server stops, in milliseconds. Increase it if restarts interrupt long turns.',
  ],
  heartbeatMs: [
    duration(),
    'Time without output before a heartbeat is sent in a stream, in milliseconds. Decrease it if a proxy closes idle streams.',
  ],
  slowClientMs: [
    duration(),
    'Time after which a client that does not read its stream is disconnected, in milliseconds. Increase it for clients that pause for long.',
  ],
  turnMs: [
    duration(),
    'Time limit for a step of a turn with its tool calls, in milliseconds. Every step starts it again, so a long turn that makes progress is not stopped. Increase it for slow models.',
  ],
  turnsAtOnce: [
    count(1_000_000),
    'Maximum number of turns that run at once. Further requests are refused. Decrease it on a machine with little memory.',
  ],
  clientTools: [count(100_000), 'Maximum number of tools in a request. Increase it for agents that send more.'],
  repeatedCalls: [
    count(1_000, 2),
    'Number of identical tool calls with the same outcome after which the model may call no more tools in this turn. Increase it if models must poll.',
  ],
  connectMs: [
    duration(),
    'Time limit for connecting to a backend, in milliseconds. Increase it for backends on slow networks.',
  ],
  firstByteMs: [
    duration(),
    'Time limit for the first byte of an answer from a backend, in milliseconds. Increase it for slow models with long prompts.',
  ],
  silenceMs: [
    duration(),
    "Longest pause within a backend's answer, in milliseconds. Increase it for models that reason for a long time without output.",
  ],
  modelsMs: [
    duration(),
    'Time limit for a backend to list its models or to describe a model, in milliseconds. Increase it for backends on slow networks.',
  ],
  retries: [
    count(100, 0),
    'Number of retries if a backend fails before the first byte of its answer. 0 disables retries.',
  ],
  retryMs: [
    duration(),
    'Upper bound of the random delay before the first retry, in milliseconds. It doubles for each further retry.',
  ],
  retryAfterMs: [
    duration(),
    'Longest delay before a retry, in milliseconds. If a backend requests a longer one, there is no retry.',
  ],
  breakerFailures: [
    count(1_000_000),
    'Number of consecutive failures after which a backend is not used for `limits.breakerMs`. Increase it for a backend that often recovers by itself.',
  ],
  breakerMs: [
    duration(),
    'How long a failing backend is not used, in milliseconds. Decrease it if your backends restart quickly.',
  ],
  upstreamConnections: [
    count(100_000),
    'Maximum number of connections to one backend. Increase it to run more turns at once.',
  ],
  agentProcesses: [
    count(1_000),
    'Maximum number of child processes of one `claude-agent` backend. Further turns wait. Increase it if your machine has 200 MB of memory for each.',
  ],
  agentSpareMs: [
    count(LONGEST_MS, 0),
    'How long a `claude-agent` backend keeps a child process ready for the results of calls that the client runs, in milliseconds. 0 starts none, which saves 200 MB of memory.',
  ],
  eventBytes: [
    count(256 * MEBIBYTE),
    "Maximum size of one event in a backend's stream, in bytes. Increase it for models that return large images.",
  ],
  answerBytes: [
    count(1024 * MEBIBYTE),
    'Maximum size of one answer of a backend, in bytes. Increase it for models that return many images.',
  ],
  answerTokens: [
    count(10_000_000),
    "Number of tokens in the model's context window that are reserved for the answer. Increase it if answers end in mid-sentence.",
  ],
  chosenContextTokens: [
    count(1_000_000_000),
    'Largest context window that Toolpath requests from Ollama, in tokens. Increase it for long conversations if you have the memory; `contextTokens` of a model overrides it.',
  ],
  resumeMs: [
    duration(),
    'Time after an interrupted turn in which the same request resumes it and does not run its tools again, in milliseconds. Increase it for clients that retry late.',
  ],
  resumeBytes: [
    count(1024 * MEBIBYTE),
    'Maximum memory for interrupted turns that can be resumed, in bytes. Decrease it on a machine with little memory.',
  ],
  continuationMs: [
    duration(),
    'How long a turn is stored after its last use, in milliseconds. Increase it if users resume conversations later.',
  ],
  continuations: [count(100_000_000), 'Maximum number of stored turns. The oldest are deleted first.'],
  continuationBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of one stored turn, in bytes. Increase it for turns with very large tool results.',
  ],
  storeBytes: [
    count(1024 * 1024 * MEBIBYTE),
    'Maximum size of all stored turns, in bytes. Decrease it if disk space is short.',
  ],
  turnRecords: [
    count(100_000, 0),
    'Number of turns whose decisions `GET /v1/turns/ID` can return. Increase it on a busy gateway.',
  ],
  turnRecordMs: [
    duration(),
    'How long `GET /v1/turns/ID` can return the decisions of a turn, in milliseconds. Increase it to look at older turns.',
  ],
  messageBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of one message from an MCP server, in bytes. Increase it for servers that return large files.',
  ],
  serverTools: [
    count(1_000_000),
    'Maximum number of tools of one MCP server. Increase it for a server with more tools.',
  ],
  serverToolsBytes: [
    count(1024 * MEBIBYTE),
    'Maximum size of all tool definitions of one MCP server, in bytes. Increase it for a server with very large schemas.',
  ],
  descriptionBytes: [
    count(16 * MEBIBYTE),
    "Maximum size of an MCP tool's description, in bytes. Longer descriptions are truncated.",
  ],
  parameterDescriptionBytes: [
    count(16 * MEBIBYTE),
    'Maximum size of each description inside the schema of an MCP tool, in bytes. Longer descriptions are truncated.',
  ],
  stderrBytes: [
    count(16 * MEBIBYTE),
    "How much of the beginning and end of an MCP server's stderr is kept for error reports, in bytes. Increase it if reports lack the cause of an error.",
  ],
  sqlMs: [
    duration(),
    'Time limit for an SQL statement, in milliseconds. It is then cancelled at the database. Increase `limits.toolMs` as well.',
  ],
  sqlRows: [count(1_000_000), 'Number of rows that a statement returns if the model does not ask for more.'],
  sqlMostRows: [count(1_000_000), 'Maximum number of rows that a model may ask for (`max_rows`).'],
  sqlBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of the rows of a statement, in bytes. Further rows are left out. Increase `limits.outcomeBytes` as well.',
  ],
  sqlCellBytes: [
    count(256 * MEBIBYTE),
    'Maximum size of one value in a row, in bytes. A longer text is truncated. Increase it for long documents in a database.',
  ],
  sqlConnections: [
    count(100),
    'Maximum number of statements that run at once in one database. Further ones wait. For SQLite and DuckDB, each is a process.',
  ],
  sqlMemoryBytes: [
    count(1024 * 1024 * MEBIBYTE, MEBIBYTE),
    'Maximum memory of a statement in SQLite or DuckDB, in bytes. Increase it for large sorts and joins.',
  ],
  schemaTables: [
    count(1_000_000),
    'Maximum number of tables that are read from one database. Further tables are not found.',
  ],
  schemaWaitMs: [
    count(LONGEST_MS, 0),
    'How long a search waits for databases whose tables are still being read, in milliseconds.',
  ],
  pythonMs: [
    duration(),
    'Time limit for a Python program with its tool calls, in milliseconds. The time that it waits for the client does not count. Above `limits.progressMs`, increase that as well.',
  ],
  pythonComputeMs: [duration(), 'Maximum processor time of a Python program, in milliseconds.'],
  pythonMemoryBytes: [
    count(4 * 1024 * MEBIBYTE, 8 * MEBIBYTE),
    'Maximum memory of a Python program, in bytes. The process that runs it takes more.',
  ],
  pythonOutputBytes: [
    count(MEBIBYTE, 1_024),
    'Maximum size of the output of a Python program, in bytes. Further output is left out. Increase `limits.outcomeBytes` as well.',
  ],
  pythonCodeBytes: [count(128 * 1_024, 1_024), 'Maximum size of a Python program, in bytes.'],
  pythonCalls: [
    count(100_000),
    'Maximum number of tool calls of a Python program. A further call raises an exception.',
  ],
  pythonStateBytes: [
    count(256 * MEBIBYTE, 64 * 1_024),
    'Maximum size of all arguments and results that a Python program exchanges with its tools, together with its state while it waits for the client, in bytes.',
  ],
  pythonProcesses: [
    count(64),
    'Maximum number of processes of each Python engine. Further programs wait for a free one.',
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
