/**
 * The bounds that a user may want to change, each with a name, a default and a reason; the settings may change all of them.
 * A bound that only protects the process from hostile or broken input (the letters of a name, the depth of a walk, the lines
 * of a message) is a named constant beside its use instead.
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
  /** Exceptions for single tools, by `server::tool` or by name. */
  readonly tools: Readonly<Record<string, ToolLimits>>;
}

export interface ToolLimits {
  readonly toolMs?: number | undefined;
  readonly callsAtOnce?: number | undefined;
}

export const defaultLimits: Limits = {
  steps: 20, // more is a loop, not a plan
  toolMs: 30_000, // a person waits no longer without an answer
  progressMs: 600_000, // in all, for a call that keeps saying how far it is; who waits longer comes back later
  slowToolMs: 1_000, // above this a tool is what the person waits for
  permitMs: 300_000, // a person who is asked answers within minutes, or is not there
  callsAtOnce: 64, // tools wait on other machines; more than this exhausts sockets, not work
  callsPerTool: 16, // one slow service must not take every place
  callsPerServer: 32, // of one MCP server; most are one thread, and answer one after the other anyway
  callsQueued: 1_000, // beyond this an answer now is kinder than a place in the queue
  nestedCalls: 8, // a tool that calls tools that call tools: deeper is recursion
  argumentValues: 20_000, // values in one call's arguments; a model writes a few hundred
  argumentDepth: 64, // deeper than any real parameter, shallower than any stack
  schemaBytes: 128 * 1024, // the largest real tool schemas are near 60 KB
  schemaParts: 2_000, // keywords and values that check something; real schemas have a few hundred, and compiling grows with them
  schemaDepth: 64, // as for arguments
  compiledSchemas: 500, // a small one takes 12 KB, a large one 100 and more
  outcomeBytes: 64 * 1024, // more floods the context
  mediaBytes: 8 * 1024 * 1024, // images and audio travel beside the text
  bodyBytes: 16 * 1024 * 1024, // a long conversation with a few images
  bodiesBytes: 512 * 1024 * 1024, // of all requests that are being read; clients that stall at the last byte hold theirs
  headersMs: 10_000, // a client that drips its headers holds a socket, not us
  requestMs: 30_000, // the same for its body; 16 MB take this long on a slow line
  drainMs: 10_000, // a call may be under way when we stop; service managers wait longer than this
  heartbeatMs: 15_000, // proxies on the way close a connection that is silent for 30 s or a minute
  slowClientMs: 60_000, // a client that reads nothing for so long is gone; its backend works for nobody
  turnMs: 1_800_000, // half an hour: twenty steps of a slow model on a small machine
  turnsAtOnce: 1_000, // each holds its conversation in memory; beyond this an answer now is kinder
  clientTools: 1_000, // OpenAI takes 128; agents with many servers send a few hundred
  repeatedCalls: 3, // the same call with the same outcome: once is news, twice a habit, three times a loop
  connectMs: 10_000, // a server that is there takes a connection at once
  firstByteMs: 600_000, // as long as the official SDKs wait: a whole answer of a local model takes minutes
  silenceMs: 120_000, // between two pieces of a stream; a model that thinks in secret may pause
  modelsMs: 2_000, // for a server's list of models, or what it knows of one: a list is not worth a longer wait, and a first turn waits for the other
  retries: 2, // as the official SDKs do
  retryMs: 500, // doubled for each further one, with jitter
  retryAfterMs: 30_000, // a server that asks for a longer pause gets none: the client hears it at once
  breakerFailures: 20, // in a row, before a backend is spared; a bad minute of a good server has fewer
  breakerMs: 10_000, // how long it is spared; a restart takes about as long
  upstreamConnections: 256, // to one server; a stream holds one as long as it lasts
  eventBytes: 8 * 1024 * 1024, // one event of a model's stream; an image in it takes a few megabytes
  answerBytes: 64 * 1024 * 1024, // one answer of a model, before it counts as endless
  answerTokens: 1_024, // what must be left of a model's window; an answer with less room ends in mid-sentence
  chosenContextTokens: 32_768, // the largest window asked for where a server lets us choose (Ollama): memory grows with it
  resumeMs: 120_000, // a turn that broke off is taken up by the same request: SDKs repeat it within seconds
  resumeBytes: 64 * 1024 * 1024, // what such turns may hold in memory, all together
  continuationMs: 604_800_000, // a week: a conversation is taken up again after a few days
  continuations: 200_000, // turns that are remembered, and messages at which tools were told; the oldest go first
  continuationBytes: 16 * 1024 * 1024, // one turn's hidden calls and outcomes
  storeBytes: 1024 * 1024 * 1024, // all of them
  turnRecords: 1_000, // turns whose decisions can be asked for; the last hour of a busy gateway
  turnRecordMs: 3_600_000, // nobody asks why a day later
  messageBytes: 16 * 1024 * 1024, // one message of an MCP server; a picture in it takes a few megabytes
  serverTools: 10_000, // of one MCP server; the largest have a few hundred
  serverToolsBytes: 32 * 1024 * 1024, // their definitions; a tool takes a kilobyte or two
  descriptionBytes: 16 * 1024, // of one tool; the longest real ones are near 10 KB
  stderrBytes: 16 * 1024, // what is kept of a server's stderr: enough for a stack trace and what led to it
  tools: {},
};
