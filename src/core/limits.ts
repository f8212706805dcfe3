/**
 * The limits that a user may want to change. Each has a name, a default and a reason, and each is a setting. A limit that only
 * protects the process from hostile or broken input (the length of a name, the depth of a recursion, the lines of a message) is
 * a named constant beside its use instead.
 */
export interface Limits {
  readonly steps: number;
  readonly toolMs: number;
  readonly progressMs: number;
  readonly slowToolMs: number;
  readonly permitMs: number;
  readonly callsAtOnce: number;
  readonly callsPerTool: number;
  readonly callsPerServer: number;
  readonly callsQueued: number;
  readonly nestedCalls: number;
  readonly argumentValues: number;
  readonly argumentDepth: number;
  readonly schemaBytes: number;
  readonly schemaParts: number;
  readonly schemaDepth: number;
  readonly compiledSchemas: number;
  readonly compiledBytes: number;
  readonly outcomeBytes: number;
  readonly mediaBytes: number;
  readonly promptMediaBytes: number;
  readonly bodyBytes: number;
  readonly bodyValues: number;
  readonly bodiesBytes: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly drainMs: number;
  readonly heartbeatMs: number;
  readonly slowClientMs: number;
  readonly turnMs: number;
  readonly turnsAtOnce: number;
  readonly clientTools: number;
  readonly repeatedCalls: number;
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly silenceMs: number;
  readonly modelsMs: number;
  readonly retries: number;
  readonly retryMs: number;
  readonly retryAfterMs: number;
  readonly breakerFailures: number;
  readonly breakerMs: number;
  readonly upstreamConnections: number;
  readonly agentProcesses: number;
  readonly agentSpareMs: number;
  readonly eventBytes: number;
  readonly answerBytes: number;
  readonly answerTokens: number;
  readonly chosenContextTokens: number;
  readonly resumeMs: number;
  readonly resumeBytes: number;
  readonly continuationMs: number;
  readonly continuations: number;
  readonly continuationBytes: number;
  readonly storeBytes: number;
  readonly turnRecords: number;
  readonly turnRecordMs: number;
  readonly messageBytes: number;
  readonly serverTools: number;
  readonly serverToolsBytes: number;
  readonly descriptionBytes: number;
  readonly parameterDescriptionBytes: number;
  readonly stderrBytes: number;
  readonly sqlMs: number;
  readonly sqlRows: number;
  readonly sqlMostRows: number;
  readonly sqlBytes: number;
  readonly sqlCellBytes: number;
  readonly sqlConnections: number;
  readonly sqlMemoryBytes: number;
  readonly schemaTables: number;
  readonly schemaWaitMs: number;
  readonly pythonMs: number;
  readonly pythonComputeMs: number;
  readonly pythonMemoryBytes: number;
  readonly pythonOutputBytes: number;
  readonly pythonCodeBytes: number;
  readonly pythonCalls: number;
  readonly pythonStateBytes: number;
  readonly pythonProcesses: number;
  /** Limits for single tools, by `server::tool` or by name. */
  readonly tools: Readonly<Record<string, ToolLimits>>;
}

export interface ToolLimits {
  readonly toolMs?: number | undefined;
  readonly callsAtOnce?: number | undefined;
}

