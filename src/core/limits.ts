/** Every bound has a name, a default and a reason. The settings may change each of them. */
export interface Limits {
  readonly steps: number;
  readonly toolMs: number;
  readonly slowToolMs: number;
  readonly permitMs: number;
  readonly callsAtOnce: number;
  readonly callsPerTool: number;
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
  readonly headersMs: number;
  readonly requestMs: number;
  readonly drainMs: number;
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
  slowToolMs: 1_000, // above this a tool is what the person waits for
  permitMs: 300_000, // a person who is asked answers within minutes, or is not there
  callsAtOnce: 64, // tools wait on other machines; more than this exhausts sockets, not work
  callsPerTool: 16, // one slow service must not take every place
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
  headersMs: 10_000, // a client that drips its headers holds a socket, not us
  requestMs: 30_000, // the same for its body; 16 MB take this long on a slow line
  drainMs: 10_000, // a call may be under way when we stop; service managers wait longer than this
  tools: {},
};
