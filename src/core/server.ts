/** The configuration of one MCP server. */
export type Server = StdioServer | HttpServer;

/** A program that the gateway starts and talks to over stdin and stdout. */
export interface StdioServer extends ServerHead {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** The program's environment. It inherits a few more variables that programs need to run and to reach the network. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server at a URL. `any` tries `http` first and falls back to the older `sse` if the server does not support it. */
export interface HttpServer extends ServerHead {
  readonly transport: 'http' | 'sse' | 'any';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ServerHead {
  readonly disabled: boolean;
  /** Environment variables that its settings use but that are not set. The server is disabled then. */
  readonly lacks?: readonly string[];
  /** Tools that the model sees without searching, by the server's names or by the gateway's. `*` matches any text. */
  readonly always: readonly string[];
  /** The only tools to offer, by the server's own names, as in the two fields below. If unset, all tools; if empty, none. */
  readonly includeTools?: readonly string[];
  readonly excludeTools: readonly string[];
  /** New names of tools, by the server's own names. */
  readonly rename: Readonly<Record<string, string>>;
  readonly protocol: Protocol;
  readonly elicitation?: Elicitation;
  readonly connectMs?: number;
  readonly toolMs?: number;
  readonly callsAtOnce?: number;
}

/**
 * The generation of MCP: `legacy` begins with `initialize`, `modern` (2026-07-28 and later) has no handshake. `auto` detects
 * which one the server speaks.
 */
export type Protocol = 'auto' | 'legacy' | 'modern';

/**
 * The answer to a server that asks the user for input, since there is no user to ask. `decline`: decline. `defaults`: the
 * form's default values, if they suffice. `off`: the gateway does not offer elicitation.
 */
export type Elicitation = 'decline' | 'defaults' | 'off';

/** Settings for connecting to MCP servers and keeping the connections open. */
export interface Connecting {
  /** Failed attempts before a server counts as gone. Further attempts run in the background. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  readonly longestDelayMs: number;
  readonly connectMs: number;
  /** Replaces `connectMs` while a server may be downloading its package for the first time. */
  readonly firstConnectMs: number;
  readonly waitMs: number;
  /** How long the first tool list of an MCP client waits for servers that are starting, from the start of the gateway. */
  readonly firstListMs: number;
  readonly pingMs: number;
  readonly elicitation: Elicitation;
}
