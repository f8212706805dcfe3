/**
 * The limits that a user may want to change, each with a name, a default and a reason. Each is a setting.
 * A limit that only protects the process from hostile or broken input (the length of a name, the depth of a walk, the lines
 * of a message) is a named constant next to its use instead.
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
  readonly outcomeBytes: number;
  readonly mediaBytes: number;
  readonly bodyBytes: number;
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
  readonly stderrBytes: number;
  /** Limits of single tools, by `server::tool` or by name. */
  readonly tools: Readonly<Record<string, ToolLimits>>;
}

export interface ToolLimits {
  readonly toolMs?: number | undefined;
  readonly callsAtOnce?: number | undefined;
}

export const defaultLimits: Limits = {
  steps: 20, // a turn with more steps is a loop
  toolMs: 30_000, // users do not wait longer without an answer
  progressMs: 600_000, // total time of a call that keeps reporting progress; clients do not wait longer than this
  slowToolMs: 1_000, // a tool that takes longer is the main part of the user's wait
  permitMs: 300_000, // a user who is present answers within minutes
  callsAtOnce: 64, // tools mostly wait for other machines; more would exhaust sockets without doing more work
  callsPerTool: 16, // one slow service must not take every slot
  callsPerServer: 32, // per MCP server; most have one thread and answer one call after the other anyway
  callsQueued: 1_000, // with more, an immediate refusal is better than a long wait
  nestedCalls: 8, // tools that call tools; deeper nesting is endless recursion
  argumentValues: 20_000, // values in one call's arguments; models write a few hundred
  argumentDepth: 64, // deeper than any real parameter, shallower than any stack
  schemaBytes: 128 * 1024, // the largest real tool schemas are near 60 KB
  schemaParts: 2_000, // keywords and values that validate; real schemas have a few hundred, and compile time grows with them
  schemaDepth: 64, // as for argumentDepth
  compiledSchemas: 500, // a small one takes 12 KB of memory, a large one 100 KB and more
  outcomeBytes: 64 * 1024, // more floods the context
  mediaBytes: 8 * 1024 * 1024, // images and audio, which do not count as outcomeBytes
  bodyBytes: 16 * 1024 * 1024, // enough for a long conversation with a few images
  bodiesBytes: 512 * 1024 * 1024, // all requests that are being read; a client that stalls before its last byte keeps its share
  headersMs: 10_000, // a client that sends its headers slowly must not hold a socket for long
  requestMs: 30_000, // the same for the complete request; 16 MB take this long on a slow line
  drainMs: 10_000, // time for running calls to finish at shutdown; service managers wait longer than this
  heartbeatMs: 15_000, // proxies close a connection that is silent for 30 s or a minute
  slowClientMs: 60_000, // a client that reads nothing for this long is gone, and its backend works in vain
  turnMs: 1_800_000, // half an hour: enough for twenty steps of a slow model on a small machine
  turnsAtOnce: 1_000, // each turn holds its conversation in memory; with more, an immediate refusal is better
  clientTools: 1_000, // OpenAI accepts 128; agents with many servers send a few hundred
  repeatedCalls: 3, // identical calls with identical outcomes; the third is a sign of a loop
  connectMs: 10_000, // a running server accepts a connection at once
  firstByteMs: 600_000, // as long as the official SDKs wait: a non-streamed answer of a local model takes minutes
  silenceMs: 120_000, // between two chunks of a stream; a model with hidden reasoning may pause
  modelsMs: 2_000, // for a server's model list, or its facts about one model, for which the first turn waits
  retries: 2, // as the official SDKs do
  retryMs: 500, // doubled for each further retry, with jitter
  retryAfterMs: 30_000, // if a server asks for a longer pause, there is no retry, and the client gets the error at once
  breakerFailures: 20, // in a row, before requests to a backend are paused; a bad minute of a good server has fewer
  breakerMs: 10_000, // length of that pause; a restart takes about as long
  upstreamConnections: 256, // per server; each stream holds one until it ends
  eventBytes: 8 * 1024 * 1024, // one event of a model's stream; an event with an image takes a few megabytes
  answerBytes: 64 * 1024 * 1024, // one answer of a model; a longer one counts as endless
  answerTokens: 1_024, // kept free in the context window; an answer with less room ends in mid-sentence
  chosenContextTokens: 32_768, // the largest context window to request where a server offers a choice (Ollama); memory grows with it
  resumeMs: 120_000, // how long an aborted turn can be resumed by a repeated request; SDKs retry within seconds
  resumeBytes: 64 * 1024 * 1024, // memory of all such turns together
  continuationMs: 604_800_000, // a week: users return to a conversation after a few days
  continuations: 200_000, // stored turns and tool announcements; the oldest are deleted first
  continuationBytes: 16 * 1024 * 1024, // one turn's hidden calls and outcomes
  storeBytes: 1024 * 1024 * 1024, // all continuations and announcements together
  turnRecords: 1_000, // turns that can be explained afterwards; the last hour of a busy gateway
  turnRecordMs: 3_600_000, // an hour: turns are explained soon after they ran
  messageBytes: 16 * 1024 * 1024, // one message of an MCP server; a message with an image takes a few megabytes
  serverTools: 10_000, // per MCP server; the largest have a few hundred
  serverToolsBytes: 32 * 1024 * 1024, // all tool definitions of one server; a tool takes a kilobyte or two
  descriptionBytes: 16 * 1024, // per tool; the longest real descriptions are near 10 KB
  stderrBytes: 16 * 1024, // the end of a server's stderr: enough for a stack trace and the lines before it
  tools: {},
};