/** The default of each limit, with its reason. */
export const defaultLimits: Limits = {
  steps: 20, // a turn with more steps is a loop, not a plan
  toolMs: 30_000, // users rarely wait longer for one tool
  progressMs: 600_000, // longer jobs should return at once and be polled
  slowToolMs: 1_000, // a slower tool noticeably delays the answer
  permitMs: 300_000, // a user at the screen answers within minutes
  callsAtOnce: 64, // tools mostly wait for other machines; more calls at once exhaust sockets
  callsPerTool: 16, // one slow tool must not take all slots
  callsPerServer: 32, // most MCP servers have one thread and answer one call after the other
  callsQueued: 1_000, // with a longer queue, an immediate error is better than a long wait
  nestedCalls: 8, // tools that call tools to a greater depth are in a recursion
  argumentValues: 20_000, // a model writes a few hundred values in one call
  argumentDepth: 64, // deeper than any real parameter, and safe for recursive code
  schemaBytes: 128 * 1024, // the largest real tool schemas have about 60 KB
  schemaParts: 2_000, // real schemas have a few hundred keywords and values, and the time to compile grows with them
  schemaDepth: 64, // the same as for arguments
  compiledSchemas: 500, // a small compiled schema takes 12 KB, a large one 100 KB or more
  compiledBytes: 64 * 1024 * 1024, // 500 large schemas; a schema at its other limits takes a few megabytes
  outcomeBytes: 64 * 1024, // a longer result fills the context window
  mediaBytes: 8 * 1024 * 1024, // a large photo fits; images and audio are counted separately from the text
  promptMediaBytes: 12 * 1024 * 1024, // hosted providers refuse requests of more than 20 to 32 MB
  bodyBytes: 16 * 1024 * 1024, // enough for a long conversation with a few images
  bodyValues: 80_000, // a conversation of 4,000 messages with 200 tools; handling more would delay other requests
  bodiesBytes: 512 * 1024 * 1024, // clients that stall before the last byte keep their bodies in memory
  headersMs: 10_000, // a client that sends its headers slowly must not hold a socket for long
  requestMs: 30_000, // 16 MB take this long on a slow connection
  drainMs: 10_000, // a tool call may be running at shutdown, and service managers wait longer than this
  heartbeatMs: 15_000, // proxies close connections that are silent for 30 to 60 seconds
  slowClientMs: 60_000, // a client that reads nothing for a minute is gone, and its backend works in vain
  turnMs: 1_800_000, // for one step with its tools: a slow model on a small machine takes minutes, and each step starts the time again
  turnsAtOnce: 1_000, // each turn keeps its conversation in memory; beyond this, an immediate error is better than a wait
  clientTools: 1_000, // OpenAI allows 128; agents with many MCP servers send a few hundred
  repeatedCalls: 3, // a third identical call with the same outcome is a loop
  connectMs: 10_000, // a running server accepts a connection at once
  firstByteMs: 600_000, // as in the official SDKs: a complete answer of a local model can take minutes
  silenceMs: 120_000, // a model that reasons without output may pause its stream
  modelsMs: 2_000, // a list of models is not worth a longer wait, and the first turn waits for the description of its model
  retries: 2, // as in the official SDKs
  retryMs: 500, // as in the official SDKs; doubles for each further retry, with jitter
  retryAfterMs: 30_000, // a client should get the error at once instead of waiting longer than this
  breakerFailures: 20, // a working server has fewer failures in a row, even in a bad minute
  breakerMs: 10_000, // a restart takes about this long
  upstreamConnections: 256, // each stream holds a connection for as long as it lasts
  agentProcesses: 8, // an agent takes about 200 MB
  agentSpareMs: 60_000, // most clients send results within seconds; a person who confirms a call takes longer
  eventBytes: 8 * 1024 * 1024, // an image in a stream takes a few megabytes
  answerBytes: 64 * 1024 * 1024, // a longer answer counts as endless
  answerTokens: 1_024, // with less space, an answer ends in mid-sentence
  chosenContextTokens: 32_768, // memory use grows with the window that Ollama is asked for
  resumeMs: 120_000, // SDKs repeat a failed request within seconds
  resumeBytes: 64 * 1024 * 1024, // a client that retries does so within seconds, so the latest interrupted turns are enough
  continuationMs: 604_800_000, // one week, because users resume a conversation after a few days
  continuations: 200_000, // counts turns and tool announcements; the oldest are deleted first
  continuationBytes: 16 * 1024 * 1024, // holds 256 results of the maximum size (outcomeBytes)
  storeBytes: 1024 * 1024 * 1024, // limits the disk space that the store takes; the oldest turns are deleted first
  turnRecords: 1_000, // about one hour of a busy gateway
  turnRecordMs: 3_600_000, // users ask about a decision soon after it was made
  messageBytes: 16 * 1024 * 1024, // an image in a message takes a few megabytes
  serverTools: 10_000, // the largest MCP servers have a few hundred tools
  serverToolsBytes: 32 * 1024 * 1024, // the definition of a tool takes one or two kilobytes
  descriptionBytes: 16 * 1024, // the longest real descriptions have about 10 KB
  parameterDescriptionBytes: 4 * 1024, // about 1,000 tokens, which every request with the tool pays for
  stderrBytes: 16 * 1024, // enough for a stack trace and the lines before it
  sqlMs: 20_000, // shorter than toolMs, so that the error is about the statement
  sqlRows: 100, // a model asks for more if it needs them
  sqlMostRows: 10_000, // more rows do not fit a context window
  sqlBytes: 48 * 1024, // less than outcomeBytes, so that a result is cut between two rows
  sqlCellBytes: 4 * 1024, // a longer text takes the place of many rows
  sqlConnections: 4, // a model runs few statements at once, and servers allow about a hundred connections
  sqlMemoryBytes: 512 * 1024 * 1024, // enough to sort a few million rows
  schemaTables: 20_000, // the largest systems for company data have about as many
  schemaWaitMs: 10_000, // a search should answer with the databases that are ready
  pythonMs: 120_000, // a program that calls several slow tools needs longer than one tool
  pythonComputeMs: 10_000, // a program for an answer computes for milliseconds
  pythonMemoryBytes: 128 * 1024 * 1024, // results of tools take a few megabytes
  pythonOutputBytes: 48 * 1024, // less than outcomeBytes, so that an error after the output is not cut off
  pythonCodeBytes: 32 * 1024, // models write a few kilobytes, and the gateway parses the program
  pythonCalls: 1_000, // a loop over more calls is a mistake
  pythonStateBytes: 4 * 1024 * 1024, // a program that waits for its client is stored with all results that it has received
  pythonProcesses: 4, // a process takes 100 to 200 MB, and most machines have few processors to spare
  tools: {},
};
